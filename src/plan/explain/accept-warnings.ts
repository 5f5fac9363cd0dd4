import {
  ACCEPTABLE_OF_LISTS,
  type Acceptance,
  Acceptances,
  type DesiredState,
  formatSource,
  isSpelledAs,
  type LiveState,
  outdatedText,
  readPlate,
  type Scope,
} from "../../allowlist/index.ts";
import type { PlanWarning } from "../model/plan.ts";

/** What decides which warnings of a plan are accepted. */
interface Accepting {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly scopes: readonly Scope[];
  readonly day: string;
}

/** Warnings of a plate's characters: the server holds the plate so, and nothing is to be done. */
const SILENT_WHERE_LISTED: ReadonlySet<string> = new Set(["lookalike-letters", "unusual-plate"]);
const OF_LISTS: ReadonlySet<string> = new Set(ACCEPTABLE_OF_LISTS);

/**
 * The warnings of a plan, those that the fleet file accepts marked, without those of unusual plates that stand on the live
 * list as they are written; and a warning of each acceptance of a live list's warnings that none falls under.
 */
export function acceptWarnings(accepting: Accepting, warnings: readonly PlanWarning[]): PlanWarning[] {
  const { desired, day } = accepting;
  const { policy, interface: rules } = desired;
  const acceptances = new Acceptances(policy.accept, rules, day);
  const marked = warnings
    .filter((warning) => !isListedAsWritten(warning, accepting))
    .map((warning) => (OF_LISTS.has(warning.code) ? acceptances.mark(warning) : warning));
  const outdated = acceptances.outdated((one) => OF_LISTS.has(one.warning) && wasJudged(one, accepting));
  return [
    ...marked,
    ...outdated.map((one) => ({
      code: `acceptance-${one.why}` as const,
      message: outdatedText(one),
      source: formatSource(one.acceptance.source),
    })),
  ];
}

function isListedAsWritten({ code, licenseNumber, scope }: PlanWarning, { desired, live }: Accepting): boolean {
  if (!SILENT_WHERE_LISTED.has(code) || licenseNumber === undefined || scope === undefined) return false;
  const list = live.scopes.get(scope);
  const reading = readPlate(licenseNumber, desired.interface);
  if (list?.source !== "list" || reading.kind !== "plate") return false;
  const entry = list.entries.get(reading.plateKey);
  return entry !== undefined && isSpelledAs(entry, licenseNumber);
}

// Only lists that were read can show that there is nothing to accept any more.
function wasJudged({ warning, scope }: Acceptance, { desired, live, scopes }: Accepting): boolean {
  if (warning === "fleet-unreadable") return live.fleet !== undefined;
  const planned = new Set(scopes);
  const meant = scope === undefined ? desired.scopes.map((one) => one.scope) : [scope];
  return meant.every((one) => planned.has(one) && live.scopes.get(one)?.source === "list");
}
