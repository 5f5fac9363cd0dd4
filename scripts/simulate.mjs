// npm run simulate -- [--seed N] [--runs N] [--profile NAME] [--jobs N]
// Compiles the simulation into node_modules/.cache (or `--out FOLDER`) and runs it on worker threads.
import { spawnSync } from "node:child_process";
import { compiled, runCompiled } from "./compiled.mjs";

const MAIN = "test/simulation/main.ts";
const args = process.argv.slice(2);
const at = args.indexOf("--out");
const [, folder] = at < 0 ? [] : args.splice(at, 2);
process.exitCode =
  folder === undefined
    ? runCompiled(MAIN, args)
    : (spawnSync(process.execPath, [compiled(MAIN, folder), ...args], { stdio: "inherit" }).status ?? 1);
