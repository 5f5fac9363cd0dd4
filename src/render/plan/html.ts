import { SIGN } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { type Column, type HtmlRow, htmlPage, type MarkedText } from "../html/page.ts";
import {
  featureList,
  holderInWords,
  type PlannedChange,
  type PlannedScope,
  planSummary,
  scopeInWords,
} from "../text/phrases.ts";
import { correctionPairsOf, markDifference } from "./correction-pairs.ts";
import { planHtmlSummary } from "./html-summary.ts";
import { byCause, causeInWords, costInWords, noteOf } from "./phrases.ts";
import { reasonInFull } from "./reasons.ts";
import type { PlanShowing } from "./text.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "action", label: "Action", filter: true, coloured: true },
  { id: "list", label: "List", filter: true },
  { id: "what", label: "Features" },
  { id: "fleet", label: "In fleet now", filter: true, coloured: true },
  { id: "cost", label: "Cost" },
  { id: "cause", label: "Cause", filter: true },
  { id: "why", label: "Why", filter: true },
  { id: "source", label: "Written at" },
  { id: "note", label: "Note", prose: true },
];

/**
 * A plan as one HTML file to search, filter and sort; deletes come first, and of one action those of one cause
 * together, until the reader sorts otherwise.
 */
export function planHtml(plan: PlanDocument, { sha256 }: Pick<PlanShowing, "sha256"> = {}): string {
  return htmlPage({
    title: planSummary(plan.counts),
    above: planHtmlSummary(plan, sha256),
    columns: COLUMNS,
    rows: carRows(plan),
  });
}

function carRows(plan: PlanDocument): HtmlRow[] {
  const twins = new Map(plan.scopes.map((scope) => [scope, twinsOf(scope)]));
  const rows = (action: PlannedChange["action"]) => {
    const located = plan.scopes.flatMap((scope) =>
      scope.changes.filter((change) => change.action === action).map((change) => ({ scope, change })),
    );
    return byCause(located).map(({ scope, change }) =>
      changeRow(scope, change, twins.get(scope)?.get(`${action} ${change.licenseNumber}`)),
    );
  };
  const kept = plan.scopes.flatMap((scope) =>
    scope.kept.map((car) => [car.licenseNumber, "= keep", titleOf(scope), "", "", "", "", "", "", car.reason]),
  );
  return [...rows("delete"), ...rows("detach"), ...rows("update"), ...rows("add"), ...kept];
}

/** The other plate of each car that is one of a correction pair. */
function twinsOf(scope: PlannedScope): ReadonlyMap<string, string> {
  return new Map(
    correctionPairsOf(scope).flatMap(({ added, deleted }) => [
      [`add ${added}`, deleted],
      [`delete ${deleted}`, added],
    ]),
  );
}

function changeRow(scope: PlannedScope, change: PlannedChange, twin: string | undefined): HtmlRow {
  return [
    twin === undefined ? change.licenseNumber : markDifference(change.licenseNumber, twin),
    `${SIGN[change.action]} ${change.action}`,
    titleOf(scope),
    featuresOf(change),
    change.inFleet === undefined ? "" : change.inFleet ? "yes" : "no",
    costInWords(change),
    causeInWords(change),
    reasonInFull(change),
    change.source ?? "",
    markedNote(change, twin),
  ];
}

function markedNote(change: PlannedChange, twin: string | undefined): string | MarkedText {
  const note = noteOf(change) || holderInWords(change);
  if (twin === undefined || !note.endsWith(twin)) return note;
  const { before, ...rest } = markDifference(twin, change.licenseNumber);
  return { before: `${note.slice(0, -twin.length)}${before}`, ...rest };
}

function titleOf(scope: PlannedScope): string {
  return `${scopeInWords(scope.scope)} ${scope.name ?? ""}`.trim();
}

function featuresOf({ action, features }: PlannedChange): string {
  if (features === undefined || action === "delete") return "";
  return action === "add" ? featureList(features.to) : `${featureList(features.from)} → ${featureList(features.to)}`;
}
