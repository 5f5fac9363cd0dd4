import {
  accountIdOf,
  CHANGE_SIGNS,
  type Choice,
  counted,
  type DesiredState,
  type Diagnostic,
  firstOf,
  forgottenLists,
  type PlateKey,
  quoted,
  type Scope,
  type ScopeMemory,
  unmanagedAccounts,
  withCommas,
} from "../../allowlist/index.ts";
import { skippedKeys } from "../difference/differences.ts";
import { type ListDifference, leftOutOf } from "../difference/list-difference.ts";
import type { LeftOut, PlanWarning } from "../model/plan.ts";
import type { PlanInputs, PlanSource } from "../model/plan-inputs.ts";
import { correctionPairs } from "./correction.ts";

/** At most this many accounts that no fleet file declares are named in a warning. */
const MOST_ACCOUNTS_NAMED = 10;

/** What is known of lists beside those of the fleet file. */
interface OtherLists {
  readonly memory: ReadonlyMap<Scope, ScopeMemory>;
  /** The ids of the server's accounts, where it names them and the run is over all accounts of the fleet file. */
  readonly onServer: readonly string[];
  /** A run that applies a sealed plan may read a part of the state alone. */
  readonly source: PlanSource;
}

/** What to say of accounts that no fleet file declares: each that the state knows cars of by itself, and the others together. */
export function accountWarnings(desired: DesiredState, { memory, onServer, source }: OtherLists): Diagnostic[] {
  const forgotten = forgottenLists(desired, memory);
  const known = new Set(forgotten.map(({ scope }) => accountIdOf(scope)));
  const unmanaged = unmanagedAccounts(desired, onServer).filter((baId) => !known.has(baId));
  const fromPlan = (source.plan?.warnings ?? []).filter(
    ({ code, scope }) => code === "forgotten-account" && scope !== undefined && !known.has(accountIdOf(scope)),
  );
  return [
    ...forgotten.map(({ scope, cars }) => forgottenAccount(scope, forgottenInWords(scope, cars))),
    ...fromPlan.map(({ scope, message }) => forgottenAccount(scope, message)),
    ...(unmanaged.length > 0 ? [unmanagedWarning(desired, unmanaged)] : []),
  ];
}

function forgottenAccount(scope: Scope | undefined, message: string): Diagnostic {
  return { severity: "warning", code: "forgotten-account", message, ...(scope && { scope }) };
}

function forgottenInWords(scope: Scope, count: number): string {
  const [cars, they, them] = count === 1 ? ["1 car", "it stays", "it"] : [counted(count, "car"), "they stay", "them"];
  return (
    `account ${accountIdOf(scope)} is not in the fleet file any more, and the state knows ${cars} on it: ` +
    `${they} allowed until you act. To take ${them} off, declare the account with \`cars: []\` and approve that with ` +
    "policy.allowEmpty, and with the number of deletes where the plan then asks for it; to leave it as it is, name it in policy.accounts.ignore"
  );
}

function unmanagedWarning({ scopes }: DesiredState, unmanaged: readonly string[]): Diagnostic {
  const named = firstOf(unmanaged, MOST_ACCOUNTS_NAMED);
  const what = unmanaged.length === 1 ? "a billing account" : counted(unmanaged.length, "billing account");
  const message =
    scopes.length === 0
      ? `the fleet file names no account, and the server has ${what}: ${named}; declare them under accounts, or name them in policy.accounts.ignore`
      : `the server has ${what} that no fleet file declares: ${named}; declare them, or name them in policy.accounts.ignore`;
  return { severity: "warning", code: "unmanaged-account", message };
}

/** Most cars that a warning names of those that a plan leaves out of one list. */
const MOST_IN_WORDS = 5;

/** Names what a plan leaves out, list by list, and the cars to skip that it does not change at all. */
export function choiceWarnings(
  differences: readonly ListDifference[],
  inputs: PlanInputs,
  choice: Choice,
): PlanWarning[] {
  return [
    ...differences.flatMap((one): PlanWarning[] => {
      const { leftOut } = leftOutOf(one);
      return leftOut
        ? [{ code: "left-out", scope: one.scope, message: leftOutInWords(one.scope, leftOut, choice) }]
        : [];
    }),
    ...(inputs.source.kind !== "own" ? [] : unusedSkips(differences, inputs, choice)),
  ];
}

function leftOutInWords(scope: Scope, { cars, ...counts }: LeftOut, choice: Choice): string {
  const total = counts.add + counts.update + counts.delete;
  const parts = (["add", "update", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => counted(counts[action], action));
  const named = cars
    .slice(0, MOST_IN_WORDS)
    .map(({ action, licenseNumber }) => `${CHANGE_SIGNS[action]} ${quoted(licenseNumber)}`);
  const more = total > named.length ? ` and ${withCommas(total - named.length)} more` : "";
  return `${scope}: ${parts.join(", ")} left out by ${optionsOf(choice)}, and still to be done: ${named.join(", ")}${more}`;
}

// A plate is named where it is left out, and any number of them can be skipped.
function optionsOf({ only = [], skip }: Choice): string {
  return [...only.map((word) => `--only ${word}`), ...(skip ? ["--skip"] : [])].join(" ");
}

function unusedSkips(differences: readonly ListDifference[], inputs: PlanInputs, choice: Choice): PlanWarning[] {
  const spellings = new Map<PlateKey, string>();
  for (const { adds, updates, deletes, leftOut = [] } of differences) {
    for (const { plateKey, licenseNumber } of [...leftOut, ...adds, ...updates, ...deletes])
      spellings.set(plateKey, licenseNumber);
  }
  return skippedKeys(choice, inputs)
    .filter(({ plateKey }) => !spellings.has(plateKey))
    .map(({ text, plateKey }): PlanWarning => {
      const near = spellings.get(correctionPairs([plateKey], [...spellings.keys()]).get(plateKey) ?? plateKey);
      const ask = near === undefined ? "" : `; did you mean ${quoted(near)}?`;
      return {
        code: "skip-unused",
        licenseNumber: text,
        message: `--skip ${quoted(text)}: the plan has no change of this car${ask}`,
      };
    });
}
