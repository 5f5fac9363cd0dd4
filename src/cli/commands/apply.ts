import { randomUUID } from "node:crypto";
import type { Plan } from "../../plan/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { EMPTY, REPORT_FORMATS, type TerminalText, visibleLines, warningTexts } from "../../render/index.ts";
import { EXIT, exitCodeFor } from "../../run/exit-code.ts";
import { type RunResult, reconcile, type WriteInputs } from "../../run/reconcile.ts";
import type { LockedState, LockHolder } from "../../state/index.ts";
import type { applySpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { ApprovedPlan } from "../input/approved-plan.ts";
import { requireEnding, sortOperands } from "../input/fleet-file.ts";
import { deliverReport, type Ending } from "../output/deliver-report.ts";
import type { Findings } from "../output/metrics-file.ts";
import { chooseFormat, protectInputs, withMetrics } from "../output/result.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { handOver, type Limits, limitWork, settleMs } from "../process/limits.ts";
import { startedBy } from "../process/process-info.ts";
import { isConfirmed, type ProgressShow, requireTerminal, showPlan, showProgress } from "../run/confirm.ts";
import { lockedMessage, lockState } from "../run/locked-state.ts";
import { forPlan, prepareRun, type ReconcileInput, type RunContext } from "../run/run-context.ts";
import { guardedAfterPlan, openApi, readPorts, refusalMessage } from "../run/session.ts";

type ApplyInput = InputOf<typeof applySpec>;

/** What applying needs, operands sorted out. */
type PreparedApply = Omit<ApplyInput, "plan" | "file" | "claim"> & Pick<ReconcileInput, "file">;

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
export function applyFrom(planPath: string | undefined, options: PreparedApply, io: Io): Promise<number> {
  return withMetrics("apply", options.metrics, io, (findings) => runApply(planPath, options, io, findings));
}

async function runApply(
  planPath: string | undefined,
  options: PreparedApply,
  io: Io,
  findings: Findings,
): Promise<number> {
  if (planPath === undefined) requireTerminal(options, io, "give an approved PLAN or --auto-approve");
  const startedAt = systemClock.now();
  const approved = await approvedPlan(planPath, options);
  chooseFormat(options, REPORT_FORMATS);
  const context = forPlan(await prepareRun(options, io), approved?.document);
  if (approved) {
    const { requireReliable } = await loadApproving();
    requireReliable(planPath ?? "", approved.document, context.inputs.target, options.maxPlanAge);
  }
  protectInputs({ "--report": options.report }, context.inputs.desired);
  requireEnding(options.report, [".json"], "the report document, which is JSON");
  const limits = limitWork(options.deadline);
  try {
    const run = await runLocked({ ...context, approved, limits }, options, io);
    // The report names a signal that has come; one that comes while it is written lets it be written.
    await systemClock.turn();
    findings.run = run;
    const result = (text: string) => handOver(io.result(text), limits);
    const ending = { startedAt, exitCode: limits.exitCode() ?? exitCodeFor(run), planHash: approved?.sha256 };
    return await finish(run, ending, options, { ...io, result });
  } finally {
    limits.release();
  }
}

// Loaded late: the shapes of documents are made for it, and a run without an approved plan needs none of them.
function loadApproving() {
  return import("../input/approved-plan.ts");
}

async function approvedPlan(path: string | undefined, options: PreparedApply): Promise<ApprovedPlan | undefined> {
  if (path !== undefined) return (await loadApproving()).readApprovedPlan(path, options);
  if (options.planHash === undefined) return undefined;
  throw wrongInput("--plan-hash is the hash of an approved plan: give the PLAN as well.");
}

interface ApplyContext extends RunContext {
  readonly approved: ApprovedPlan | undefined;
  readonly limits: Limits;
}

async function runLocked(context: ApplyContext, options: PreparedApply, io: Io): Promise<RunResult> {
  const { store, view, limits } = context;
  const { quiet = false, lockTimeout = 0 } = options;
  const onWait = (holder: LockHolder): void => {
    if (!quiet) io.message(visibleLines(`Waiting: ${lockedMessage(holder, store)}\n`));
  };
  const timeout = Math.min(lockTimeout * 1000, limits.at - systemClock.monotonic());
  const state = await lockState(store, view, { timeout, signal: limits.stop, onWait }, "Nothing was sent.");
  try {
    // At the end of a large run it would be in memory beside all of that run's own data. It can wait for another run, too.
    await state.compact(limits.stop).catch(() => false);
    const progress = showProgress(io, systemClock, quiet);
    const run = await applyRun(context, state, progress.update, options, io);
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

async function applyRun(
  context: ApplyContext,
  state: LockedState,
  onProgress: ProgressShow["update"],
  options: PreparedApply,
  io: Io,
): Promise<RunResult> {
  const { approved, limits, connection, inputs, origins, older } = context;
  const api = openApi(context, options, io, { signal: limits.cancel });
  const isAsked = !options.autoApprove && !approved;
  const { concurrency: writesAtOnce } = connection;
  const { stop, cancel, at: deadline } = limits;
  const times = { stop, cancel, deadline, settleMs: settleMs(options) };
  const writing: WriteInputs = {
    writer: api.writer,
    journal: state,
    options: { ...times, onProgress, ...(writesAtOnce !== undefined && { writesAtOnce }) },
    ...(approved && { approved: approved.document }),
    confirm: async (plan) => {
      const isMeant = await isConfirmed(plan, isAsked, options, io, stop);
      if (isMeant) limits.extend(settleMs(options) + ONE_READING_MS);
      return isMeant;
    },
    run: { id: randomUUID(), ...startedBy(), ...(approved && { planHash: approved.sha256 }) },
    exitCode: (result) => limits.exitCode() ?? exitCodeFor(result),
  };
  const ports = { ...readPorts(api.reader), signal: stop, memory: () => state.memory() };
  try {
    return await reconcile(inputs, { ...ports, ...(!approved && { origins, older }) }, writing);
  } finally {
    await api.close();
  }
}

async function finish(run: RunResult, ending: Ending, options: PreparedApply, io: Io): Promise<number> {
  switch (run.kind) {
    case "planned":
      return EXIT.ok;
    case "applied":
      if (!options.quiet) io.message(warningsText(run.plan, options.all ?? false));
      return deliverReport(run, ending, options, io);
    case "declined":
      throw new CommandFailure(ending.exitCode, refusalMessage(run).message);
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
