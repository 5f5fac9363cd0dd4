import type { BlockLine } from "./line.ts";
import { type Slip, slips } from "./slip.ts";

/** A list or mapping that is open, with the column of its dashes or keys. */
interface Level {
  readonly kind: "list" | "mapping";
  readonly column: number;
}

/** What the lines so far say of the next one's indentation. */
export interface Indentation {
  readonly levels: Level[];
  /** Whether the last line waits for more indented ones. */
  isOpen: boolean;
  /** A value that stands alone on its line below a key. */
  lone: { readonly at: number; readonly indent: number } | undefined;
  /** The indentation of a line that was reported: those after it with the same are of the same kind. */
  reported: number | undefined;
}

/** Most characters of a line in which its key is looked for. */
const LONGEST_KEY = 100;

/** Before the first line. */
export function noIndentation(): Indentation {
  return { levels: [], isOpen: true, lone: undefined, reported: undefined };
}

/** Takes a line in, and gives the mistake in its indentation or in its dash. */
export function takeLine(line: BlockLine, text: string, state: Indentation): Slip | undefined {
  const { indent, keyAt, dashes } = line;
  const { levels } = state;
  const slip = slipOf(line, text, state);
  const isNew = slip !== undefined && state.reported !== indent;
  state.reported = slip ? indent : undefined;
  state.isOpen = line.valueAt === undefined || (slip !== undefined && isKeyAlone(line, text));
  if (slip && !state.isOpen) return isNew ? slip : undefined;
  levels.length = lastWithin(levels, indent) + 1;
  if (levels.at(-1)?.kind === "list" && levels.at(-1)?.column === indent) levels.pop();
  if (dashes.length === 0 && levels.at(-1)?.column === indent) levels.pop();
  for (const column of dashes) levels.push({ kind: "list", column });
  if (keyAt !== undefined || slip) levels.push({ kind: "mapping", column: keyAt ?? indent });
  return isNew ? slip : undefined;
}

// `cars` without its colon: what follows belongs to it all the same.
function isKeyAlone({ at, dashes }: BlockLine, text: string): boolean {
  return dashes.length === 0 && /^[a-z][A-Za-z]*[ \t\r]*(?:\n|$)/.test(text.slice(at, at + LONGEST_KEY));
}

function slipOf(line: BlockLine, text: string, state: Indentation): Slip | undefined {
  const { indent, at, dashes, keyAt } = line;
  const { levels, isOpen, lone } = state;
  state.lone = undefined;
  if (lone && indent >= lone.indent && keyAt === undefined) return slips.missingDash(lone.at);
  const last = lastWithin(levels, indent);
  const top = levels[last];
  const isInner = last < levels.length - 1;
  if (top === undefined || top.column < indent) {
    if (isInner) return wrongIndent(line, levels);
    return isOpen ? slipOfChild(line, text, state) : slipOfDeeper(line, top);
  }
  const isItem = dashes.length > 0;
  // A list may stand at the very column of its key.
  if (top.kind === "mapping" && isItem) return isOpen && !isInner ? undefined : wrongIndent(line, levels);
  if (top.kind === "mapping") return keyAt === undefined ? slipWithoutKey(line, text) : undefined;
  if (isItem) return undefined;
  if (keyAt === undefined) return slips.missingDash(at);
  return levels[last - 1]?.column === indent ? undefined : slips.keyInList(at, indent + 2);
}

/** The last level at this column or before it. */
function lastWithin(levels: readonly Level[], column: number): number {
  let last = levels.length - 1;
  while (last >= 0 && (levels[last]?.column ?? 0) > column) last -= 1;
  return last;
}

function slipOfChild(line: BlockLine, text: string, state: Indentation): Slip | undefined {
  const { indent, at, dashes, keyAt } = line;
  if (keyAt !== undefined || dashes.length > 0) return undefined;
  if (state.levels.length === 0) return slipWithoutKey(line, text);
  if (!/["'[{|>]/.test(text.charAt(at))) state.lone = { at, indent };
  return undefined;
}

function slipOfDeeper({ at, dashes, keyAt }: BlockLine, above: Level | undefined): Slip {
  if (dashes.length === 0 && keyAt === undefined) return slips.missingDash(at);
  return slips.tooDeep(at, above?.column ?? 0);
}

function wrongIndent({ indent, at, dashes }: BlockLine, levels: readonly Level[]): Slip {
  const kind = dashes.length > 0 ? "list" : "mapping";
  const distance = (level: Level) => Math.abs(level.column - indent);
  const [nearest] = levels
    .filter((level) => level.kind === kind)
    .sort((left, right) => distance(left) - distance(right));
  return slips.wrongIndent(at, indent, nearest?.column ?? 0);
}

// Where a key must be, and none is.
function slipWithoutKey({ at }: BlockLine, text: string): Slip | undefined {
  const word = /^[A-Za-z][A-Za-z0-9]*/.exec(text.slice(at, at + LONGEST_KEY))?.[0];
  return word === undefined ? undefined : slips.missingColon(at + word.length, word);
}
