import { EXIT, exitCodeFor } from "../../exit-code.ts";
import { targetOf } from "../../plan/index.ts";
import { REPORT_FORMATS, visibleLines } from "../../render/index.ts";
import { MOST_AT_ONCE } from "../../runtime/map-concurrent.ts";
import { systemClock, systemRandom } from "../../runtime/system-clock.ts";
import { processWorld } from "../../runtime/this-process.ts";
import {
  exitCodeOfAll,
  type PublishedPlan,
  reportOf,
  shareLimiter,
  type WorkDone,
  workOn,
} from "../../workers/index.ts";
import { optionName } from "../definitions/readers.ts";
import type { applySpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { printReport } from "../output/deliver-report.ts";
import { refusalMessage } from "../output/refusal-message.ts";
import { chooseFormat } from "../output/result.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { limitWork, settleMs } from "../process/limits.ts";
import { startedBy } from "../process/process-info.ts";
import { connectionFor, openApi, type Server } from "../run/session.ts";
import { type OpenPlan, openPlan } from "./report.ts";

type ClaimInput = Omit<InputOf<typeof applySpec>, "claim">;

/** What a published plan has decided already, or what `platectl report` does. */
const DECIDED = [
  ...(["file", "account", "only", "skip", "reassert", "planHash", "maxPlanAge", "report"] as const),
  ...(["allowDeletes", "allowAdds", "allowUpdates", "allowShrink", "allowAge"] as const),
];

/** `platectl apply --claim HASH`: a worker, which takes lists of a published plan until none is left. */
export async function applyClaimed(hash: string, options: ClaimInput, io: Io): Promise<number> {
  refuseDecided(options);
  const format = chooseFormat(options, REPORT_FORMATS);
  const connection = connectionFor(options, io);
  const { plans, plan } = await openPlan(hash, options);
  requireTarget(plan, connection);
  const done = await work({ plans, plan }, connection, options, io);
  for (const text of problemsOf(done)) io.message(visibleLines(`${text}\n`));
  const report = reportOf(plan, done.lists);
  await printReport(report, format, { all: options.all }, io);
  return done.interrupted ?? exitCodeOf(done, report.exitCode);
}

type Connection = Server["connection"];

async function work(
  { plans, plan }: OpenPlan,
  connection: Connection,
  options: ClaimInput,
  io: Io,
): Promise<WorkDone & { readonly interrupted: number | undefined }> {
  const most = connection.concurrency ?? MOST_AT_ONCE;
  const limits = limitWork(options.deadline);
  const { limiter, end } = shareLimiter(plans, plan.document.target.fingerprint, most, processWorld());
  const api = openApi({ connection: { ...connection, limiter }, settings: plan.common.interface }, options, io, {
    signal: limits.cancel,
  });
  const { stop, cancel, at: deadline } = limits;
  const applying = { stop, cancel, deadline, settleMs: settleMs(options) };
  try {
    const { lists, unreadable, altered } = await workOn(plan, most, {
      plans,
      reader: { ...api.reader, fleetCars: once(() => api.reader.fleetCars()) },
      writer: api.writer,
      clock: systemClock,
      random: systemRandom,
      signal: stop,
      options: { ...applying, onProgress: () => undefined },
      confirm: async () => true,
      by: startedBy(),
    });
    return { lists, unreadable, altered, interrupted: limits.exitCode() };
  } finally {
    end();
    limits.release();
    await api.close();
  }
}

function refuseDecided(options: ClaimInput): void {
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const given = DECIDED.filter((key) => isGiven(options[key])).map((key) => `--${optionName(key)}`);
  if (isGiven(options.plan)) given.unshift("a plan");
  if (given.length === 0) return;
  throw new CommandFailure(
    EXIT.input,
    `--claim takes lists of a published plan, which says what is done: leave ${given.join(", ")} out, or give it to \`plan --publish\`. Nothing was contacted.`,
  );
}

function requireTarget({ document }: PublishedPlan, { baseUrl, partnerUrl }: Connection): void {
  const target = targetOf(baseUrl, partnerUrl, document.mode);
  if (target.fingerprint === document.target.fingerprint) return;
  throw new CommandFailure(
    EXIT.stale,
    `The plan is for ${document.target.baseUrl}, and this run for ${target.baseUrl}. Nothing was sent.`,
  );
}

function problemsOf({ unreadable, altered }: WorkDone): readonly string[] {
  return [
    ...new Set(unreadable.map((run) => refusalMessage(run).message)),
    ...altered.map(
      (scope) => `${scope}: its part of the plan was altered after it was published. Nothing of it was sent.`,
    ),
  ];
}

function exitCodeOf({ lists, unreadable, altered }: WorkDone, own: number): number {
  const failed = [...unreadable.map((run) => exitCodeFor(run)), ...altered.map(() => EXIT.stale)];
  return exitCodeOfAll([...(lists.length > 0 ? [own] : []), ...failed]);
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
