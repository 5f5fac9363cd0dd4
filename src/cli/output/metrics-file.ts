import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { sumOutcomes } from "../../apply/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { lastGoodIn, metricsText, type RunFigures, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { RunResult } from "../../run/reconcile.ts";
import { describeFailure } from "../process/describe-failure.ts";
import type { Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";
import { writeSharedFile } from "./write-file.ts";

/** What a command has found so far; it fills this in as it goes. */
export interface Findings {
  run?: RunResult;
  audit?: NonNullable<RunFigures["audit"]>;
}

function figuresOf({ run, audit }: Findings): Pick<RunFigures, "plan" | "outcomes" | "alarms" | "audit"> {
  if (!run || run.kind === "unreadable") return audit ? { audit } : {};
  if (run.kind !== "applied") return { plan: run.plan };
  const { scopes, alarms } = run.result;
  return { plan: run.plan, outcomes: sumOutcomes(scopes.map(({ counts }) => counts)), alarms: alarms.length };
}

/** What a command needs to write metrics. */
export interface MetricsTask {
  readonly command: RunFigures["command"];
  /** `--metrics`. */
  readonly path: string;
}

/** Exit codes of good runs: an audit or a plan that found something has done its work. A plan ends with 4 once it was made. */
const GOOD: Readonly<Record<RunFigures["command"], readonly number[]>> = {
  plan: [EXIT.ok, EXIT.changes, EXIT.guard],
  apply: [EXIT.ok],
  audit: [EXIT.ok, EXIT.changes],
};

/** Larger files are not ours. */
const MOST_BYTES = 256 * 1024;

/**
 * Runs a command and writes the metrics of the run, however it ends. Gives the exit code: 11 when all went well but the metrics
 * could not be written.
 */
export async function runMeasured(
  { command, path }: MetricsTask,
  io: Io,
  work: (findings: Findings) => Promise<number>,
): Promise<number> {
  const findings: Findings = {};
  const startedAt = systemClock.now();
  const write = (exitCode: number) => writeMetrics(path, { ...figuresOf(findings), command, startedAt, exitCode }, io);
  let exitCode: number;
  try {
    exitCode = await work(findings);
  } catch (error) {
    await write(describeFailure(error).exitCode);
    throw error;
  }
  const isWritten = await write(exitCode);
  return isWritten || exitCode !== EXIT.ok ? exitCode : EXIT.undelivered;
}

async function writeMetrics(
  path: string,
  run: Omit<RunFigures, "name" | "version" | "finishedAt" | "lastGood">,
  io: Io,
): Promise<boolean> {
  const finishedAt = systemClock.now();
  try {
    const isGood = GOOD[run.command].includes(run.exitCode);
    const lastGood = isGood ? finishedAt / 1000 : lastGoodIn(await earlierText(path), run.command);
    const facts = { name: basename(path, ".prom"), version: TOOL.version, finishedAt };
    await writeSharedFile(path, metricsText({ ...run, ...facts, ...(lastGood !== undefined && { lastGood }) }));
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    io.message(visibleLines(`error: The metrics ${path} could not be written: ${reason}\n`));
    return false;
  }
}

// The collector takes the file as it is: what a failed run leaves out is gone.
async function earlierText(path: string): Promise<string> {
  try {
    const facts = await stat(path);
    return facts.isFile() && facts.size <= MOST_BYTES ? await readFile(path, "utf8") : "";
  } catch {
    return "";
  }
}
