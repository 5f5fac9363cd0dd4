import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Sum, simulateSeeds } from "./mix.ts";
import { PROFILES } from "./profile.ts";

/** Seeds that a worker takes at once. */
const PORTION = 2000;

interface Order {
  readonly first: number;
  readonly count: number;
  readonly profile: string | undefined;
}

if (isMainThread) await main();
else await work(workerData);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      runs: { type: "string", default: "20000" },
      profile: { type: "string" },
      jobs: { type: "string", default: "2" },
    },
  });
  const { profile } = values;
  if (profile !== undefined && !PROFILES.includes(profile))
    throw new Error(`--profile is one of ${PROFILES.join(", ")}`);
  const first = Number(values.seed);
  const orders: Order[] = [];
  for (let done = 0; done < Number(values.runs); done += PORTION)
    orders.push({ first: first + done, count: Math.min(PORTION, Number(values.runs) - done), profile });
  const started = performance.now();
  const sums = (await Promise.all(Array.from({ length: Number(values.jobs) }, () => serve(orders)))).flat();
  conclude(sums, (performance.now() - started) / 1000);
}

async function serve(orders: Order[]): Promise<Sum[]> {
  const sums: Sum[] = [];
  for (
    let order = orders.shift();
    order && sums.every(({ failures }) => failures.length === 0);
    order = orders.shift()
  ) {
    const worker = new Worker(new URL(import.meta.url), { workerData: order });
    const sum = await new Promise<Sum>((resolve, reject) => worker.once("message", resolve).once("error", reject));
    sums.push(sum);
    process.stderr.write(`seeds ${order.first} to ${order.first + sum.seeds - 1}: ${sum.failures.length} failing\n`);
  }
  return sums;
}

async function work({ first, count, profile }: Order): Promise<void> {
  Error.stackTraceLimit = count === 1 ? 10 : 0;
  parentPort?.postMessage(await simulateSeeds(first, count, profile));
}

function conclude(sums: readonly Sum[], seconds: number): void {
  const total = (count: (sum: Sum) => number): number => sums.reduce((all, sum) => all + count(sum), 0);
  const failures = sums.flatMap((sum) => sum.failures);
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  const seeds = total((sum) => sum.seeds);
  process.stdout.write(
    `${seeds} seeds, ${total((sum) => sum.runs)} runs, ${total((sum) => sum.requests)} writes, ` +
      `${failures.length} failing seeds, ${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} seeds/s\n`,
  );
  if (failures.length > 0) process.exitCode = 1;
}
