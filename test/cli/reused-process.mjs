// Runs a built program again and again in one process, as often as its parent asks. It starts each time at its own first
// line, with its own arguments, folder and variables, and ends when Node would end it: when nothing is left to wait for.
// Only its clocks are not real: pauses take no time, the monotonic clock moves on by as much, and the day does not end.
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { pathToFileURL } from "node:url";

let runs = 0;
let end = "";
let emitters = [];

skipPauses();
stayWithinDayOf(Number(process.argv[2]));
process.on("disconnect", () => process.exit());
process.on("beforeExit", (code) => conclude(code));
process.on("message", (job) => begin(job));

function begin({ program, args, cwd, env, mark }) {
  end = mark;
  process.channel.unref();
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  emitters = [process, process.stdout, process.stderr].map((emitter) => ({ emitter, before: listenersOf(emitter) }));
  runs += 1;
  // A query makes it a module of its own; what it imports stays loaded.
  void import(`${pathToFileURL(program)}?run=${runs}`);
}

function conclude(code) {
  for (const { emitter, before } of emitters) {
    for (const [name, listener] of listenersOf(emitter)) {
      if (!before.some(([, known]) => known === listener)) emitter.removeListener(name, listener);
    }
  }
  process.exitCode = undefined;
  process.stdout.write(`${end}0 `);
  process.stderr.write(`${end}${code} `);
  process.channel.ref();
}

function listenersOf(emitter) {
  return emitter.eventNames().flatMap((name) => emitter.rawListeners(name).map((listener) => [name, listener]));
}

function skipPauses() {
  const now = performance.now.bind(performance);
  let skipped = 0;
  performance.now = () => now() + skipped;
  timers.setTimeout = async (milliseconds, value, options) => {
    options?.signal?.throwIfAborted();
    skipped += milliseconds;
    await timers.setImmediate(undefined, options);
    return value;
  };
  syncBuiltinESMExports();
}

function stayWithinDayOf(instant) {
  const now = Date.now.bind(Date);
  const end = new Date(instant).setUTCHours(23, 59, 59, 999);
  Date.now = () => Math.min(now(), end);
}
