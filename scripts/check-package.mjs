// What a stranger's tools say of the package: publint and attw of its tarball, and the oldest TypeScript that its types promise.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packInto } from "./pack.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "platectl-check-"));
const problems = [];
try {
  const tarball = packInto(folder);
  const bytes = readFileSync(tarball);
  await askPublint(bytes);
  await askAttw(bytes);
  compileConsumer(tarball);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log("publint, attw and TypeScript 5.4 find nothing wrong with the package.");
process.exitCode = problems.length === 0 ? 0 : 1;

async function askPublint(bytes) {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  problems.push(...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`));
}

/** The package has modules alone: `node10` cannot read `exports`, and `require` of a module is a warning by design. */
async function askAttw(bytes) {
  const { types, problems: found } = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)));
  if (!types) problems.push("attw: the package has no types");
  const counts = found.filter(({ resolutionKind = "" }) => !["node10", "node16-cjs"].includes(resolutionKind));
  problems.push(...counts.map((problem) => `attw: ${JSON.stringify(problem)}`));
}

/** The documented example, checked with the types of the tarball and of all that they import. */
function compileConsumer(tarball) {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  run("tar", ["-xzf", tarball, "-C", modules]);
  symlinkSync("package", join(modules, "platectl"));
  const needed = ["@types", "zod", "yaml", "leven", "sax", "yauzl"];
  for (const name of needed) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  copyFileSync(join(ROOT, "examples/library.mjs"), join(folder, "consumer.mjs"));
  const tsc = join(ROOT, "node_modules/typescript-5.4/bin/tsc");
  const options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--types", "node"];
  for (const [resolution, module] of [
    ["nodenext", "nodenext"],
    ["bundler", "esnext"],
  ]) {
    const kind = ["--moduleResolution", resolution, "--module", module];
    run(process.execPath, [tsc, ...options, ...kind, "consumer.mjs"], `TypeScript 5.4, ${resolution}`);
  }
}

function run(command, args, title = command) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) problems.push(`${title}:\n${stdout}${stderr}`);
}
