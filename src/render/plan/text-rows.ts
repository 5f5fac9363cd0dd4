import { CHANGE_SIGNS } from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import { EMPTY, joined, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import {
  counted,
  featureList,
  type PlannedScope,
  parkingUserInWords,
  type ShownChange,
  withCommas,
} from "../text/phrases.ts";
import { columns, labelled, pad, paint, type Style, spaces, trimmed, wrap, wrapIndented } from "../text/style.ts";
import { checkInWords, costInWords } from "./phrases.ts";
import { placeOf, reasonInShort } from "./reasons.ts";

/** Most reasons that are named for which the cars of a list are kept. */
const MOST_REASONS = 3;

/** Columns are aligned up to here; a longer cell pushes its own line alone. */
const WIDEST_CELL = 28;

/**
 * The lines of some changes of one scope, aligned: sign, plate, what changes, where it is written, why unless a line above
 * says it of all of them, a word for the reviewer.
 */
export function changeLines(rows: readonly ShownChange[], style: Style, isReasonShared: boolean): TerminalText[] {
  const cells = rows.map((row) => {
    const [plate, source] = [terminalText(row.licenseNumber), terminalText(placeOf(row))];
    return {
      row,
      plate,
      what: whatChanges(row),
      source,
      why: isReasonShared ? EMPTY : terminalText(reasonInShort(row)),
    };
  });
  const widest = (column: "plate" | "what" | "source") => cells.reduce((most, one) => wider(most, one[column]), 0);
  const [plateWidth, whatWidth, sourceWidth] = [widest("plate"), widest("what"), widest("source")];
  const [first = "", ...others] = rows.map(checkInWords);
  const isHintShared = others.length > 0 && others.every((other) => other === first);
  const lines = isHintShared && first !== "" ? wrapIndented(terminalText(`all: ${first}`), style.width, 2, 4) : [];
  for (const { row, plate, what, source, why } of cells) {
    const place = why === "" ? source : words`${pad(source, sourceWidth)}${spaces(sourceWidth > 0 ? 2 : 0)}${why}`;
    const body = trimmed(words`${pad(plate, plateWidth)}  ${pad(what, whatWidth)}  ${place}`);
    const sign = terminalText(CHANGE_SIGNS[row.action]);
    const inColour = (piece: TerminalText) => words`  ${paint(style, row.action, piece)}`;
    const line = inColour(words`${sign} ${body}`);
    const hint = isHintShared ? EMPTY : terminalText(checkInWords(row));
    if (columns(body) + 4 > style.width) {
      const rest = joined(
        [what, source, why, hint].filter((one) => one !== ""),
        words`  `,
      );
      lines.push(...[words`${sign} ${plate}`, ...wrapIndented(rest, style.width - 2, 4)].map(inColour));
    } else if (hint === "") lines.push(line);
    else if (columns(body) + columns(hint) + 6 <= style.width)
      lines.push(words`${line}  ${paint(style, "update", hint)}`);
    else lines.push(line, ...wrap(hint, style.width - 6).map((piece) => words`      ${paint(style, "update", piece)}`));
  }
  return lines;
}

/** The cars left alone on purpose, with why: each where there is one, or where all are asked for; else how many for which reason. */
export function keptLines(kept: PlannedScope["kept"], style: Style, all: boolean): TerminalText[] {
  if (kept.length > 1 && !all) {
    const text = words`= ${keptInWords(kept)} (--all lists every car)`;
    return wrapIndented(text, style.width, 2, 4).map((line) => paint(style, "faint", line));
  }
  const shown = kept.map((car) => ({ plate: terminalText(car.licenseNumber), why: terminalText(car.reason) }));
  const width = shown.reduce((most, { plate }) => wider(most, plate), 0);
  return shown
    .flatMap(({ plate, why }) => labelled(words`= ${pad(plate, width)}`, [words`kept: ${why}`], style.width, 2))
    .map((line) => paint(style, "faint", line));
}

function keptInWords(kept: PlannedScope["kept"]): TerminalText {
  const byReason = [...groupBy(kept, ({ reason }) => reason)].sort(([, left], [, right]) => right.length - left.length);
  const number = terminalText(counted(kept.length, "car"));
  const [first, second] = byReason;
  if (first && !second) return words`${number} kept: ${terminalText(first[0])}`;
  const parts = byReason
    .slice(0, MOST_REASONS)
    .map(([reason, { length }]) => terminalText(length === 1 ? reason : `${withCommas(length)} ${reason}`));
  const left = byReason.slice(MOST_REASONS).reduce((sum, [, cars]) => sum + cars.length, 0);
  const others = left > 0 ? [words`${terminalText(withCommas(left))} for other reasons`] : [];
  return words`${number} kept: ${joined([...parts, ...others], words`; `)}`;
}

function whatChanges(change: ShownChange): TerminalText {
  const from = change.features?.from ?? [];
  const to = change.features?.to ?? [];
  switch (change.action) {
    case "add":
      return to.length === 0 ? EMPTY : words`features ${terminalText(featureList(to))}`;
    case "update":
      return words`${terminalText(featureList(from))} → ${terminalText(featureList(to))}`;
    case "delete":
      return terminalText(
        [change.inFleet === true ? "(in fleet!)" : "", costInWords(change)].filter(Boolean).join("  "),
      );
    case "detach":
      return terminalText(parkingUserInWords(change));
  }
}

function wider(width: number, text: string): number {
  return Math.max(width, Math.min(WIDEST_CELL, columns(text)));
}
