import type { PlanDocument } from "../../schema/index.ts";
import { htmlText } from "../escape/html.ts";
import {
  BARS_LEGEND,
  beforeAfterBars,
  card,
  foldedCount,
  instantInWords,
  noticeCard,
  type PlainColumn,
  plainTable,
  proseHtml,
  tiles,
  verdict,
} from "../html/parts.ts";
import { canBeAccepted, warningItems } from "../html/warning-items.ts";
import { asideInWords } from "../text/cars-aside.ts";
import { guardWords, sentence, TO_ALLOW } from "../text/guard-words.ts";
import {
  liveInWords,
  noChanges,
  type PlannedGuard,
  type PlannedScope,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { correctionPairsOf, markDifference } from "./correction-pairs.ts";
import { causeSummary, moneyLines } from "./phrases.ts";

const LIST_COLUMNS: readonly PlainColumn[] = [
  { label: "List" },
  { label: "Add", number: true, tone: "add" },
  { label: "Update", number: true, tone: "update" },
  { label: "Delete", number: true, tone: "delete" },
  { label: "Unchanged", number: true },
  { label: "Kept", number: true },
  { label: "Before and after" },
];

function moneyParts(plan: PlanDocument): readonly string[] {
  const [all, ...lists] = moneyLines(plan);
  if (all === undefined) return [];
  return [lists.length > 0 ? noticeCard(all, lists.map(htmlText), "") : verdict(htmlText(all), "calm")];
}

/** What stands above the cars of a plan, as HTML: what stops it, what it comes to, what to look at, list by list. */
export function planHtmlSummary(plan: PlanDocument, sha256?: string): string {
  const causes = causeSummary(plan);
  const nothing = noChanges(plan);
  const tripped = plan.guards.filter((guard) => guard.tripped);
  const passed = plan.guards.filter((guard) => !guard.tripped && guard.overriddenBy !== undefined);
  return [
    `<header><h1>Plan</h1>${causes === undefined ? "" : `<p class="causes">${causes}</p>`}`,
    `<p class="soft">Target <code>${htmlText(plan.target.baseUrl)}</code>, mode ${plan.mode}, made ${instantInWords(plan.createdAt)}</p>${documentLine(sha256)}</header>`,
    ...moneyParts(plan),
    noticeCard(
      "Stopped by a guard: apply will refuse this plan",
      tripped.map((guard) => trippedItem(guard, plan)),
      "alarm",
    ),
    nothing === undefined ? "" : verdict(proseHtml(nothing), tripped.length === 0 ? "calm" : "caution"),
    planTiles(plan),
    ...asideInWords(plan.desired).map((one) => `<p class="soft">${htmlText(one)}</p>`),
    noticeCard(
      "Guards that were overridden",
      passed.map((guard) => passedItem(guard, plan)),
      "caution",
    ),
    noticeCard(
      "Possible corrections: each pair may be one car, written in two ways",
      plan.scopes.flatMap(pairItems),
      "caution",
    ),
    noticeCard("Warnings", warningItems(plan.warnings.filter((one) => !canBeAccepted(one))), "caution"),
    listCard(plan),
    noticeCard("Notes", warningItems(plan.notes ?? []), ""),
    noticeCard("Warnings of plates and files", warningItems(plan.warnings.filter(canBeAccepted)), ""),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function documentLine(sha256: string | undefined): string {
  return sha256 === undefined ? "" : `<p class="soft">Plan document, SHA-256 <code>${htmlText(sha256)}</code></p>`;
}

function planTiles({ counts }: PlanDocument): string {
  const { detach } = counts;
  const by = (value: string) => ({ column: "action", value });
  return tiles([
    { count: counts.add, word: "to add", tone: "add", filter: by("+ add") },
    { count: counts.update, word: "to update", tone: "update", filter: by("~ update") },
    { count: counts.delete, word: "to delete", tone: "delete", filter: by("- delete") },
    ...(detach === undefined
      ? []
      : [{ count: detach, word: "to detach", tone: "delete", filter: by("x detach") } as const]),
    { count: counts.unchanged, word: "unchanged", tone: "" },
    { count: counts.kept, word: "kept", tone: "", filter: by("= keep") },
  ]);
}

function trippedItem(guard: PlannedGuard, { scopes }: PlanDocument): string {
  const { found, remedy = "" } = guardWords(guard, scopes);
  return `${htmlText(found)}. ${proseHtml(sentence(remedy))} ${sentence(TO_ALLOW, "")} <code>${htmlText(guard.override)}</code>`;
}

function passedItem(guard: PlannedGuard, { scopes }: PlanDocument): string {
  return `${htmlText(guardWords(guard, scopes).found)}. Allowed by <code>${htmlText(guard.overriddenBy ?? "")}</code>`;
}

function pairItems(scope: PlannedScope): string[] {
  const marked = (text: string, twin: string) => {
    const { before, changed, after } = markDifference(text, twin);
    return `${htmlText(before)}${changed === "" ? "" : `<mark>${htmlText(changed)}</mark>`}${htmlText(after)}`;
  };
  return correctionPairsOf(scope).map(
    ({ added, deleted }) =>
      `<span class="pair"><code class="delete">- ${marked(deleted, added)}</code> <code class="add">+ ${marked(added, deleted)}</code> <span class="soft">${titleOf(scope)}</span></span>`,
  );
}

function listCard(plan: PlanDocument): string {
  const busy = plan.scopes.filter(({ changes }) => changes.length > 0);
  const idle = plan.scopes.filter(({ changes }) => changes.length === 0);
  const table = (label: string, scopes: readonly PlannedScope[]) =>
    scopes.length === 0 ? "" : plainTable(label, LIST_COLUMNS, scopes.map(listRow));
  if (busy.length === 0) return card("Lists", table("Lists", idle));
  const rest = foldedCount(idle.length, "list", "without changes", table("Lists without changes", idle));
  return card("Lists", `${BARS_LEGEND}${table("Lists that change", busy)}${rest}`);
}

function listRow(scope: PlannedScope): string[] {
  const { add, update, delete: deletes, unchanged, kept } = scope.counts;
  const tone = scope.live.source === "list" ? "soft" : "update";
  return [
    `${titleOf(scope)}<small class="${tone}">${liveInWords(scope.live)}</small>`,
    ...[add, update, deletes, unchanged, kept].map(withCommas),
    scope.live.source === "none"
      ? `<span class="soft">not known</span>`
      : beforeAfterBars(scope.live.count, scope.counts),
  ];
}

function titleOf({ scope, name }: PlannedScope): string {
  return name === undefined ? `<b>${scopeInWords(scope)}</b>` : `<b>${scopeInWords(scope)}</b> ${htmlText(name)}`;
}
