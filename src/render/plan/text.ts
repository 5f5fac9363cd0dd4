import type { PlanDocument } from "../../documents/index.ts";
import { EMPTY, ownSentences, page, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { asideInWords, unclearLines } from "../text/cars-aside.ts";
import { guardsInWords, sentence, TO_ALLOW } from "../text/guard-words.ts";
import type { PageOptions } from "../text/markdown-page.ts";
import {
  counted,
  deletesInFleet,
  liveInWords,
  noChanges,
  type PlannedScope,
  planSummary,
  type ShownChange,
  scopeInWords,
} from "../text/phrases.ts";
import { labelled, paint, type Style, wrap, wrapIndented } from "../text/style.ts";
import { warningInWords, warningTexts, withCode } from "../text/warnings.ts";
import { listsInWords } from "./importance.ts";
import { CAUSES, causeSummary, moneyLines } from "./phrases.ts";
import { commitLines, sharedReason } from "./reasons.ts";
import { changeLines, keptLines } from "./text-rows.ts";

/** The form that asks for all that lets a stopped plan pass. */
export interface Approval {
  /** Its address, safe inside the brackets of a link. */
  readonly page: string;
  /** The branch to run it on; foreign text. */
  readonly branch?: string;
  /** The entries of the fleet file that it asks for. */
  readonly entries: readonly string[];
}

/** How a plan is shown. */
export interface PlanShowing extends PageOptions {
  /** In text, every add, update and kept car too. Deletes are always listed in full. */
  readonly all?: boolean;
  /** In Markdown, how a colleague lets a stopped plan pass without a command line. */
  readonly approval?: Approval;
  /** SHA-256 of the plan document's file: in Markdown and HTML, for those who approve it. */
  readonly sha256?: string;
}

/** Most adds, and most updates, listed in one scope. */
const SHOWN_PER_KIND = 20;
/** Most of them listed over all scopes, so that a thousand accounts stay readable. */
const SHOWN_IN_ALL = 200;

/** A plan for people at a terminal: target and mode, what happens to each list, guards, and the summary line last. */
export function planText(plan: PlanDocument, style: Style, options: PlanShowing = {}): TerminalText {
  const showing = { all: options.all ?? false, limit: options.all ? Number.POSITIVE_INFINITY : shownPerKind(plan) };
  const scopes = plan.scopes.map((scope) => [EMPTY, ...scopeLines(scope, style, showing)]);
  const broken = (text: string | undefined) => (text === undefined ? [] : wrap(ownSentences(text), style.width));
  const inFleet = deletesInFleet(plan.scopes);
  return page([
    ...unclearLines(plan.desired, style),
    words`${paint(style, "strong", words`Target`)}  ${terminalText(plan.target.baseUrl)}`,
    words`${paint(style, "strong", words`Mode`)}    ${terminalText(plan.mode)}`,
    ...scopes.flat(),
    ...commitSection(plan, style),
    ...warningLines(plan, style, showing.all),
    ...guardLines(plan, style),
    EMPTY,
    ...moneyLines(plan).flatMap((line, at) => wrapIndented(terminalText(line), style.width, at === 0 ? 0 : 2)),
    ...broken(inFleet && sentence(inFleet)).map((line) => paint(style, "delete", line)),
    ...asideInWords(plan.desired).flatMap((one) => broken(terminalText(one))),
    ...[listsInWords(plan), causeSummary(plan), noChanges(plan)].flatMap(broken),
    ...broken(planSummary(plan.counts)).map((line) => paint(style, "strong", line)),
  ]);
}

function shownPerKind(plan: PlanDocument): number {
  const busy = plan.scopes.filter(({ changes }) => changes.length > 0).length;
  return Math.max(1, Math.min(SHOWN_PER_KIND, Math.floor(SHOWN_IN_ALL / Math.max(1, busy))));
}

interface Showing {
  readonly all: boolean;
  /** Most adds, and most updates, that are listed in one scope. */
  readonly limit: number;
}

function scopeLines(scope: PlannedScope, style: Style, { all, limit }: Showing): TerminalText[] {
  const name = scope.name === undefined ? EMPTY : words` ${terminalText(scope.name)}`;
  const title = words`${terminalText(scopeInWords(scope.scope))}${name}`;
  const text = words`${title} — ${terminalText(liveInWords(scope.live))}`;
  const [first = EMPTY, ...more] = wrapIndented(text, style.width, 0, 2);
  const head = [paint(style, "strong", first), ...more];
  if (scope.changes.length === 0) head.push(paint(style, "faint", words`  no changes`));
  const groups = groupsOf(scope).flatMap((group) => groupLines(group, style, limit));
  return [...head, ...groups, ...keptLines(scope.kept, style, all)];
}

interface Group {
  readonly title: string | undefined;
  readonly changes: readonly ShownChange[];
}

/** With a base revision, changes are listed under what caused them. */
function groupsOf({ changes }: PlannedScope): Group[] {
  const groups = [{ cause: undefined, title: undefined }, ...CAUSES].map(({ cause, title }) => {
    return { title, changes: changes.filter((change) => change.cause === cause) };
  });
  return groups.filter((group) => group.changes.length > 0);
}

/** The cut comes after the last delete, and says what it hides. */
function groupLines(group: Group, style: Style, limit: number): TerminalText[] {
  const of = (action: ShownChange["action"]) => group.changes.filter((change) => change.action === action);
  const [adds, updates] = [of("add"), of("update")];
  const rows = [...adds.slice(0, limit), ...updates.slice(0, limit), ...of("delete"), ...of("detach")];
  const hidden = [
    ...(adds.length > limit ? [counted(adds.length - limit, "more add")] : []),
    ...(updates.length > limit ? [counted(updates.length - limit, "more update")] : []),
  ].join(" and ");
  const reason = sharedReason(group.changes);
  return [
    ...headingOf(group, reason, style),
    ...changeLines(rows, style, reason !== undefined),
    ...(hidden === "" ? [] : [paint(style, "faint", words`  … ${terminalText(hidden)} (--all lists every car)`)]),
  ];
}

function commitSection(plan: PlanDocument, style: Style): TerminalText[] {
  const lines = commitLines(plan);
  return lines.length === 0
    ? []
    : [EMPTY, ...labelled(paint(style, "faint", words`commits`), lines.map(terminalText), style.width, 2)];
}

function headingOf({ title }: Group, reason: string | undefined, style: Style): TerminalText[] {
  if (title === undefined)
    return reason === undefined ? [] : [paint(style, "faint", words`  why: ${terminalText(reason)}`)];
  if (reason === undefined || reason === title) return [words`  ${terminalText(title)}:`];
  return [terminalText(reason.startsWith(title) ? `  ${reason}:` : `  ${title} (${reason}):`)];
}

function warningLines(plan: PlanDocument, style: Style, all: boolean): TerminalText[] {
  const notes = (plan.notes ?? []).map((one) => ({ label: "note", texts: [withCode(warningInWords(one), one.code)] }));
  const lines = [...warningTexts(plan.warnings, all, "plan --all"), ...notes].flatMap(({ label, texts }) =>
    labelled(paint(style, "update", terminalText(label)), texts.map(terminalText), style.width, 2),
  );
  return lines.length === 0 ? [] : [EMPTY, ...lines];
}

function guardLines(plan: PlanDocument, style: Style): TerminalText[] {
  const { tripped, passed } = guardsInWords(plan);
  const stopped = tripped.length === 0 ? EMPTY : words`Stopped by a guard: apply will refuse this plan (exit 4).`;
  const lines = [
    ...passed.flatMap(({ overriddenBy, found }) =>
      wrapIndented(terminalText(`allowed by ${overriddenBy}: ${found}`), style.width, 2, 4),
    ),
    ...(stopped === "" ? [] : wrap(stopped, style.width).map((line) => paint(style, "alarm", line))),
    ...tripped.flatMap(({ found, remedy, override }) => {
      const isKnown = remedy === "" || plan.warnings.some(({ message }) => message.endsWith(remedy));
      return [
        ...wrapIndented(terminalText(found), style.width, 2),
        ...(isKnown ? [] : wrapIndented(terminalText(remedy), style.width, 4)),
        words`    ${terminalText(TO_ALLOW)} ${paint(style, "strong", terminalText(override))}`,
      ];
    }),
  ];
  return lines.length === 0 ? [] : [EMPTY, ...lines];
}
