// A run that takes the lock, appends and gives it back, some rounds long; `die` ends it while it holds the lock.
import { closeSync, openSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openStore } from "../../dist/state/index.js";

const [cwd, name, rounds, ending] = process.argv.slice(2);
const store = openStore(
  { kind: "file", path: "state.jsonl" },
  {
    cwd,
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: (ms) => pause(ms / 20) },
    random: Math.random,
    owner: { user: name, host: hostname(), pid: process.pid, command: "soak" },
    isAlive(pid) {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
    env: {},
  },
);

for (let round = 1; round <= Number(rounds); round += 1) {
  const locking = await store.lock({ target: "t", rules: { foldLookalikes: false } }, { timeout: 1e9 });
  if (locking.kind !== "held") throw new Error("the lock was never free");
  const inside = join(cwd, "inside");
  closeSync(openSync(inside, "wx"));
  await locking.state.append([{ kind: "end", run: `${name}-${round}`, exitCode: 0 }]);
  unlinkSync(inside);
  if (ending === "die" && round === Number(rounds)) process.exit(0);
  await locking.state.release();
}
