import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openStore } from "../../src/state/index.ts";
import { temporaryFolder, world } from "./world.ts";

const CONTENDER = fileURLToPath(new URL("./lock-contender.mjs", import.meta.url));
/** `SOAK=20` takes the lock 20 × 20 times. */
const RUNS = Number(process.env["SOAK"] ?? 8);
const ROUNDS = Number(process.env["SOAK"] ?? 10);

it(`I1: ${RUNS} processes that take the lock ${ROUNDS} times each, half of them dying with it, never meet inside`, async () => {
  const cwd = temporaryFolder();
  const endings = Array.from({ length: RUNS }, (_, run) => (run % 2 === 0 ? "die" : "release"));
  await Promise.all(
    endings.map((ending, run) =>
      promisify(execFile)(process.execPath, [CONTENDER, cwd, `run${run}`, `${ROUNDS}`, ending]),
    ),
  );
  const store = openStore({ kind: "file", path: "state.jsonl" }, world({ cwd }));
  const { records, condition } = await store.inspect();
  expect(condition).toEqual({ kind: "sound" });
  const written = records.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === "end" ? [entry.run] : [])),
  );
  const expected = endings.flatMap((_, run) => Array.from({ length: ROUNDS }, (_, round) => `run${run}-${round + 1}`));
  expect(written.sort()).toEqual(expected.sort());
  expect(readdirSync(cwd).filter((name) => name !== "state.jsonl" && name !== "state.jsonl.lock")).toEqual([]);
});
