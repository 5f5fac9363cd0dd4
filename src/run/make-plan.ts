import {
  type DesiredState,
  type Diagnostic,
  dayIn,
  declaredScopes,
  type LiveScope,
  type LiveState,
  limitedTo,
  type OlderFleet,
  type Scope,
  WrongListError,
} from "../allowlist/index.ts";
import { ifAnswered, readLive, readLiveList, readUserHoldings, type SweepPorts } from "../live/index.ts";
import {
  accountWarnings,
  buildPlan,
  differencesOf,
  moveDestinations,
  type Plan,
  type PlanInputs,
  scopesWithDeletes,
} from "../plan/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "./collections.ts";
import type { AccountReader, InterfaceError, ListReader, Memory, UserReader } from "./ports/index.ts";

/** Of a run that deletes where earlier runs may have deleted, too. */
const NO_MEMORY: Diagnostic = {
  severity: "warning",
  code: "no-memory",
  message:
    "this run has no memory of earlier runs: limits over several days are not judged; keep the state, with `--state git:BRANCH@REMOTE` or in a directory that stays from run to run",
};

/** What a run is about. */
export interface RunInputs extends Omit<PlanInputs, "live" | "day" | "now" | "diagnostics" | "holdings" | "origins"> {
  /** What loading the files warned of. */
  readonly warnings: readonly Diagnostic[];
  /** The state is not sure to be kept for the next run. */
  readonly mayForget?: boolean;
}

/** What every run needs from the world. */
export interface RunPorts extends SweepPorts {
  readonly reader: ListReader & UserReader & AccountReader;
  /** What the state knows of the target. */
  readonly memory: () => Memory;
  /** Reads the history of the fleet files, for the reasons of changes; never rejects. */
  readonly origins?: () => Promise<NonNullable<PlanInputs["origins"]>>;
  /** Looks in the history for cars that lists of unknown content may still hold; never rejects. */
  readonly older?: (unknown: readonly Scope[], memory: LiveState["memory"]) => Promise<ReadonlyMap<Scope, OlderFleet>>;
}

/** The one plan of a run, with all that it rests on; or what prevented it. */
export type PlanningResult =
  | { readonly kind: "planned"; readonly plan: Plan; readonly inputs: PlanInputs }
  | { readonly kind: "unreadable"; readonly failures: readonly InterfaceError[] };

// Too many rows of a list may be unclear only beside what is known of it.
function judgeLists(files: DesiredState, live: LiveState): DesiredState {
  const { desired, wrongList } = files.judge?.(files, live) ?? { desired: files };
  if (wrongList !== undefined) throw new WrongListError(wrongList);
  return desired;
}

/**
 * Reads all that a plan rests on, and makes it.
 * @throws WrongListError where a list as a whole cannot be what it was.
 */
export async function makePlan(inputs: RunInputs, memory: Memory, ports: RunPorts): Promise<PlanningResult> {
  const { desired: read, scopes, warnings, source: from, ...about } = inputs;
  const history = ports.origins?.();
  const onServer = accountsOnServer(inputs, ports);
  // It is awaited later, perhaps not at all.
  onServer.catch(() => undefined);
  const reading = await readLive(read, scopes, memory, ports);
  if (reading.kind === "unreadable") return reading;
  const now = ports.clock.now();
  const day = dayIn(read.timeZone, now);
  const desired = limitedTo(judgeLists(read, reading.live), scopes, day);
  const live = await withOlder(await withDestinations(reading.live, desired, day, ports), scopes, ports);
  const accounts = accountWarnings(desired, { memory, onServer: await onServer, source: from });
  const diagnostics = [...warnings, ...reading.warnings, ...accounts];
  const origins = await history;
  const { base } = from;
  const source = base ? { ...from, base: base.judge?.(base, reading.live).desired ?? base } : from;
  const known = { ...about, desired, source, scopes, live, day, now, diagnostics, ...(origins && { origins }) };
  await ports.clock.turn(ports.signal);
  const differences = differencesOf(known);
  await ports.clock.turn(ports.signal);
  const losing = scopesWithDeletes(differences);
  const isForgotten = inputs.mayForget === true && memory.size === 0 && losing.length > 0;
  const isDetach = desired.policy.onRemove === "detach";
  const found = isDetach ? await readUserHoldings(losing, desired.interface, ports.reader) : undefined;
  if (found?.kind === "unreadable") return found;
  const all = {
    ...known,
    diagnostics: isForgotten ? [...diagnostics, NO_MEMORY] : diagnostics,
    ...(found && { holdings: found.holdings }),
  };
  return { kind: "planned", plan: buildPlan(all, differences), inputs: all };
}

/** The same with the lists that cars move to and that the run leaves out, as far as they can be read. */
async function withDestinations(
  live: LiveState,
  desired: DesiredState,
  day: string,
  ports: RunPorts,
): Promise<LiveState> {
  const destinations = moveDestinations(desired, live, day);
  if (destinations.length === 0) return live;
  const lists = await mapConcurrent(destinations, LARGEST_CONCURRENCY, (scope) =>
    ifAnswered(() => readLiveList(desired, scope, ports)),
  );
  return {
    ...live,
    scopes: new Map([...live.scopes, ...lists.flatMap((list) => (list ? [[list.scope, list] as const] : []))]),
  };
}

async function withOlder(live: LiveState, chosen: readonly Scope[], { older }: RunPorts): Promise<LiveState> {
  const unknown = chosen.filter((scope) => live.scopes.get(scope)?.baseline === "unknown");
  if (unknown.length === 0 || !older) return live;
  const found = await older(unknown, live.memory);
  const scopes = Array.from(live.scopes, ([scope, one]): [Scope, LiveScope] => {
    const fleet = found.get(scope);
    return [scope, fleet ? { ...one, older: fleet } : one];
  });
  return { ...live, scopes: new Map(scopes) };
}

// Only a run over all accounts of the fleet file can know which ones the file lacks.
async function accountsOnServer(
  { desired, scopes, source }: RunInputs,
  { reader }: RunPorts,
): Promise<readonly string[]> {
  if (source.kind === "part" || desired.mode !== "billing-account" || scopes.length < declaredScopes(desired).size)
    return [];
  const accounts = (await ifAnswered(() => reader.billingAccounts())) ?? [];
  return accounts.map(({ baId }) => baId);
}
