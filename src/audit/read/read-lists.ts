import { accountIdOf, type DesiredScope, type Diagnostic, type LiveScope, listDigest } from "../../allowlist/index.ts";
import { readList } from "../../live/index.ts";
import { buildPlan, type PlanWarning, type Target } from "../../plan/index.ts";
import type { Memory } from "../../ports/index.ts";
import { mapConcurrent } from "../../runtime/map-concurrent.ts";
import type { AuditedList } from "../index.ts";
import { type AuditReader, readUntilSame, tryRead } from "./audit-reader.ts";

/** Lists read at once. */
const LISTS_AT_ONCE = 4;

/** Reads every list until two sweeps are equal, and compares it with the fleet file as a plan does. */
export async function readLists(
  gathering: AuditReader,
  target: Target,
  diagnostics: readonly Diagnostic[],
): Promise<AuditedList[]> {
  const { desired, scopes, needs, warnings, day, memory, ports } = gathering;
  const readings = needs.has("lists")
    ? await mapConcurrent(scopes, LISTS_AT_ONCE, (one) =>
        tryRead(gathering, one.scope, () => readTwice(gathering, one)),
      )
    : [];
  const read = readings.filter((live) => live !== undefined && live !== "not-offered");
  const plan = buildPlan({
    // Acknowledgements are for guards, which an audit has none of.
    desired: { ...desired, policy: { ...desired.policy, acknowledge: [] } },
    live: { scopes: new Map(read.map((live) => [live.scope, live])), fleet: undefined, memory },
    target,
    day,
    now: ports.clock.now(),
    allowances: {},
    scopes: read.map(({ scope }) => scope),
    diagnostics,
  });
  const changes = new Map(plan.scopes.map((one) => [one.scope, one.changes]));
  for (const warning of plan.warnings) warnings.push(warning);
  return scopes.map((one, at) => {
    const live = readings[at];
    if (live === "not-offered") warnings.push(notOffered(one, memory));
    if (live === undefined || live === "not-offered") return { desired: one };
    return { desired: one, read: { live, changes: changes.get(one.scope) ?? [] } };
  });
}

// The first sweep finds out whether there is a list at all.
async function readTwice(
  { desired, ports, memory }: AuditReader,
  { scope }: DesiredScope,
): Promise<LiveScope | "not-offered"> {
  return readUntilSame(
    `${scope}: the live list`,
    async () => (await readList(desired, scope, ports, memory.get(scope)?.wasRead)) ?? "not-offered",
    (left, right) => digestOf(left) === digestOf(right),
  );
}

function digestOf(live: LiveScope | "not-offered"): string {
  return live === "not-offered" ? live : `${listDigest(live.entries.values())} ${live.unreadable.join("\n")}`;
}

function notOffered({ scope }: DesiredScope, memory: Memory): PlanWarning {
  const next = memory.get(scope)?.baseline
    ? "`platectl plan` compares with what the state remembers"
    : `what is on it is not known: \`platectl state adopt --account ${accountIdOf(scope)}\` says so`;
  const message = `${scope}: the server does not list this account's cars, so nothing is said of drift there; ${next}`;
  return { code: "list-not-offered", message };
}
