// Joins the built program with the driver for PostgreSQL into one file that needs nothing beside it but Node: `build/platectl.mjs`.
// The container holds that file, and the single executable is made of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** How the program reads its version where it is installed as a package. */
const READS_VERSION = /readFileSync\(new URL\("\.\.\/\.\.\/package\.json", import\.meta\.url\), "utf8"\)/g;

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
let places = 0;
const bundle = await rolldown({
  input: join(ROOT, "dist/cli/main.js"),
  platform: "node",
  // An addon that `pg` uses where it is installed.
  external: ["pg-native"],
  plugins: [
    {
      name: "own-version",
      transform: (code) =>
        code.replaceAll(READS_VERSION, () => {
          places += 1;
          return JSON.stringify(`"version": "${version}"`);
        }),
    },
  ],
});
const { output } = await bundle.write({ file: join(ROOT, "build/platectl.mjs"), format: "esm", codeSplitting: false });
await bundle.close();
if (places !== 1) throw new Error(`the version is read in ${places} places instead of one`);

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
const own = readFileSync(join(ROOT, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
writeFileSync(join(ROOT, "build/THIRD-PARTY-LICENSES.txt"), `${own}\n\n${noticesOf(modules)}`);
