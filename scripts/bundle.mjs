// Joins the programs with the packages that they use into few files: to find and open some 240 files takes Node longer than
// to read them. The packages' licences ask for their texts to go along.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

const input = { "cli/main": join(dist, "cli/main.js"), "github-action/main": join(dist, "github-action/main.js") };
// Who keeps the state in PostgreSQL installs the driver beside platectl.
const bundle = await rolldown({ input, platform: "node", external: ["pg"] });
// One level below `dist`, as the files that are replaced: the version is read from `../../package.json`.
const { output } = await bundle.write({ dir: dist, format: "esm", chunkFileNames: "chunks/[name].js" });
await bundle.close();

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
// Written last: a build that was interrupted has none.
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), noticesOf(modules));
