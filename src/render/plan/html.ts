import { CHANGE_SIGNS } from "../../allowlist/index.ts";
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
import { guardsInWords, sentence, TO_ALLOW } from "../text/guard-words.ts";
import {
  deletesInFleet,
  liveInWords,
  noChanges,
  type PlannedScope,
  parkingUserInWords,
  planSummary,
  type ShownChange,
  scopeInWords,
  withCommas,
  yesOrNo,
} from "../text/phrases.ts";
import { listsInWords, mostImportantFirst } from "./importance.ts";
import {
  causeInWords,
  causeSummary,
  changesOf,
  checkInWords,
  correctionPairsOf,
  costInWords,
  featuresInWords,
  markDifference,
  moneyLines,
} from "./phrases.ts";
import { placeOf, reasonInFull } from "./reasons.ts";
import type { PlanShowing } from "./text.ts";

/** A change, with the name of its list where there are several. */
type Row = ShownChange & { readonly list: string };

const COLUMNS: readonly (Column & { readonly value: (row: Row) => string | MarkedText })[] = [
  {
    id: "car",
    label: "Car",
    value: ({ licenseNumber, twin }) => (twin === undefined ? licenseNumber : markDifference(licenseNumber, twin)),
  },
  {
    id: "action",
    label: "Action",
    filter: true,
    coloured: true,
    value: ({ action }) => `${CHANGE_SIGNS[action]} ${action}`,
  },
  { id: "list", label: "List", filter: true, value: ({ list }) => list },
  { id: "what", label: "Features", value: (row) => featuresInWords(row) },
  { id: "fleet", label: "In fleet now", filter: true, coloured: true, value: ({ inFleet }) => yesOrNo(inFleet) },
  { id: "cost", label: "Cost", value: costInWords },
  { id: "cause", label: "Cause", filter: true, value: causeInWords },
  { id: "note", label: "Note", value: ({ note = "" }) => note },
  { id: "check", label: "Check", prose: true, value: checkOf },
  { id: "why", label: "Why", filter: true, prose: true, value: reasonInFull },
  { id: "source", label: "Written at", value: placeOf },
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
 * A plan as one HTML file to search, filter and sort. What stops it comes first. Of the cars, deletes come first, and of
 * one action those of one cause together, until the reader sorts otherwise.
 */
export function planHtml(plan: PlanDocument, { sha256 }: Pick<PlanShowing, "sha256"> = {}): string {
  const nothing = noChanges(plan);
  const { tripped, passed } = guardsInWords(plan);
  const hasLists = plan.scopes.filter(({ changes, kept }) => changes.length + kept.length > 0).length > 1;
  const pairs = plan.scopes.flatMap((scope) => pairItems(scope, hasLists));
  return htmlPage({
    title: planSummary(plan.counts),
    above: [
      header(plan, sha256),
      unclearHtml(plan.desired),
      stoppedCard(tripped, pairs),
      nothing === undefined ? "" : verdict(proseHtml(nothing), tripped.length === 0 ? "calm" : "caution"),
      planTiles(plan),
      ...[...asideInWords(plan.desired), ...[listsInWords(plan) ?? []].flat()].map(
        (one) => `<p class="soft">${htmlText(one)}</p>`,
      ),
      moneyCard(plan),
      noticeCard(
        "Guards that were overridden",
        passed.map(
          ({ found, overriddenBy }) => `${htmlText(found)}. Allowed by <code>${htmlText(overriddenBy)}</code>`,
        ),
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
function stoppedCard(tripped: ReturnType<typeof guardsInWords>["tripped"], pairs: readonly string[]): string {
  const remedies = tripped.map(({ remedy }) => (remedy === "" ? "" : `<p>${proseHtml(sentence(remedy))}</p>`));
  const overrides = [...new Set(tripped.map(({ override }) => `<code>${htmlText(override)}</code>`))];
  const corrections = pairs.length === 0 ? "" : `<h3>${CORRECTIONS}</h3>${foldedList(pairs)}`;
  const items = tripped.map(({ found }) => htmlText(`${found}.`));
  const after = `${remedies.join("")}<p>${sentence(TO_ALLOW, "")} ${overrides.join(", ")}</p>${corrections}`;
  return noticeCard("Stopped by a guard: apply will refuse this plan", items, "alarm", after);
}

function pairItems(scope: PlannedScope, hasLists: boolean): string[] {
  const marked = (text: string, twin: string) => {
    const [before, changed, after] = markDifference(text, twin);
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
  const changed = (["delete", "detach", "update", "add"] as const).flatMap((action) =>
    changesOf(plan, action).map(({ scope, change }) =>
      COLUMNS.map(({ value }) => value({ ...change, list: listOf(scope) })),
    ),
  );
  const kept = plan.scopes.flatMap((scope) =>
    scope.kept.map(({ licenseNumber, reason }) => [
      ...[licenseNumber, "= keep", listOf(scope), "", "", "", "", "", "", reason],
    ]),
  );
  return [...changed, ...kept];
}

function checkOf(change: ShownChange): string | MarkedText {
  const { licenseNumber, twin } = change;
  const check = checkInWords(change) || parkingUserInWords(change);
  if (twin === undefined) return check;
  const [before, ...rest] = markDifference(twin, licenseNumber);
  return [`${check.slice(0, -twin.length)}${before}`, ...rest];
}

function titleOf(scope: PlannedScope): string {
  return `${scopeInWords(scope.scope)} ${scope.name ?? ""}`.trim();
}
