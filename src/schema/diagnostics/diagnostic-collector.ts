import {
  ACCEPTABLE_IN_FILES,
  type Acceptance,
  Acceptances,
  type Diagnostic,
  type ErrorCode,
  outdatedText,
  type Scope,
  type Source,
  type WarningCode,
  withCommas,
} from "../../allowlist/index.ts";

/** Most errors, and most warnings of one kind, that one reading keeps; a wrong column in a long list would bring one per car. */
const MAX_KEPT = 1000;

/** What is wrong and what to do, for an error; the caller adds the file and the place. */
export interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
}

/** Which car and which list a warning is about. */
export interface AboutCar {
  readonly licenseNumber?: string;
  readonly scope?: Scope | undefined;
}

/** How many diagnostics of one kind were kept, how many were only counted, and one of them. */
interface Kind {
  readonly sample: Diagnostic;
  kept: number;
  left: number;
}

const JUDGED: ReadonlySet<string> = new Set(ACCEPTABLE_IN_FILES);
const NOTHING_ACCEPTED = new Acceptances([], { foldLookalikes: false }, "");

/** Collects diagnostics, up to a bound for errors and for each kind of warning, and knows whether there was an error among them. */
export class DiagnosticCollector {
  readonly #kept: Diagnostic[] = [];
  readonly #kinds = new Map<string, Kind>();
  #errors = 0;
  #acceptances = NOTHING_ACCEPTED;

  error(code: ErrorCode, message: string, source: Source | undefined, fix: string): void {
    this.#errors += 1;
    this.#add({ severity: "error", code, message, fix, ...(source && { source }) });
  }

  /** An error in the words of another part. */
  explained({ code, message, fix }: Explanation, source: Source | undefined): undefined {
    this.error(code, message, source, fix);
  }

  /** Says whether the warning is accepted. */
  warning(code: WarningCode, message: string, source: Source | undefined, fix: string, about: AboutCar = {}): boolean {
    const { licenseNumber, scope } = about;
    const named = { ...(licenseNumber !== undefined && { licenseNumber }), ...(scope !== undefined && { scope }) };
    const warning = this.#acceptances.mark({
      severity: "warning",
      code,
      message,
      ...(source && { source }),
      ...named,
      fix,
    } as const);
    this.#add(warning);
    return warning.accepted !== undefined;
  }

  /** Marks the warnings that are accepted: those collected so far, and those that follow. */
  accept(acceptances: Acceptances): void {
    this.#acceptances = acceptances;
    const [kept, kinds] = [this.#kept.splice(0), [...this.#kinds.values()]];
    this.#kinds.clear();
    const marked = (one: Diagnostic) => (one.severity === "warning" ? acceptances.mark(one) : one);
    for (const one of kept) this.#add(marked(one));
    for (const { sample, left } of kinds) this.#kindOf(marked(sample)).left += left;
  }

  /** Warns of acceptances that no warning fell under, or whose last day is over. Call it when all else is collected. */
  warnOfAcceptances(): void {
    for (const one of this.#acceptances.outdated(({ code }: Acceptance) => JUDGED.has(code))) {
      const fix = one.why === "past" ? "Remove it, or write a later `until`." : "Remove it.";
      this.warning(`acceptance-${one.why}`, outdatedText(one), one.acceptance.source, fix);
    }
  }

  /** How many errors there were so far, those beyond the bound included. */
  get errors(): number {
    return this.#errors;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Whether further errors are only counted, so that their messages need not be made. */
  get isFull(): boolean {
    return this.#errors >= MAX_KEPT;
  }

  /** The same of warnings of one kind. */
  isFullOf(code: WarningCode): boolean {
    return this.#kinds.get(code)?.kept === MAX_KEPT;
  }

  /** All that was kept, by file, line and column; those without a place come first. */
  sorted(): readonly Diagnostic[] {
    const left = this.#overflow();
    return [...this.#kept.sort(byPlace), ...left];
  }

  #add(diagnostic: Diagnostic): void {
    const kind = this.#kindOf(diagnostic);
    if (kind.kept === MAX_KEPT) kind.left += 1;
    else {
      kind.kept += 1;
      this.#kept.push(diagnostic);
    }
  }

  // Errors are one kind, for the first ones have to be fixed anyhow. Accepted warnings are a kind of their own, so that they hide no other.
  #kindOf(diagnostic: Diagnostic): Kind {
    const { severity, code, accepted } = diagnostic;
    const name = severity === "error" ? severity : `${code}${accepted ? " accepted" : ""}`;
    const kind = this.#kinds.get(name) ?? { sample: diagnostic, kept: 0, left: 0 };
    this.#kinds.set(name, kind);
    return kind;
  }

  #overflow(): Diagnostic[] {
    return [...this.#kinds.values()].flatMap(({ sample: { severity, code, accepted }, left }): Diagnostic[] => {
      if (left === 0) return [];
      const what = severity === "error" ? "errors" : `warnings of the kind \`${code}\``;
      const message = `${withCommas(left)} more ${what} are not shown.`;
      const fix = "Fix the first ones; they often have one cause.";
      return [{ severity, code: "too-many-problems", message, fix, ...(accepted && { accepted }) }];
    });
  }
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  const a = left.source ?? { file: "", line: 0, column: 0 };
  const b = right.source ?? { file: "", line: 0, column: 0 };
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** The longest text of a file that a message repeats, in UTF-16 units: more than a plate, less than a line with a secret. */
const LONGEST_SHOWN = 20;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`]/gu;
const MOST_LISTED = 50;

/**
 * Text of a file for a message: quoted, with what cannot be seen written as `\u{…}`. Of a longer text, its length alone: the
 * file may not be a fleet file, and messages context logs and comments.
 */
export function quoteText(text: string, longest = LONGEST_SHOWN): string {
  if (text.length > longest) return `\`…\` (${text.length} characters)`;
  return `\`${text.replace(UNSAFE, escaped)}\``;
}

/** The columns of a header for a message, each cut to the length of a plate, and the number of those that are too many to name. */
export function showColumns(names: readonly string[], quoted: (name: string) => string = quoteText): string {
  const filled = names.filter((name) => name !== "");
  const short = (name: string) => (name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN - 1)}…` : name);
  const more = filled.length > MOST_LISTED ? [`${filled.length - MOST_LISTED} more`] : [];
  return [...filled.slice(0, MOST_LISTED).map((name) => quoted(short(name))), ...more].join(", ");
}

/** A path for a message, in full, so that it can be found. */
export function showPath(path: string): string {
  return `\`${path.replace(UNSAFE, escaped)}\``;
}

/** A character with its code point: `А (U+0410)`. */
export function showCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return character.search(UNSAFE) < 0 && /[^\s\p{M}]/u.test(character) ? `\`${character}\` (U+${code})` : `U+${code}`;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
