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
  /** `8 more like this (lookalike-letters): fleet.yaml:4:5, …`, where there are others; foreign text. */
  readonly more?: string;
}

/** Most warnings of one kind that are shown one by one; of whole lists, which are in the same state, one. */
const MOST_ALONE = 2;
/** How many places a group names. */
const MOST_PLACES = 3;

/** Puts warnings of one kind together, in the order of their first ones. A warning that has no place of its own stays alone. */
export function groupWarnings<Warning extends GroupedWarning>(
  warnings: readonly Warning[],
  placeOf: (warning: Warning) => string | undefined,
) {
  const place = (warning: Warning) => placeOf(warning) ?? placeByPlate(warning);
  const open = warnings.filter(({ accepted }) => !accepted);
  const kinds = groupBy(
    open.filter((one) => place(one) !== undefined),
    ({ code }) => code,
  );
  const groups = open.flatMap((one): WarningGroup<Warning>[] => {
    const kind = kinds.get(one.code) ?? [];
    const isOfList = placeOf(one) === undefined && one.licenseNumber === undefined;
    if (place(one) === undefined || kind.length <= (isOfList ? 1 : MOST_ALONE)) return [{ first: one, others: [] }];
    const [first, ...others] = kind;
    if (first !== one) return [];
    // Several may be of one list.
    const [all, cut] = [[...new Set(others.map((other) => place(other) ?? ""))], MOST_PLACES];
    const places = all.length > cut ? [...all.slice(0, cut), "…"] : all;
    return [{ first, others, more: `${withCommas(others.length)} more like this (${one.code}): ${places.join(", ")}` }];
  });
  return { groups, accepted: warnings.filter(({ accepted }) => accepted) };
}

function placeByPlate({ licenseNumber, scope }: GroupedWarning): string | undefined {
  return licenseNumber ?? (scope === undefined ? undefined : scopeInWords(scope));
}

/**
 * The message of a group's first warning with its code, by which docs/errors.md explains it, unless the words for the others
 * name that. Foreign text.
 */
export function firstInWords<Warning extends GroupedWarning>(
  { first, more }: WarningGroup<Warning>,
  message: string,
): string {
  return more === undefined ? withCode(message, first.code) : message;
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

/** The warnings of a document by their kind. */
export function groupsOf(warnings: readonly DocumentWarning[]) {
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

/** The warnings of a document for a terminal, texts under a label: those of one kind together, and what shows each of them; or each with `all`. */
export function warningTexts(warnings: readonly DocumentWarning[], all: boolean, seeAll: string) {
  const { groups, accepted } = groupsOf(warnings);
  const warning = (...texts: readonly string[]) => ({ label: "warning", texts });
  const seeEach = (text: string | undefined) => (text === undefined ? [] : [`${text} (${seeAll} shows each)`]);
  const rest = seeEach(acceptedInWords(accepted)).map((text) => ({ label: "accepted", texts: [text] }));
  if (!all)
    return [
      ...groups.map((group) => warning(firstInWords(group, warningInWords(group.first)), ...seeEach(group.more))),
      ...rest,
    ];
  const open = warnings.filter((one) => !one.accepted);
  return [
    ...open.map((one) => warning(withCode(warningInWords(one), one.code))),
    ...accepted.map((one) => ({ label: "accepted", texts: [acceptanceInWords(one)] })),
  ];
}
