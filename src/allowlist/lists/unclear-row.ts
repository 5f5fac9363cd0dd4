import type { Diagnostic, Source } from "../diagnostics/diagnostic.ts";
import type { PlateKey } from "../values/plate.ts";
import type { Scope } from "../values/scope.ts";
import { quoted } from "../values/text.ts";

/** A row of a list of which nothing says that it is a car. It is not sent. */
export interface UnclearRow {
  readonly source: Source;
  /** The file of the item of `carsFrom`, as the fleet file has it. */
  readonly list: string;
  /** The cell of the plate as it is written; empty for an empty one. */
  readonly text: string;
  readonly reason: string;
  /** What to do, with the line to paste. */
  readonly remedy: string;
  /** Absent where its account cannot be read: it may be of any account. */
  readonly scope?: Scope;
  /** Cars of the list that no row wants, and of which the text may be what is left. */
  readonly mayBe?: readonly PlateKey[];
}

/** A row of a list that is not a car by itself, whatever is known. */
export interface OddRow extends Pick<UnclearRow, "source" | "text" | "scope"> {
  readonly words: Pick<UnclearRow, "reason" | "remedy">;
  /** Its plate can be read, and another cell cannot. */
  readonly hasPlate?: true;
}

/** A list of which too many rows are no cars, beside what is known of it: the wrong column, or the wrong file. */
export class WrongListError extends Error {}

/** An unclear row as a problem of the files, where they are looked at alone. */
export function unclearWarning({ source, text, reason, remedy }: UnclearRow): Diagnostic {
  const what = text === "" ? "A row without a plate" : quoted(text);
  return { severity: "warning", code: "unclear-row", message: `${what} is unclear: ${reason}.`, source, fix: remedy };
}
