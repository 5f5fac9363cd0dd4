import { SIGN } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { type HtmlRow, htmlPage, type MarkedText } from "../html/page.ts";
import {
  BARS_LEGEND,
  beforeAfterBars,
  canBeAccepted,
  filterButton,
  foldedList,
  instantInWords,
  type ListsCardRow,
  listsCard,
  noticeCard,
  type PlainColumn,
  proseHtml,
  tiles,
  unclearHtml,
  verdict,
  warningItems,
} from "../html/parts.ts";
import type { Column } from "../html/table-data.ts";
import { asideInWords } from "../text/cars-aside.ts";
import { guardWords, sentence, TO_ALLOW } from "../text/guard-words.ts";
import {
  deletesInFleet,
  liveInWords,
  noChanges,
  type PlannedGuard,
  type PlannedScope,
  parkingUserInWords,
  planSummary,
  type ShownChange,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { listsInWords, mostImportantFirst } from "./importance.ts";
import {
  byCause,
  causeInWords,
  causeSummary,
  checkInWords,
  correctionPairsOf,
  costInWords,
  featuresInWords,
  markDifference,
  moneyLines,
} from "./phrases.ts";
import { placeOf, reasonInFull } from "./reasons.ts";
import type { PlanShowing } from "./text.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "action", label: "Action", filter: true, coloured: true },
  { id: "list", label: "List", filter: true },
  { id: "what", label: "Features" },
  { id: "fleet", label: "In fleet now", filter: true, coloured: true },
  { id: "cost", label: "Cost" },
  { id: "cause", label: "Cause", filter: true },
  { id: "note", label: "Note" },
  { id: "check", label: "Check", prose: true },
  { id: "why", label: "Why", filter: true, prose: true },
  { id: "source", label: "Written at" },
];

const LIST_COLUMNS: readonly PlainColumn[] = [
  { label: "List" },
  { label: "Delete", number: true, tone: "delete" },
  { label: "Update", number: true, tone: "update" },
  { label: "Add", number: true, tone: "add" },
  { label: "Unchanged", number: true },
  { label: "Kept", number: true },
  { label: "Before and after" },
];

/**
 * A plan as one HTML file to search, filter and sort. What stops it stands first. Of the cars, deletes come first, and of
 * one action those of one cause together, until the reader sorts otherwise.
 */
export function planHtml(plan: PlanDocument, { sha256 }: Pick<PlanShowing, "sha256"> = {}): string {
  const nothing = noChanges(plan);
  const tripped = plan.guards.filter((guard) => guard.tripped);
  const passed = plan.guards.filter((guard) => !guard.tripped && guard.overriddenBy !== undefined);
  const hasLists = plan.scopes.filter(({ changes, kept }) => changes.length + kept.length > 0).length > 1;
  const pairs = plan.scopes.flatMap((scope) => pairItems(scope, hasLists));
  return htmlPage({
    title: planSummary(plan.counts),
    above: [
      header(plan, sha256),
      unclearHtml(plan.desired),
      stoppedCard(tripped, plan, pairs),
      nothing === undefined ? "" : verdict(proseHtml(nothing), tripped.length === 0 ? "calm" : "caution"),
      planTiles(plan),
      ...[...asideInWords(plan.desired), ...[listsInWords(plan) ?? []].flat()].map(
        (one) => `<p class="soft">${htmlText(one)}</p>`,
      ),
      moneyCard(plan),
      noticeCard(
        "Guards that were overridden",
        passed.map((guard) => passedItem(guard, plan)),
        "caution",
      ),
      tripped.length === 0 ? noticeCard(CORRECTIONS, pairs, "caution") : "",
      noticeCard("Warnings", warningItems(plan.warnings.filter((one) => !canBeAccepted(one))), "caution"),
      listsCard(
        LIST_COLUMNS,
        mostImportantFirst(plan).scopes.map((scope) => listRow(scope, hasLists)),
        BARS_LEGEND,
      ),
      noticeCard("Notes", warningItems(plan.notes ?? []), ""),
      noticeCard("Warnings of plates and files", warningItems(plan.warnings.filter(canBeAccepted)), ""),
    ],
    table: { columns: COLUMNS, rows: carRows(plan, hasLists) },
  });
}

function header(plan: PlanDocument, sha256: string | undefined): string {
  const causes = causeSummary(plan);
  const seal =
    sha256 === undefined ? "" : `<p class="soft">Plan document, SHA-256 <code>${htmlText(sha256)}</code></p>`;
  return `<header><h1>Plan</h1>${causes === undefined ? "" : `<p class="causes">${causes}</p>`}
<p class="soft">Target <code>${htmlText(plan.target.baseUrl)}</code>, mode ${plan.mode}, made ${instantInWords(plan.createdAt)}</p>${seal}</header>`;
}

const CORRECTIONS = "Possible corrections: each pair may be one car, written in two ways";

/** What stops the plan, what to do about it, the option that allows it, and the deletes that may be no deletes at all. */
function stoppedCard(tripped: readonly PlannedGuard[], { scopes }: PlanDocument, pairs: readonly string[]): string {
  const words = tripped.map((guard) => guardWords(guard, scopes));
  const remedies = [...new Set(words.map(({ remedy = "" }) => `<p>${proseHtml(sentence(remedy))}</p>`))];
  const overrides = [...new Set(tripped.map(({ override }) => `<code>${htmlText(override)}</code>`))];
  const corrections = pairs.length === 0 ? "" : `<h3>${CORRECTIONS}</h3>${foldedList(pairs)}`;
  const items = words.map(({ found }) => htmlText(`${found}.`));
  const after = `${remedies.join("")}<p>${sentence(TO_ALLOW, "")} ${overrides.join(", ")}</p>${corrections}`;
  return noticeCard("Stopped by a guard: apply will refuse this plan", items, "alarm", after);
}

function passedItem(guard: PlannedGuard, { scopes }: PlanDocument): string {
  return `${htmlText(guardWords(guard, scopes).found)}. Allowed by <code>${htmlText(guard.overriddenBy ?? "")}</code>`;
}

function pairItems(scope: PlannedScope, hasLists: boolean): string[] {
  const marked = (text: string, twin: string) => {
    const { before, changed, after } = markDifference(text, twin);
    return `${htmlText(before)}${changed === "" ? "" : `<mark>${htmlText(changed)}</mark>`}${htmlText(after)}`;
  };
  const place = hasLists ? ` <span class="soft">${htmlText(titleOf(scope))}</span>` : "";
  return correctionPairsOf(scope).map(
    ({ added, deleted }) =>
      `<span class="pair"><code class="delete">- ${marked(deleted, added)}</code> <code class="add">+ ${marked(added, deleted)}</code>${place}</span>`,
  );
}

function planTiles({ counts, scopes }: PlanDocument): string {
  const { detach } = counts;
  const by = (value: string) => ({ column: "action", value });
  const inFleet = deletesInFleet(scopes);
  const deletes = inFleet === undefined ? "to delete" : `to delete <small>${inFleet}</small>`;
  return tiles([
    { count: counts.delete, word: deletes, tone: "delete", filter: by("- delete") },
    ...(detach === undefined
      ? []
      : [{ count: detach, word: "to detach", tone: "delete", filter: by("x detach") } as const]),
    { count: counts.update, word: "to update", tone: "update", filter: by("~ update") },
    { count: counts.add, word: "to add", tone: "add", filter: by("+ add") },
    { count: counts.unchanged, word: "unchanged", tone: "" },
    { count: counts.kept, word: "kept", tone: "", filter: by("= keep") },
  ]);
}

function moneyCard(plan: PlanDocument): string {
  const [all, ...lists] = moneyLines(plan);
  if (all === undefined) return "";
  return lists.length > 0 ? noticeCard(all, lists.map(htmlText), "") : verdict(htmlText(all), "");
}

function listRow(scope: PlannedScope, hasLists: boolean): ListsCardRow {
  const { add, update, delete: deletes, unchanged, kept } = scope.counts;
  const isBusy = scope.changes.length > 0;
  const name = `<b>${scopeInWords(scope.scope)}</b>${scope.name === undefined ? "" : ` ${htmlText(scope.name)}`}`;
  const title = isBusy && hasLists ? filterButton({ column: "list", value: titleOf(scope) }, name) : name;
  return {
    isBusy,
    cells: [
      `${title}<small class="${scope.live.source === "list" ? "soft" : "update"}">${liveInWords(scope.live)}</small>`,
      ...[deletes, update, add, unchanged, kept].map(withCommas),
      scope.live.source === "none"
        ? `<span class="soft">not known</span>`
        : beforeAfterBars(scope.live.count, scope.counts),
    ],
  };
}

function carRows(plan: PlanDocument, hasLists: boolean): HtmlRow[] {
  const listOf = (scope: PlannedScope) => (hasLists ? titleOf(scope) : "");
  const rows = (action: ShownChange["action"]) => {
    const located = plan.scopes.flatMap((scope) =>
      scope.changes.filter((change) => change.action === action).map((change) => ({ scope, change })),
    );
    return byCause(located).map(({ scope, change }) => changeRow(listOf(scope), change));
  };
  const kept = plan.scopes.flatMap((scope) =>
    scope.kept.map(({ licenseNumber, reason }) => [
      ...[licenseNumber, "= keep", listOf(scope), "", "", "", "", "", "", reason],
    ]),
  );
  return [...rows("delete"), ...rows("detach"), ...rows("update"), ...rows("add"), ...kept];
}

function changeRow(list: string, change: ShownChange): HtmlRow {
  const { licenseNumber, twin } = change;
  return [
    twin === undefined ? licenseNumber : markDifference(licenseNumber, twin),
    `${SIGN[change.action]} ${change.action}`,
    list,
    featuresInWords(change),
    change.inFleet === undefined ? "" : change.inFleet ? "yes" : "no",
    costInWords(change),
    causeInWords(change),
    change.note ?? "",
    checkOf(change),
    reasonInFull(change),
    placeOf(change),
  ];
}

function checkOf(change: ShownChange): string | MarkedText {
  const { licenseNumber, twin } = change;
  const check = checkInWords(change) || parkingUserInWords(change);
  if (twin === undefined) return check;
  const { before, ...rest } = markDifference(twin, licenseNumber);
  return { before: `${check.slice(0, -twin.length)}${before}`, ...rest };
}

function titleOf(scope: PlannedScope): string {
  return `${scopeInWords(scope.scope)} ${scope.name ?? ""}`.trim();
}
