// Writes the parts of the pages that are made from the program: what stands between `<!-- made by npm run docs: NAME -->` and
// `<!-- end -->`, and the schema of the fleet file beside the examples. `test/docs/generated.test.ts` makes the same parts and
// compares them. Needs the built program.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
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
if (schema.status === 0) writeFileSync(join(root, "examples/fleet.schema.json"), schema.stdout);
process.exitCode = (status || schema.status) ?? 1;
