/** Inputs of one kind in any size, and the work that they make. */
export interface Family {
  readonly name: string;
  /** The small size; the large one is `LARGER` times it. */
  readonly size: number;
  readonly run: (n: number) => Promise<void> | void;
}

/** By how much the large size of a family is larger than the small one. */
const LARGER = 8;

/** A row of the table of families. */
export function family(name: string, size: number, run: Family["run"]): Family {
  return { name, size, run };
}

/** What the two sizes of a family cost. */
export interface Growth {
  readonly name: string;
  readonly sizes: readonly [number, number];
  /** Milliseconds of CPU, the least of several repetitions. */
  readonly cpu: readonly [number, number];
  /** 1 for linear work, 2 for quadratic work. */
  readonly exponent: number;
}

/**
 * Linear work with a logarithm stays below, with a memory that is slower the larger it is, and with caches that other programs
 * use; a root more than linear (1.5) does not.
 */
export const LARGEST_EXPONENT = 1.3;

const REPETITIONS = 3;

/** Two repetitions are enough once they have taken this long, milliseconds of CPU. */
const ENOUGH_MS = 1_500;

/** Less CPU than this cannot be told from the garbage collector's, milliseconds. */
const LEAST_MS = 20;

/**
 * Measures a family. CPU, not time, so that a busy machine does not count; the least of several repetitions, so that a
 * collection of garbage does not count; and after a first run that counts not at all, so that compiling does not count.
 */
export async function growthOf({ name, size, run }: Family, factor = 1): Promise<Growth> {
  const [small, large] = [size * factor, size * factor * LARGER];
  await run(small);
  const cpu = [await leastCpu(run, small), await leastCpu(run, large)] as const;
  const [less, more] = cpu.map((one) => Math.max(one, LEAST_MS));
  const exponent = Math.log((more ?? 1) / (less ?? 1)) / Math.log(large / small);
  return { name, sizes: [small, large], cpu, exponent };
}

async function leastCpu(run: Family["run"], n: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let spent = 0, turn = 0; turn < REPETITIONS && (turn < 2 || spent < ENOUGH_MS); turn += 1) {
    const before = process.cpuUsage();
    await run(n);
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1000;
    least = Math.min(least, cpu);
    spent += cpu;
  }
  return least;
}

/** Work whose input is made once for each size: it counts in the first repetition alone, which is not the least. */
export function usingOnce<Input>(make: (n: number) => Input, use: (input: Input) => unknown): Family["run"] {
  let last: { readonly n: number; readonly input: Input } | undefined;
  return async (n) => {
    if (last?.n !== n) last = { n, input: make(n) };
    await use(last.input);
  };
}
