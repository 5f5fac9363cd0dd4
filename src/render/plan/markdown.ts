import { truncate } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { notTodayInWords, skippedSection, unclearSection } from "../text/cars-aside.ts";
import { guardsInWords, sentence, TO_ALLOW } from "../text/guard-words.ts";
import {
  codeItems,
  GITHUB_COMMENT_LENGTH,
  LONGEST_ADDRESS,
  markdownPage,
  type Section,
  warningItems,
} from "../text/markdown-page.ts";
import {
  counted,
  deletesInFleet,
  liveInWords,
  movesInWords,
  noChanges,
  type PlannedScope,
  planSummary,
  type ShownChange,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { listsInWords, listsToShow, mostImportantFirst } from "./importance.ts";
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

const ELSEWHERE = "`platectl plan --all` lists every car, and `--format html` makes a page to search.";

const STOPPED =
  "**Stopped by a guard: nothing changes on the lists until this is corrected or allowed.** If a file is wrong, put the right one on this branch: the plan is made again.";

const SCOPE_COLUMNS = ["List", "Live cars", "Add:", "Update:", "Delete:", "Unchanged:", "Kept:"];

const CHANGE_COLUMNS = "Car, List, Cause, Features, In the fleet now, Parking user, Written at, Cost, Why, Note".split(
  ", ",
);

/**
 * A plan for a pull request, and never longer than a comment may be. First what becomes of the cars and what stops it, for the owner of
 * the list; then deletes, the rest folded; the words of the command line come last.
 */
export function planMarkdown(document: PlanDocument, options: PlanShowing = {}): string {
  const plan = mostImportantFirst(document);
  const { maxLength = GITHUB_COMMENT_LENGTH, elsewhere = ELSEWHERE } = options;
  const foot = footOf(plan, options);
  const open = plan.warnings.filter(({ accepted }) => !accepted);
  const sections: Section[] = [
    unclearSection(plan.desired),
    guardSection(plan, options.approval),
    passedSection(plan),
    skippedSection(plan.desired),
    scopeTable(plan),
    { title: "**Cost of what is taken off**", rows: codeItems(moneyLines(plan).slice(1)), what: "list", share: 0.2 },
    changeSection(plan, "delete", { title: "**Deletes**" }),
    changeSection(plan, "detach", { title: "**Taken from parking users**" }),
    correctionSection(plan),
    ...(["update", "add"] as const).map((action) =>
      changeSection(plan, action, { title: counted(plan.counts[action], action), isFolded: true }),
    ),
    { title: counted(open.length, "warning"), isFolded: true, rows: warningItems(plan.warnings), what: "warning" },
    { title: "", rows: warningItems(plan.notes ?? []), what: "note", share: 0.25 },
    keptSection(plan),
  ];
  return markdownPage(head(plan), sections, maxLength - foot.length, elsewhere) + foot;
}

function head(plan: PlanDocument): string {
  const causes = plan.scopes.some(hasOtherCauses) ? causeSummary(plan) : undefined;
  const held = plan.scopes.flatMap(({ kept }) => kept.filter(({ rule }) => rule === "unclear-row")).length;
  const strong = [
    movesInWords(plan),
    held > 0 && `${withCommas(held)} of those that stay ${held === 1 ? "is" : "are"} held by an unclear row.`,
    causes,
    sentence(deletesInFleet(plan.scopes) ?? ""),
  ].flatMap((text) => (text ? [`**${text}**`] : []));
  const plain = [listsInWords(plan), noChanges(plan), ...notTodayInWords(plan.desired)].flatMap((text) => text ?? []);
  // The sums of the lists are in the sections, which may be cut; here is the one of all.
  const money = moneyLines(plan).slice(0, 1).map(markdownCode);
  return [...strong, ...plain, ...money].map((text) => `${text}\n`).join("\n");
}

// Something besides the change itself: somebody else's doing, or a day that has come.
function hasOtherCauses({ changes }: PlannedScope): boolean {
  return changes.some(({ cause }) => cause !== undefined && cause !== "edit");
}

function footOf(plan: PlanDocument, { sha256 }: PlanShowing): string {
  const target = `Target ${markdownCode(truncate(plan.target.baseUrl, LONGEST_ADDRESS))}, mode ${plan.mode}.`;
  const [only, ...others] = plan.scopes;
  const list = only && others.length === 0 ? ` List: ${scopeTitle(only)}, ${liveInWords(only.live)}.` : "";
  return [
    `\n**${planSummary(plan.counts)}** ${target}${list}\n`,
    ...(sha256 === undefined ? [] : [`\nPlan document, SHA-256: ${markdownCode(sha256)}\n`]),
  ].join("");
}

function guardSection(plan: PlanDocument, approval: PlanShowing["approval"]): Section {
  const rows = guardsInWords(plan, markdownCode).tripped.map(({ found, remedy, override }) => {
    const option = approval ? "" : ` ${sentence(TO_ALLOW, "")} ${markdownCode(override)}`;
    return [`${found}.${remedy === "" ? "" : ` ${sentence(remedy)}`}${option}`];
  });
  return { title: STOPPED, rows: [...rows, ...approvalRows(approval)], what: "guard", share: 0.2 };
}

/** Most lines of the fleet file that are shown. */
const MOST_ENTRIES = 5;

// The page is a link that platectl made; the branch and the entries may hold what others wrote.
function approvalRows(approval: PlanShowing["approval"]): string[][] {
  if (!approval) return [];
  const { page, branch, entries } = approval;
  const shown = entries.slice(0, MOST_ENTRIES).map(markdownCode).join(", ");
  const more = entries.length > MOST_ENTRIES ? ` and ${withCommas(entries.length - MOST_ENTRIES)} more` : "";
  const onBranch = branch === undefined ? "" : ` on the branch ${markdownCode(branch)}`;
  const how = `If it is right, a colleague who may decide it opens [fleet acknowledge](${page}), presses **Run workflow**${onBranch}, and says why. A pull request then adds to \`policy.acknowledge\` of the fleet file: ${shown}${more}. Merging that lets this pass.`;
  return [[how]];
}

function passedSection(plan: PlanDocument): Section {
  const rows = guardsInWords(plan, markdownCode).passed.map(({ found, overriddenBy }) => {
    return [`${found}. Allowed by ${markdownCode(overriddenBy)}`];
  });
  return { title: "**Over a limit, and let pass**", rows, what: "guard that was let pass", share: 0.2 };
}

/** A list with its name, for a table cell. */
function scopeTitle(scope: PlannedScope): string {
  const title = scopeInWords(scope.scope);
  return scope.name === undefined ? title : `${title} ${markdownCode(scope.name)}`;
}

// Where there is one list, its name says nothing.
function listCell(scope: PlannedScope, { scopes }: PlanDocument): string {
  return scopes.length > 1 ? scopeTitle(scope) : "";
}

/** The counts of every list, where there are several; of very many, those that lose most. */
function scopeTable(plan: PlanDocument): Section {
  const lists = plan.scopes.length > 1 ? listsToShow(plan) : [];
  const rows = lists.map((scope) => {
    const { add, update, delete: deletes, unchanged, kept } = scope.counts;
    const counts = [add, update, deletes, unchanged, kept].map(withCommas);
    return [scopeTitle(scope), liveInWords(scope.live), ...counts];
  });
  const title = lists.length < plan.scopes.length ? "**The lists that lose most**" : "";
  return { title, columns: SCOPE_COLUMNS, rows, what: "list", share: 0.25 };
}

function changeSection(
  plan: PlanDocument,
  action: ShownChange["action"],
  heading: Pick<Section, "title" | "isFolded">,
): Section {
  const rows = changesOf(plan, action).map(({ scope, change }) => [
    markdownCode(change.licenseNumber),
    listCell(scope, plan),
    causeInWords(change),
    featuresInWords(change, markdownCode),
    inFleetNow(change),
    markdownCode(change.parkingUser ?? ""),
    markdownCode(placeOf(change)),
    markdownCode(costInWords(change)),
    markdownCode(reasonInFull(change)),
    markdownCode(checkInWords(change)),
  ]);
  return { ...heading, columns: CHANGE_COLUMNS, rows, what: action };
}

function inFleetNow({ action, inFleet }: ShownChange): string {
  if (action !== "delete") return "";
  return inFleet === undefined ? "not known" : inFleet ? "**yes**" : "no";
}

function correctionSection(plan: PlanDocument): Section {
  const rows = plan.scopes.flatMap((scope) =>
    correctionPairsOf(scope).map(({ added, deleted }) => {
      return [marked(deleted, added), marked(added, deleted), listCell(scope, plan)];
    }),
  );
  const title = "**Possible corrections.** Each pair may be one car, written in two ways.";
  return { title, columns: ["Deleted", "Added", "List"], rows, what: "possible correction", share: 0.25 };
}

function marked(text: string, twin: string): string {
  const [before, changed, after] = markDifference(text, twin);
  if (changed === "") return markdownCode(text);
  return `${markdownCode(before)}**${markdownCode(changed)}**${markdownCode(after)}`;
}

function keptSection(plan: PlanDocument): Section {
  const rows = plan.scopes.flatMap((scope) =>
    scope.kept.map((car) => [markdownCode(car.licenseNumber), listCell(scope, plan), markdownCode(car.reason)]),
  );
  const title = `${counted(rows.length, "car")} kept`;
  return { title, isFolded: true, columns: ["Car", "List", "Why"], rows, what: "kept car" };
}
