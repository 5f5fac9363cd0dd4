import type { Trial } from "./trials.ts";

/** An input that was answered wrongly or late; `seed` makes it again. */
export interface Finding {
  readonly seed: number;
  readonly what: string;
}

/** No input of the trials may keep the program busy for longer, milliseconds of CPU; a long one has more time for each byte. */
export const MOST_CPU_MS = 2_000;
/** `yaml` takes half of that for text in which every second character is an error; it grows with the text and no faster. */
const CPU_MS_A_BYTE = 0.015;

const MOST_FINDINGS = 10;

/** Runs a trial for that many numbers from `first` on. */
export async function fuzz({ run }: Trial, runs: number, first = 1): Promise<{ findings: Finding[]; slowest: number }> {
  const findings: Finding[] = [];
  let slowest = 0;
  for (let seed = first; seed < first + runs && findings.length < MOST_FINDINGS; seed += 1) {
    const before = process.cpuUsage();
    let bytes = 0;
    try {
      bytes = await withinAMinute(run, seed);
    } catch (error) {
      findings.push({ seed, what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1000;
    slowest = Math.max(slowest, cpu);
    if (cpu > MOST_CPU_MS + bytes * CPU_MS_A_BYTE) findings.push({ seed, what: `${Math.round(cpu)} ms of CPU` });
  }
  return { findings, slowest };
}

// Only what waits for ever reaches this limit, on however busy a machine.
async function withinAMinute(run: Trial["run"], seed: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it did not end within a minute")), 60_000);
  });
  try {
    return await Promise.race([run(seed), late]);
  } finally {
    clearTimeout(timer);
  }
}
