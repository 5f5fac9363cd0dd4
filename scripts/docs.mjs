// Writes the parts of the pages that are made from the program: what stands between `<!-- made by npm run docs: NAME -->` and
// `<!-- end -->`, and the schema of the fleet file beside the examples. `test/docs/generated.test.ts` makes the same parts and
// compares them. Names the pages that it changed. Needs the built program.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const SCHEMA = "examples/fleet.schema.json";
const before = pages();
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "ordinary", "test/docs/generated.test.ts"],
  {
    cwd: root,
    env: { ...process.env, WRITE_DOCS: "1" },
    stdio: "inherit",
  },
);
const schema = spawnSync(process.execPath, [join(root, "dist/cli/main.js"), "schema", "fleet"], { encoding: "utf8" });
if (schema.status === 0) writeFileSync(join(root, SCHEMA), schema.stdout);
process.exitCode = (status || schema.status) ?? 1;
const changed = [...pages()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
console.log(changed.length === 0 ? "No page changed." : `Changed: ${changed.join(" ")}`);

/** Each page that may change, with its text. */
function pages() {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const paths = ["README.md", SCHEMA, ...docs.filter((name) => name.endsWith(".md")).map((name) => join("docs", name))];
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
