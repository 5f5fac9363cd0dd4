import { randomUUID } from "node:crypto";
import type { Plan } from "../../plan/index.ts";
import { systemClock, systemRandom } from "../../process/system-clock.ts";
import { EMPTY, REPORT_FORMATS, type TerminalText, visibleLines, warningTexts } from "../../render/index.ts";
import { EXIT, exitCodeFor } from "../../run/exit-code.ts";
import { type RunResult, reconcile, type Writing } from "../../run/reconcile.ts";
import type { LockedState, LockHolder } from "../../state/index.ts";
import type { applySpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { type ApprovedPlan, readApprovedPlan, refuseChoice, requireReliable } from "../input/approved-plan.ts";
import { requireEnding, sortOperands } from "../input/fleet-file.ts";
import { deliverReport } from "../output/deliver-report.ts";
import { chooseFormat, protectInputs } from "../output/result.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { handOver, type Limits, limitWork, settleMs } from "../process/limits.ts";
import { startedBy } from "../process/process-info.ts";
import { isConfirmed, type ProgressShow, requireTerminal, showPlan, showProgress } from "../run/confirm.ts";
import { lockedMessage, lockState } from "../run/locked-state.ts";
import { forPlan, prepareRun, type ReconcileInput, type RunContext } from "../run/run-context.ts";
import { guardedAfterPlan, openApi, refusalMessage } from "../run/session.ts";

type ApplyInput = InputOf<typeof applySpec>;

/** What applying needs, operands sorted out. */
export type PreparedApply = Omit<ApplyInput, "plan" | "file" | "claim"> & Pick<ReconcileInput, "file">;

/** How long what was sent is read back after the deadline, beside the settle time: as long as one request may take. */
const ONE_READING_MS = 60_000;

/** `platectl apply`: plans, asks, writes, reads back, reports. */
export async function applyCommand({ plan: operands, claim, ...input }: ApplyInput, io: Io): Promise<number> {
  if (claim !== undefined)
    return (await import("./published.ts")).applyClaimed(claim, { ...input, plan: operands }, io);
  const { plan, ...sorted } = sortOperands(operands, input);
  return applyFrom(plan, { ...input, ...sorted }, io);
}

/** The same, for callers that know which operand is the approved plan. */
export async function applyFrom(planPath: string | undefined, options: PreparedApply, io: Io): Promise<number> {
  if (planPath === undefined) requireTerminal(options, io, "give an approved PLAN or --auto-approve");
  const startedAt = systemClock.now();
  if (planPath !== undefined) refuseChoice(options);
  const approved = await approvedPlan(planPath, options);
  chooseFormat(options, REPORT_FORMATS);
  const context = forPlan(await prepareRun(options, io), approved?.document);
  if (approved) requireReliable(planPath ?? "", approved.document, context.inputs.target, options.maxPlanAge);
  protectInputs({ "--report": options.report }, context.inputs.desired);
  requireEnding(options.report, [".json"], "the report document, which is JSON");
  const progress = showProgress(io, systemClock, options.quiet ?? false);
  const limits = limitWork(options.deadline);
  const resources = { approved, limits, progress };
  try {
    const run = await runLocked(context, options, io, resources);
    // The report names a signal that has come; one that comes while it is written lets it be written.
    await systemClock.turn();
    const result = (text: string) => handOver(io.result(text), limits);
    return await finish(run, { startedAt, planHash: approved?.sha256 }, limits, options, { ...io, result });
  } finally {
    limits.release();
  }
}

async function runLocked(
  context: RunContext,
  options: PreparedApply,
  io: Io,
  resources: Omit<Resources, "state">,
): Promise<RunResult> {
  const { limits, progress } = resources;
  const state = await takeLock(context, options, limits, io);
  try {
    // At the end of a large run it would stand in memory beside all of that run's own data. It can wait for another run, too.
    await state.compact(limits.stop).catch(() => false);
    const run = await applyRun(context, options, io, { state, ...resources });
    progress.end();
    return run;
  } finally {
    // A lock that cannot be released must not turn finished work into a failure; the next run names its holder.
    await state
      .release()
      .catch((error: unknown) =>
        io.message(visibleLines(`warning: the lock could not be released: ${String(error)}\n`)),
      );
  }
}

async function approvedPlan(path: string | undefined, options: PreparedApply): Promise<ApprovedPlan | undefined> {
  const { planHash } = options;
  if (path !== undefined) return readApprovedPlan(path, planHash);
  if (planHash === undefined) return undefined;
  throw wrongInput("--plan-hash is the hash of an approved plan: give the PLAN as well.");
}

interface Resources {
  readonly state: LockedState;
  readonly approved: ApprovedPlan | undefined;
  readonly limits: Limits;
  readonly progress: ProgressShow;
}

async function applyRun(context: RunContext, options: PreparedApply, io: Io, resources: Resources): Promise<RunResult> {
  const { state, approved, limits, progress } = resources;
  const api = openApi(context, options, io, { signal: limits.cancel });
  const isAsked = !options.autoApprove && !approved;
  const writing: Writing = {
    writer: api.writer,
    journal: state,
    options: {
      stop: limits.stop,
      cancel: limits.cancel,
      deadline: limits.at,
      settleMs: settleMs(options),
      onProgress: progress.update,
      ...(context.connection.concurrency !== undefined && { writesAtOnce: context.connection.concurrency }),
    },
    ...(approved && { approved: approved.document }),
    confirm: async (plan) => {
      const isMeant = await isConfirmed(plan, { isAsked, quiet: options.quiet, all: options.all }, io, limits.stop);
      if (isMeant) limits.extend(settleMs(options) + ONE_READING_MS);
      return isMeant;
    },
    run: { id: randomUUID(), ...startedBy(), ...(approved && { planHash: approved.sha256 }) },
    exitCode: (result) => limits.exitCode() ?? exitCodeFor(result),
  };
  const ports = {
    reader: api.reader,
    clock: systemClock,
    random: systemRandom,
    signal: limits.stop,
    memory: () => state.memory(),
    ...(!approved && { origins: context.origins, older: context.older }),
  };
  try {
    return await reconcile(context.inputs, ports, writing);
  } finally {
    await api.close();
  }
}

function takeLock(
  { store, view }: RunContext,
  { quiet, lockTimeout = 0 }: PreparedApply,
  { stop, at }: Limits,
  io: Io,
): Promise<LockedState> {
  const onWait = (holder: LockHolder): void => {
    if (!quiet) io.message(visibleLines(`Waiting: ${lockedMessage(holder, store)}\n`));
  };
  const timeout = Math.min(lockTimeout * 1000, at - systemClock.monotonic());
  return lockState(store, view, { timeout, signal: stop, onWait }, "Nothing was sent.");
}

async function finish(
  run: RunResult,
  { startedAt, planHash }: { readonly startedAt: number; readonly planHash: string | undefined },
  limits: Limits,
  options: PreparedApply,
  io: Io,
): Promise<number> {
  switch (run.kind) {
    case "planned":
      return EXIT.ok;
    case "applied":
      if (!options.quiet) io.message(warningsText(run.plan, options.all ?? false));
      return deliverReport(
        run,
        {
          startedAt,
          exitCode: limits.exitCode() ?? exitCodeFor(run),
          ...(planHash !== undefined && { planHash }),
        },
        options,
        io,
      );
    case "declined": {
      const failure = refusalMessage(run);
      throw new CommandFailure(limits.exitCode() ?? failure.exitCode, failure.message);
    }
    case "guarded":
      await showPlan(run.plan, options.all ?? false, io);
      throw guardedAfterPlan(run);
    case "stale":
    case "unreadable":
      throw refusalMessage(run);
  }
}

// A plan without changes is not shown; what it warns of, and the cars that wait until `grace` is over, may call for somebody all the same.
function warningsText({ scopes, warnings, notes = [] }: Plan, all: boolean): TerminalText {
  if (scopes.some(({ changes }) => changes.length > 0)) return EMPTY;
  const texts = [
    ...warningTexts(warnings, all, "plan --all").flatMap(({ label, texts: some }) =>
      some.map((text) => `${label}: ${text}`),
    ),
    ...notes.map(({ message }) => `note: ${message}`),
  ];
  return visibleLines(texts.map((text) => `${text}\n`).join(""));
}
