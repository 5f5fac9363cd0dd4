import { randomUUID } from "node:crypto";
import { EXIT, exitCodeFor } from "../exit-code.ts";
import type { Plan } from "../plan/index.ts";
import { type RunResult, reconcile, type Writing } from "../reconcile.ts";
import { planText, type reportFormats, sealPlan, visibleLines } from "../render/index.ts";
import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import type { PlanDocument } from "../schema/index.ts";
import type { LockedState } from "../state/index.ts";
import { type ApprovedPlan, DEFAULT_PLAN_AGE_HOURS, readApprovedPlan } from "./approved-plan.ts";
import { deliverReport } from "./deliver-report.ts";
import { CommandFailure } from "./failure.ts";
import { type Interrupts, letSignalsIn, listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { lockedMessage } from "./locked-message.ts";
import { processOwner, TOOL } from "./process-info.ts";
import { type ProgressShow, showProgress } from "./progress.ts";
import { askYes } from "./prompt.ts";
import { refusalMessage } from "./refusal-message.ts";
import { openApi, prepareChosen, type ReconcileOptions, type RunContext } from "./run-context.ts";
import { shownPlan } from "./shown-plates.ts";

/** Options of `platectl apply`. */
export interface ApplyCommandOptions extends ReconcileOptions {
  readonly autoApprove?: boolean;
  readonly report?: string;
  readonly format: keyof typeof reportFormats;
  /** Seconds. */
  readonly lockTimeout?: number;
  /** Seconds. */
  readonly settleTime?: number;
  /** Hours. */
  readonly maxPlanAge?: number;
  /** SHA-256 of the approved plan's file. */
  readonly planHash?: string;
}

const DEFAULT_SETTLE_SECONDS = 30;

/** `platectl apply`: plans, asks, writes, reads back, reports. */
export async function applyCommand(
  planPath: string | undefined,
  options: ApplyCommandOptions,
  io: Io,
): Promise<number> {
  if (planPath === undefined && !options.autoApprove && !(io.stdinIsTty && io.stderrIsTty)) {
    throw new CommandFailure(
      EXIT.input,
      "There is no terminal to ask on: give an approved PLAN or --auto-approve. Nothing was contacted.",
    );
  }
  const startedAt = systemClock.now();
  const approved = await approvedPlan(planPath, options);
  const context = await prepareChosen(options, io);
  const interrupts = listenForInterrupts();
  const progress = showProgress(io, systemClock, options.quiet ?? false);
  try {
    const state = await takeLock(context, options, interrupts, io);
    try {
      const run = await carryOut(context, options, io, { state, approved, interrupts, progress });
      progress.end();
      return await conclude(run, startedAt, interrupts, options, io);
    } finally {
      await state.compact().catch(() => false);
      // A lock that could not be given back must not turn finished work into a failure; the next run says who holds it.
      await state
        .release()
        .catch((error: unknown) =>
          io.message(visibleLines(`warning: the lock was not given back: ${String(error)}\n`)),
        );
    }
  } finally {
    interrupts.release();
  }
}

async function approvedPlan(path: string | undefined, options: ApplyCommandOptions): Promise<ApprovedPlan | undefined> {
  const { maxPlanAge, planHash } = options;
  if (path !== undefined) {
    return readApprovedPlan(path, { maxAgeHours: maxPlanAge ?? DEFAULT_PLAN_AGE_HOURS, sha256: planHash });
  }
  if (planHash === undefined) return undefined;
  throw new CommandFailure(
    EXIT.input,
    "--plan-hash is the hash of an approved plan: give the PLAN, too. Nothing was contacted.",
  );
}

interface Held {
  readonly state: LockedState;
  readonly approved: ApprovedPlan | undefined;
  readonly interrupts: Interrupts;
  readonly progress: ProgressShow;
}

async function carryOut(context: RunContext, options: ApplyCommandOptions, io: Io, held: Held): Promise<RunResult> {
  const { state, approved, interrupts, progress } = held;
  const api = openApi(context, options, io, interrupts.cancel);
  const isAsked = !options.autoApprove && !approved;
  const writing: Writing = {
    writer: api.writer,
    journal: state,
    options: {
      stop: interrupts.stop,
      cancel: interrupts.cancel,
      settleMs: (options.settleTime ?? DEFAULT_SETTLE_SECONDS) * 1000,
      onProgress: progress.update,
    },
    ...(approved && { approved: approved.document }),
    confirm: async (plan) => {
      // A large plan takes seconds, and so do the words for it.
      await letSignalsIn();
      if (interrupts.stop.aborted) return false;
      if (!options.quiet || isAsked) io.message(textOf(plan, io));
      await letSignalsIn();
      return !interrupts.stop.aborted && (!isAsked || (await askYes(question(plan), interrupts.stop)));
    },
    run: { id: randomUUID(), actor: processOwner().user, ...(approved && { planHash: approved.sha256 }) },
    exitCode: (result) => interrupts.exitCode() ?? exitCodeFor(result),
  };
  const ports = {
    reader: api.reader,
    clock: systemClock,
    random: systemRandom,
    signal: interrupts.stop,
    memory: () => state.memory(),
  };
  try {
    return await reconcile(inputsFor(context, approved?.document), ports, writing);
  } finally {
    await api.close();
  }
}

// An approved plan narrows the run to its own accounts.
function inputsFor({ inputs }: RunContext, approved: PlanDocument | undefined): RunContext["inputs"] {
  if (!approved) return inputs;
  const planned = new Set<string>(approved.scopes.map(({ scope }) => scope));
  return { ...inputs, scopes: inputs.scopes.filter((scope) => planned.has(scope)) };
}

async function takeLock(
  context: RunContext,
  options: ApplyCommandOptions,
  interrupts: Interrupts,
  io: Io,
): Promise<LockedState> {
  const { store, view } = context;
  const locking = await store.lock(view, {
    timeout: (options.lockTimeout ?? 0) * 1000,
    signal: interrupts.stop,
    onWait: (holder) => {
      if (!options.quiet) io.message(visibleLines(`Waiting: ${lockedMessage(holder, store)}\n`));
    },
  });
  if (locking.kind === "held") return locking.state;
  throw new CommandFailure(EXIT.locked, `${lockedMessage(locking.holder, store)}\nNothing was sent.`);
}

async function conclude(
  run: RunResult,
  startedAt: number,
  interrupts: Interrupts,
  options: ApplyCommandOptions,
  io: Io,
): Promise<number> {
  switch (run.kind) {
    case "planned":
      return EXIT.ok;
    case "applied":
      return deliverReport(run, { startedAt, exitCode: interrupts.exitCode() ?? exitCodeFor(run) }, options, io);
    case "declined": {
      const failure = refusalMessage(run);
      throw new CommandFailure(interrupts.exitCode() ?? failure.exitCode, failure.message);
    }
    case "guarded":
      io.message(textOf(run.plan, io));
      throw refusalMessage(run);
    case "stale":
    case "unreadable":
      throw refusalMessage(run);
  }
}

function textOf(plan: Plan, io: Io): string {
  return planText(shownPlan(sealPlan(plan, documentMeta()), io.plates), io.messageStyle);
}

function documentMeta(): { tool: typeof TOOL; createdAt: string } {
  return { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() };
}

function question({ counts, target }: Plan): string {
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const changes = [
    counted(counts.add, "add"),
    counted(counts.update, "update"),
    counted(counts.delete, "delete"),
    ...(counts.detach === undefined ? [] : [`${counts.detach} to detach`]),
  ];
  return `\nApply ${changes.join(", ")} at ${target.baseUrl}? Only "yes" is taken as yes: `;
}
