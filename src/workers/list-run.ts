import type { z } from "zod";
import type { PlateKey } from "../allowlist/index.ts";
import type { OutcomeCounts } from "../apply/index.ts";
import { EXIT } from "../exit-code.ts";
import type { Change, ScopePlan } from "../plan/index.ts";
import type { RememberedScope } from "../ports/index.ts";
import type { RunResult } from "../reconcile.ts";
import { reportDocumentSchema } from "../schema/index.ts";
import type { ListPart } from "./published-plan.ts";

/** A turn of a list as it is kept beside the plan, with its times in UTC. */
export const listRunSchema = reportDocumentSchema
  .pick({ startedAt: true, finishedAt: true, exitCode: true })
  .extend({ list: reportDocumentSchema.shape.scopes.element });

/** What was known of a list before a turn: its earlier turns, and what the journal says. */
interface Known {
  readonly earlier: readonly ListRun[];
  readonly memory: RememberedScope | undefined;
}

/** When a turn began and ended, in milliseconds since the epoch. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** What a turn of one list has done: an outcome for each approved change that no earlier turn has reported. */
export type ListRun = z.infer<typeof listRunSchema>;

/** A run that could read its list. */
type ReadRun = Exclude<RunResult, { readonly kind: "unreadable" }>;

/**
 * What a run of a list has done of the list's part, after earlier turns. What was approved and is not in the plan any more was
 * done by a worker that died, or by somebody else: the reading, or where there is none the journal, says that it is so. What waits
 * for a move has a second turn, and no third.
 */
export function listRunOf(part: ListPart, { earlier, memory }: Known, run: ReadRun, times: Times): ListRun {
  const { scope } = part.desired;
  const told = new Set(earlier.flatMap(({ list }) => list.results.map(identityOf)));
  const due = part.changes.filter((change) => !told.has(identityOf(change)));
  const [plan] = run.plan.scopes;
  const report = run.kind === "applied" ? run.result.scopes.find((one) => one.scope === scope) : undefined;
  const waiting = waitingIn(plan);
  const planned = new Set(plan?.changes.map(identityOf));
  const isStale = run.kind !== "applied";
  const why = run.kind === "stale" ? run.reasons.join("; ") : "stopped before it was sent";
  const others = due.flatMap((change): Result[] => {
    const error = isStale ? why : waiting.get(change.plateKey);
    if (error === undefined)
      return planned.has(identityOf(change)) ? [] : [{ ...namesOf(change), ...knownOf(change, plan, memory) }];
    return isStale || earlier.length > 0 ? [{ ...namesOf(change), outcome: "not-sent", error }] : [];
  });
  const results = [...(report?.results ?? []), ...others];
  const counts = countsOf(results);
  const { changedMeanwhile, baseline } = report ?? {};
  const isInterrupted = run.kind === "applied" && run.result.interrupted;
  return {
    startedAt: new Date(times.from).toISOString(),
    finishedAt: new Date(times.to).toISOString(),
    exitCode: isInterrupted
      ? EXIT.interrupted
      : isStale
        ? EXIT.stale
        : exitCodeOf(counts, changedMeanwhile !== undefined),
    list: {
      scope,
      results,
      counts,
      ...(baseline && { baseline }),
      ...(changedMeanwhile && { changedMeanwhile: [...changedMeanwhile] }),
    },
  };
}

type Result = ListRun["list"]["results"][number];

/** The cars of a plan that stay until they are on the list that they move to, with the reason. */
export function waitingIn(plan: ScopePlan | undefined): ReadonlyMap<PlateKey, string> {
  const waiting = plan?.exempt.filter(({ rule }) => rule === "waits-for-move") ?? [];
  return new Map(waiting.map(({ plateKey, reason }) => [plateKey, reason]));
}

// Of a list that is not read, only the journal tells; where it knows nothing of the car, nobody does.
function knownOf(
  { action, plateKey }: Change,
  plan: ScopePlan | undefined,
  memory: RememberedScope | undefined,
): Pick<Result, "outcome" | "error"> {
  if (plan?.live.source === "list") return { outcome: "verified" };
  const entry = memory?.entries.get(plateKey);
  const isDone = action === "delete" ? memory?.touched && !entry : entry && !entry.uncertain;
  return isDone
    ? { outcome: "acknowledged" }
    : { outcome: "unknown", error: "the list is not shown, and the state does not tell what became of it" };
}

function exitCodeOf({ unknown, rejected, notSent }: OutcomeCounts, isChanged: boolean): number {
  if (unknown > 0) return EXIT.unknown;
  return rejected + notSent > 0 || isChanged ? EXIT.partial : EXIT.ok;
}

/** What two outcomes of one change share. */
export function identityOf({ action, licenseNumber, parkingUser }: Omit<Result, "outcome">): string {
  return JSON.stringify([action, licenseNumber, parkingUser]);
}

function namesOf({ action, licenseNumber, parkingUser }: Change): Omit<Result, "outcome"> {
  return { action, licenseNumber, ...(parkingUser !== undefined && { parkingUser }) };
}

/** How many results there are of each outcome. */
export function countsOf(results: readonly Result[]): OutcomeCounts {
  const of = (outcome: Result["outcome"]) => results.filter((one) => one.outcome === outcome).length;
  return {
    verified: of("verified"),
    acknowledged: of("acknowledged"),
    rejected: of("rejected"),
    unknown: of("unknown"),
    notSent: of("not-sent"),
  };
}
