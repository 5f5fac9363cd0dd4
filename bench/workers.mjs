// Runs a program by several workers at the same time: node bench/workers.mjs COUNT PROGRAM …
import { spawn } from "node:child_process";
import { once } from "node:events";
import { USAGE } from "./process.mjs";

const [count, ...args] = process.argv.slice(2);
const words = process.env.USAGE_FILE === undefined ? args : ["--require", USAGE, ...args];
const workers = Array.from({ length: Number(count) }, () =>
  spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] }),
);
const codes = await Promise.all(workers.map(async (worker) => (await once(worker, "close"))[0]));
process.exitCode = Math.max(...codes);
