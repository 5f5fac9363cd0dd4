import type { Alarm } from "../allowlist/index.ts";
import {
  type ApplyOptions,
  type ApplyResult,
  applyPlan,
  stateNotWritten,
  withChangedMeanwhile,
} from "../apply/index.ts";
import { readAgain } from "../live/index.ts";
import { exemptionsOf, type Plan, type PlanToCompare, stalenessOf } from "../plan/index.ts";
import { makePlan, type RunInputs, type RunPorts } from "./make-plan.ts";
import type { InterfaceError, Journal, JournalEntry, ListWriter } from "./ports/index.ts";
import { listEntries, listSnapshot, openingEntries } from "./remember.ts";

export type { RunInputs, RunPorts };

/** What a run needs in addition to write. */
export interface WriteInputs {
  readonly writer: ListWriter;
  readonly journal: Journal;
  readonly options: Omit<ApplyOptions, "settings" | "memory" | "exemption">;
  /** The plan that was approved; the run does no more than it holds. */
  readonly approved?: PlanToCompare;
  /** Asks the person who runs this; is not asked when there is nothing to do. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
  /** Names the run, who started it and where to look at it, and the SHA-256 of the approved plan's file, for the journal. */
  readonly run: { readonly id: string; readonly actor: string; readonly url?: string; readonly planHash?: string };
  /** Gives the exit code that the result will have, for the journal. */
  readonly exitCode: (result: RunResult) => number;
}

/** How a run ended. */
export type RunResult =
  | { readonly kind: "planned"; readonly plan: Plan }
  | { readonly kind: "unreadable"; readonly failures: readonly InterfaceError[] }
  | { readonly kind: "stale"; readonly plan: Plan; readonly reasons: readonly string[] }
  /** A guard tripped. */
  | { readonly kind: "guarded"; readonly plan: Plan }
  | { readonly kind: "declined"; readonly plan: Plan }
  | { readonly kind: "applied"; readonly plan: Plan; readonly result: ApplyResult };

/**
 * One run: read all, make one plan, then refuse or apply it. Without `writing` it ends with the plan. Every refusal
 * comes before the first write.
 * @throws StateError when the journal can't be written, and nothing was sent.
 */
export async function reconcile(inputs: RunInputs, ports: RunPorts, writing?: WriteInputs): Promise<RunResult> {
  const memory = ports.memory();
  const planning = await makePlan(inputs, memory, ports);
  if (planning.kind === "unreadable") return planning;
  const { plan, inputs: planned } = planning;
  const { desired } = planned;
  if (!writing) return { kind: "planned", plan };

  const reasons = writing.approved ? stalenessOf(writing.approved, plan) : [];
  if (reasons.length > 0) return { kind: "stale", plan, reasons };
  if (plan.guards.some(({ tripped }) => tripped)) return { kind: "guarded", plan };
  const isEmpty = plan.scopes.every(({ changes }) => changes.length === 0);
  if (!isEmpty && !(await writing.confirm(plan))) return { kind: "declined", plan };

  const { writer, journal } = writing;
  const { id: run, ...by } = writing.run;
  const opening = openingEntries(plan, memory, planned.live.scopes);
  if (!isEmpty) await journal.append([{ kind: "run", run, ...by, planDigest: plan.desired.digest }, ...opening]);
  const written = await applyPlan(
    plan,
    planned.live.scopes,
    { ...ports, writer, journal, readBack: (carsOf) => readAgain(carsOf, desired.interface, ports) },
    { ...writing.options, settings: desired.interface, memory, exemption: exemptionsOf(planned) },
  );
  const result = withChangedMeanwhile(written, { plan, inputs: planned });
  const applied: RunResult = { kind: "applied", plan, result };
  const inPart = plan.scopes.some(({ leftOut }) => leftOut) && { inPart: true as const };
  const end: JournalEntry = { kind: "end", run, exitCode: writing.exitCode(applied), ...inPart };
  const lost = await recordIfPossible(journal, [
    ...listSnapshot(plan, result, memory, ports.memory),
    ...listEntries(desired, { plan, result }, memory, ports.clock.now()),
    ...(isEmpty ? opening : [end]),
  ]);
  return { ...applied, result: { ...result, alarms: [...result.alarms, ...lost] } };
}

// The work is done. What cannot be remembered now is reported: no later run finds all of it out again.
async function recordIfPossible(journal: Journal, entries: readonly JournalEntry[]): Promise<readonly Alarm[]> {
  const lost = (error: unknown) => [stateNotWritten("the state could not record how the run ended", error)];
  return journal.append(entries).then(() => [], lost);
}
