import { terminalText } from "../escape/terminal.ts";
import { counted, featureList, holderInWords, type PlannedChange, type PlannedScope, SIGN } from "../phrases.ts";
import { columns, pad, paint, type Style, wrap } from "../style.ts";
import { costInWords } from "./money.ts";
import { placeOf, reasonInShort } from "./reasons.ts";

/** Columns are aligned up to here; a longer cell pushes its own line alone. */
const WIDEST_CELL = 28;

/**
 * The lines of some changes of one scope, aligned: sign, plate, what changes, where it is written, why unless a line above
 * says it of all of them, a word for the reviewer.
 */
export function changeLines(rows: readonly PlannedChange[], style: Style, isReasonShared: boolean): string[] {
  const cells = rows.map((row) => ({
    row,
    plate: terminalText(row.licenseNumber),
    what: whatChanges(row),
    source: terminalText(placeOf(row)),
    why: isReasonShared ? "" : terminalText(reasonInShort(row)),
  }));
  const plateWidth = widest(cells.map((cell) => cell.plate));
  const whatWidth = widest(cells.map((cell) => cell.what));
  const sourceWidth = widest(cells.map((cell) => cell.source));
  return cells.flatMap(({ row, plate, what, source, why }) => {
    const place = why === "" ? source : `${pad(source, sourceWidth)}${sourceWidth > 0 ? "  " : ""}${why}`;
    const body = `${pad(plate, plateWidth)}  ${pad(what, whatWidth)}  ${place}`.trimEnd();
    const line = `  ${paint(style, row.action, `${SIGN[row.action]} ${body}`)}`;
    if (row.hint === undefined) return [line];
    const hint = terminalText(row.hint);
    if (columns(body) + columns(hint) + 6 <= style.width) return [`${line}  ${paint(style, "update", hint)}`];
    return [line, ...wrap(hint, style.width - 6).map((piece) => `      ${paint(style, "update", piece)}`)];
  });
}

/** The cars left alone on purpose, with why. */
export function keptLines(kept: PlannedScope["kept"], style: Style, limit: number): string[] {
  const shown = kept
    .slice(0, limit)
    .map((car) => ({ plate: terminalText(car.licenseNumber), why: terminalText(car.reason) }));
  const width = widest(shown.map((car) => car.plate));
  const lines = shown.map(({ plate, why }) => paint(style, "faint", `  = ${pad(plate, width)}  kept: ${why}`));
  const hidden = kept.length - shown.length;
  if (hidden > 0) lines.push(paint(style, "faint", `  … ${counted(hidden, "more car")} kept (--all lists every car)`));
  return lines;
}

function whatChanges(change: PlannedChange): string {
  const from = change.features?.from ?? [];
  const to = change.features?.to ?? [];
  switch (change.action) {
    case "add":
      return to.length === 0 ? "" : `features ${terminalText(featureList(to))}`;
    case "update":
      return `${terminalText(featureList(from))} → ${terminalText(featureList(to))}`;
    case "delete":
      return [change.inFleet === true ? "(in fleet!)" : "", terminalText(costInWords(change))]
        .filter(Boolean)
        .join("  ");
    case "detach":
      return terminalText(holderInWords(change));
  }
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, Math.min(WIDEST_CELL, columns(text))), 0);
}
