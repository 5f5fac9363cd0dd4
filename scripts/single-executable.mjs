// Makes `build/platectl`, a program that needs no Node on the machine: node scripts/single-executable.mjs [NODE]
// It is made of the Node that is given (26 or newer), or of the one that `scripts/node-runtime` pins, for this kind of machine.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./standalone.mjs";

const BUILD = fileURLToPath(new URL("../build", import.meta.url));
const isWindows = process.platform === "win32";
const folder = mkdtempSync(join(tmpdir(), "platectl-executable-"));
try {
  const node = process.argv[2] ?? pinnedNode();
  const output = join(BUILD, isWindows ? "platectl.exe" : "platectl");
  const config = {
    main: join(BUILD, "platectl.mjs"),
    mainFormat: "module",
    output,
    disableExperimentalSEAWarning: true,
  };
  writeFileSync(join(folder, "sea.json"), JSON.stringify(config));
  execFileSync(node, ["--build-sea", join(folder, "sea.json")], { stdio: ["ignore", "ignore", "inherit"] });
  // A program that was changed runs on macOS only after it was signed again.
  if (process.platform === "darwin") execFileSync("codesign", ["--force", "--sign", "-", output]);
  chmodSync(output, 0o755);
  addLicenceOf(node);
  console.log(output);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Node asks for its licence, and those of its parts, to go along. */
function addLicenceOf(node) {
  const places = [join(dirname(node), "LICENSE"), join(dirname(node), "../LICENSE")];
  const text = places.filter((place) => existsSync(place)).map((place) => readFileSync(place, "utf8"))[0];
  if (text === undefined) throw new Error(`there is no LICENSE beside ${node}`);
  appendFileSync(join(BUILD, "THIRD-PARTY-LICENSES.txt"), `\n\nNode.js\n\n${text.trim()}\n`);
}

/** From npm, by the hashes of the lock file and without scripts. */
function pinnedNode() {
  cpSync(fileURLToPath(new URL("node-runtime", import.meta.url)), folder, { recursive: true });
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    shell: isWindows,
  });
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const manifest = join(folder, "node_modules", name, "package.json");
  if (!existsSync(manifest))
    throw new Error(`scripts/node-runtime has no Node for this machine (${name}): give the path of one`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(folder, "node_modules", name, bin.node);
}
