// Writes the parts of the pages that are made from the program: what stands between `<!-- made by npm run docs: NAME -->` and
// `<!-- end -->`. `test/docs/generated.test.ts` makes the same parts and compares them.
import { spawnSync } from "node:child_process";
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
process.exitCode = status ?? 1;
