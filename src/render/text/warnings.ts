import type { AcceptedBy, Scope } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { counted, scopeInWords, withCommas } from "./phrases.ts";

/** A warning, as far as it can be put together with others of its kind. */
interface GroupedWarning {
  readonly code: string;
  readonly licenseNumber?: string;
  readonly scope?: Scope;
  readonly accepted?: AcceptedBy;
}

/** A warning that is shown, and the others of its kind. */
export interface WarningGroup<Warning> {
  readonly first: Warning;
  readonly others: readonly Warning[];
  /** Where the first few of the others are, and `…` where there are more; foreign text. */
  readonly places: readonly string[];
}

/** Warnings by their kind, and those that the fleet file accepts. */
interface WarningGroups<Warning> {
  readonly groups: readonly WarningGroup<Warning>[];
  readonly accepted: readonly Warning[];
}

/** So many warnings of one kind are shown one by one; of whole lists, which are in the same state, one. */
const MOST_ALONE = 2;
/** How many places a group names. */
const MOST_PLACES = 3;

/** Puts warnings of one kind together, in the order of their first ones. A warning that has no place of its own stays alone. */
export function groupWarnings<Warning extends GroupedWarning>(
  warnings: readonly Warning[],
  placeOf: (warning: Warning) => string | undefined,
): WarningGroups<Warning> {
  const place = (warning: Warning) => placeOf(warning) ?? placeByPlate(warning);
  const open = warnings.filter(({ accepted }) => !accepted);
  const kinds = groupBy(
    open.filter((one) => place(one) !== undefined),
    ({ code }) => code,
  );
  const groups = open.flatMap((one): WarningGroup<Warning>[] => {
    const kind = kinds.get(one.code) ?? [];
    const isOfList = placeOf(one) === undefined && one.licenseNumber === undefined;
    const isAlone = place(one) === undefined || kind.length <= (isOfList ? 1 : MOST_ALONE);
    if (isAlone) return [{ first: one, others: [], places: [] }];
    const [first, ...others] = kind;
    if (first !== one) return [];
    return [{ first, others, places: firstPlaces(others.map((other) => place(other) ?? "")) }];
  });
  return { groups, accepted: warnings.filter(({ accepted }) => accepted) };
}

// Several may be of one list.
function firstPlaces(places: readonly string[]): readonly string[] {
  const named = new Set<string>();
  for (const one of places) {
    if (named.size === MOST_PLACES && !named.has(one)) return [...named, "…"];
    named.add(one);
  }
  return [...named];
}

function placeByPlate({ licenseNumber, scope }: GroupedWarning): string | undefined {
  return licenseNumber ?? (scope === undefined ? undefined : scopeInWords(scope));
}

/** `8 more like this (lookalike-letters): fleet.yaml:4:5, …`; undefined for a warning that stands alone. Foreign text. */
export function othersInWords<Warning extends GroupedWarning>({
  first,
  others,
  places,
}: WarningGroup<Warning>): string | undefined {
  if (others.length === 0) return undefined;
  return `${withCommas(others.length)} more like this (${first.code}): ${places.join(", ")}`;
}

/**
 * The message of a group's first warning with its code, by which docs/errors.md explains it, unless `othersInWords`
 * names that. Foreign text.
 */
export function firstInWords<Warning extends GroupedWarning>(
  { first, others }: WarningGroup<Warning>,
  message: string,
): string {
  return others.length === 0 ? withCode(message, first.code) : message;
}

/** A message with the code by which docs/errors.md explains it. */
export function withCode(message: string, code: string): string {
  return `${message} (${code})`;
}

/** `9 accepted warnings are not shown: lookalike-letters 9`; undefined for none. */
export function acceptedInWords(accepted: readonly GroupedWarning[]): string | undefined {
  if (accepted.length === 0) return undefined;
  const kinds = [...groupBy(accepted, ({ code }) => code)].map(([code, some]) => `${code} ${withCommas(some.length)}`);
  const verb = accepted.length === 1 ? "is" : "are";
  return `${counted(accepted.length, "accepted warning")} ${verb} not shown: ${kinds.join(", ")}`;
}

/** One warning of a document. */
export type DocumentWarning = PlanDocument["warnings"][number];

/** What stands under one label; foreign text. */
interface LabelledTexts {
  readonly label: string;
  readonly texts: readonly string[];
}

/** The warnings of a document by their kind. */
export function groupsOf(warnings: readonly DocumentWarning[]): WarningGroups<DocumentWarning> {
  return groupWarnings(warnings, ({ source }) => source);
}

/** A warning with its place in the fleet file; foreign text. */
export function warningInWords({ message, source }: DocumentWarning): string {
  return source === undefined ? message : `${source}: ${message}`;
}

/** An accepted warning with the reason that the fleet file gives; foreign text. */
export function acceptanceInWords(warning: DocumentWarning): string {
  const { reason = "", until } = warning.accepted ?? {};
  const end = until === undefined ? "" : `, until ${until}`;
  return `${warningInWords(warning)} (${reason}${end})`;
}

/** The warnings of a document for a terminal: those of one kind together, and what shows each of them; or each with `all`. */
export function warningTexts(warnings: readonly DocumentWarning[], all: boolean, seeAll: string): LabelledTexts[] {
  const { groups, accepted } = groupsOf(warnings);
  if (all) {
    const open = warnings.filter((one) => !one.accepted);
    return [
      ...open.map((one) => ({ label: "warning", texts: [withCode(warningInWords(one), one.code)] })),
      ...accepted.map((one) => ({ label: "accepted", texts: [acceptanceInWords(one)] })),
    ];
  }
  const rest = acceptedInWords(accepted);
  return [
    ...groups.map((group) => {
      const others = othersInWords(group);
      const texts = [
        firstInWords(group, warningInWords(group.first)),
        ...(others === undefined ? [] : [`${others} (${seeAll} shows each)`]),
      ];
      return { label: "warning", texts };
    }),
    ...(rest === undefined ? [] : [{ label: "accepted", texts: [`${rest} (${seeAll} shows each)`] }]),
  ];
}
