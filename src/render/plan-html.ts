import type { PlanDocument } from "../schema/index.ts";
import { causeInWords, causeSummary } from "./causes.ts";
import { htmlText } from "./escape/html.ts";
import { type Column, htmlPage } from "./html-page.ts";
import { beforeAfterBars, noticeCard, plainTable, tiles } from "./html-parts.ts";
import {
  featureList,
  guardInWords,
  liveInWords,
  noChanges,
  type PlannedChange,
  type PlannedScope,
  planSummary,
  SIGN,
  scopeInWords,
  withCommas,
} from "./words.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car", width: 14 },
  { id: "action", label: "Action", width: 9, filter: true, coloured: true },
  { id: "list", label: "List", width: 18, filter: true },
  { id: "what", label: "Features", width: 16 },
  { id: "fleet", label: "In fleet now", width: 10, filter: true },
  { id: "cause", label: "Cause", width: 9, filter: true },
  { id: "source", label: "Written at", width: 13 },
  { id: "note", label: "Note", width: 24 },
];

const LIST_COLUMNS = ["List", "Live cars", "Add:", "Update:", "Delete:", "Unchanged:", "Kept:", "Before and after"];

/** A plan as one HTML file to search, filter and sort; deletes come first until the reader sorts otherwise. */
export function planHtml(plan: PlanDocument): string {
  return htmlPage({ title: "platectl plan", above: above(plan), columns: COLUMNS, rows: carRows(plan) });
}

function above(plan: PlanDocument): string {
  const { add, update, delete: deletes, unchanged, kept } = plan.counts;
  const causes = causeSummary(plan);
  const sentences = [planSummary(plan.counts), noChanges(plan), causes === undefined ? undefined : `${causes}.`];
  const guards = plan.guards.filter((guard) => guard.tripped);
  return [
    `<header><h1>Plan</h1><p>${sentences.filter((one) => one !== undefined).join(" ")}</p>`,
    `<p class="soft">Target <code>${htmlText(plan.target.baseUrl)}</code>, mode ${plan.mode}, made ${htmlText(plan.createdAt)}</p></header>`,
    noticeCard(
      "Stopped by a guard: apply will refuse this plan",
      guards.map((one) => `${htmlText(guardInWords(one))}. If this is meant: <code>${htmlText(one.override)}</code>`),
      "alarm",
    ),
    tiles([
      { count: add, word: "to add", tone: "add" },
      { count: update, word: "to update", tone: "update" },
      { count: deletes, word: "to delete", tone: "delete" },
      { count: unchanged, word: "unchanged", tone: "" },
      { count: kept, word: "kept", tone: "" },
    ]),
    listTable(plan),
    noticeCard("Warnings", plan.warnings.map(warningItem), ""),
  ].join("\n");
}

function warningItem({ message, source }: PlanDocument["warnings"][number]): string {
  return `${source === undefined ? "" : `<code>${htmlText(source)}</code> `}${htmlText(message)}`;
}

function listTable(plan: PlanDocument): string {
  const after = ({ live, counts }: PlannedScope) => Math.max(0, live.count + counts.add - counts.delete);
  const largest = plan.scopes.reduce((most, scope) => Math.max(most, scope.live.count, after(scope)), 0);
  const rows = plan.scopes.map((scope) => {
    const { add, update, delete: deletes, unchanged, kept } = scope.counts;
    return [
      htmlText(titleOf(scope)),
      liveInWords(scope.live),
      ...[add, update, deletes, unchanged, kept].map(withCommas),
      beforeAfterBars(scope.live.count, after(scope), largest),
    ];
  });
  return plainTable("Lists", LIST_COLUMNS, rows);
}

function titleOf(scope: PlannedScope): string {
  return `${scopeInWords(scope.scope)} ${scope.name ?? ""}`.trim();
}

function carRows(plan: PlanDocument): string[][] {
  const rows = (action: PlannedChange["action"]) =>
    plan.scopes.flatMap((scope) =>
      scope.changes.filter((change) => change.action === action).map((change) => changeRow(scope, change)),
    );
  const kept = plan.scopes.flatMap((scope) =>
    scope.kept.map((car) => [car.licenseNumber, "= keep", titleOf(scope), "", "", "", "", car.reason]),
  );
  return [...rows("delete"), ...rows("update"), ...rows("add"), ...kept];
}

function changeRow(scope: PlannedScope, change: PlannedChange): string[] {
  return [
    change.licenseNumber,
    `${SIGN[change.action]} ${change.action}`,
    titleOf(scope),
    featuresOf(change),
    change.inFleet === undefined ? "" : change.inFleet ? "yes" : "no",
    causeInWords(change),
    change.source ?? "",
    change.hint ?? "",
  ];
}

function featuresOf({ action, features }: PlannedChange): string {
  if (features === undefined || action === "delete") return "";
  return action === "add" ? featureList(features.to) : `${featureList(features.from)} → ${featureList(features.to)}`;
}
