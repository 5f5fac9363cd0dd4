// Joins the programs with the packages that they use into few files: to find and open some 240 files takes Node longer than
// to read them. The packages' licences ask for their texts to go along.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

const input = { "cli/main": join(dist, "cli/main.js"), "github-action/main": join(dist, "github-action/main.js") };
// Who keeps the state in PostgreSQL installs the driver beside platectl.
const bundle = await rolldown({ input, platform: "node", external: ["pg"] });
// One level below `dist`, as the files that are replaced: the version is read from `../../package.json`.
const { output } = await bundle.write({ dir: dist, format: "esm", chunkFileNames: "chunks/[name].js" });
await bundle.close();

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
const packages = new Set(modules.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), [...packages].sort().map(noticeOf).join("\n\n"));

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence text to go along with its code`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
