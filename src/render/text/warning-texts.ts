import type { PlanDocument } from "../../schema/index.ts";
import {
  acceptedInWords,
  firstInWords,
  groupWarnings,
  othersInWords,
  type WarningGroups,
  withCode,
} from "./warning-groups.ts";

/** One warning of a document. */
export type DocumentWarning = PlanDocument["warnings"][number];

/** What stands under one label; foreign text. */
export interface LabelledTexts {
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
