import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startProcess } from "../processes.ts";

const SEEDS = 6_000;
const ROOT = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "platectl-simulation-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// As `npm run simulate` does it: compiled, on worker threads, in half the time.
const simulated = (...args: readonly string[]) =>
  startProcess(process.execPath, [join(ROOT, "scripts", "simulate.mjs"), "--out", join(folder, "js"), ...args], {
    cwd: ROOT,
    env: process.env,
  }).ended;

it(`${SEEDS} simulated worlds break no law, and converge`, async () => {
  const { stdout } = await simulated("--runs", String(SEEDS));
  expect(stdout).toMatch(new RegExp(`^${SEEDS} seeds, \\d+ runs, \\d+ writes, 0 failing seeds, .*\\n$`));
});
