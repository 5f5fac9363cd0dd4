import {
  ACCEPTABLE_OF_LISTS,
  type Acceptance,
  Acceptances,
  type DesiredState,
  type Diagnostic,
  formatSource,
  isSpelledAs,
  type LiveState,
  outdatedText,
  readPlate,
  type Scope,
} from "../../allowlist/index.ts";
import type { ChoiceInputs } from "../difference/choice.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Guard, PlanWarning, ScopePlan } from "../model/plan.ts";
import { choiceWarnings } from "./choice-warnings.ts";
import {
  acknowledgementWarnings,
  editsWithoutEffect,
  exemptAbsent,
  halfMoveWarnings,
  releasedScopes,
} from "./file-warnings.ts";
import { listWarnings } from "./list-warnings.ts";
import { firstPlanWarnings, liveWarnings, undoneAgain } from "./live-warnings.ts";

/** Warnings of a plate's characters: the server holds the plate so, and nothing is to be done. */
const SILENT_WHERE_LISTED: ReadonlySet<string> = new Set(["lookalike-letters", "unusual-plate"]);
const OF_LISTS: ReadonlySet<string> = new Set(ACCEPTABLE_OF_LISTS);

/** What the warnings of a plan are about, besides what was planned. */
export interface WarningInputs extends ChoiceInputs {
  readonly desired: DesiredState;
  readonly live: LiveState;
  /** Those of the run. */
  readonly scopes: readonly Scope[];
  /** What loading and reading warned of. */
  readonly diagnostics: readonly Diagnostic[];
  /** The fleet files as of a base revision. */
  readonly base?: DesiredState;
}

/** What was planned. */
interface Planned {
  readonly differences: readonly ListDifference[];
  readonly guards: readonly Guard[];
  readonly scopes: readonly ScopePlan[];
}

/** All that a reviewer of a plan is warned of, in the order in which it is shown. */
export function warningsOf(inputs: WarningInputs, { differences, guards, scopes }: Planned): PlanWarning[] {
  const { desired, day, base } = inputs;
  return acceptWarnings(inputs, [
    ...inputs.diagnostics.map(planWarning),
    ...differences.flatMap(liveWarnings),
    ...firstPlanWarnings(differences, guards),
    ...differences.flatMap((difference) => exemptAbsent(difference, day)),
    ...listWarnings(differences, day),
    ...halfMoveWarnings(scopes),
    ...choiceWarnings(differences, inputs),
    ...differences.flatMap(undoneAgain),
    ...(base ? releasedScopes(desired, base) : []),
    ...differences.flatMap((difference) => editsWithoutEffect(difference, day)),
    ...acknowledgementWarnings(desired, guards, { day, planned: new Set(inputs.scopes) }),
  ]);
}

function planWarning({ severity: _, fix: __, source, ...rest }: Diagnostic): PlanWarning {
  return { ...rest, ...(source && { source: formatSource(source) }) };
}

// Those that the fleet file accepts are marked, and those of unusual plates that stand on the live list as they are written left
// out; of each acceptance of a live list's warnings that none falls under, it warns.
function acceptWarnings(accepting: WarningInputs, warnings: readonly PlanWarning[]): PlanWarning[] {
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

function isListedAsWritten({ code, licenseNumber, scope }: PlanWarning, { desired, live }: WarningInputs): boolean {
  if (!SILENT_WHERE_LISTED.has(code) || licenseNumber === undefined || scope === undefined) return false;
  const list = live.scopes.get(scope);
  const reading = readPlate(licenseNumber, desired.interface);
  if (list?.source !== "list" || reading.kind !== "plate") return false;
  const entry = list.entries.get(reading.plateKey);
  return entry !== undefined && isSpelledAs(entry, licenseNumber);
}

// Only lists that were read can show that there is nothing to accept any more.
function wasJudged({ warning, scope }: Acceptance, { desired, live, scopes }: WarningInputs): boolean {
  if (warning === "fleet-unreadable") return live.fleet !== undefined;
  const planned = new Set(scopes);
  const meant = scope === undefined ? desired.scopes.map((one) => one.scope) : [scope];
  return meant.every((one) => planned.has(one) && live.scopes.get(one)?.source === "list");
}
