import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const SEEDS = 8_000;
const ROOT = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "platectl-simulation-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// As `npm run simulate` does it: compiled, on worker threads, in half the time.
function simulated(...args: readonly string[]): Promise<string> {
  const script = join(ROOT, "scripts", "simulate.mjs");
  const child = spawn(process.execPath, [script, "--out", join(folder, "js"), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return new Promise((resolve) => child.once("close", () => resolve(output)));
}

it(`${SEEDS} simulated worlds break no law, and converge`, async () => {
  const output = await simulated("--runs", String(SEEDS));
  expect(output).toMatch(new RegExp(`^${SEEDS} seeds, \\d+ runs, \\d+ writes, 0 failing seeds, .*\\n$`));
});
