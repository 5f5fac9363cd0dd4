import type { PlateKey } from "../allowlist/index.ts";
import { printedAs } from "./text-shape.ts";

/** A cell of a column of plates. */
export interface PlateCell {
  /** Its text. */
  readonly licenseNumber: string;
  readonly plateKey: PlateKey;
  /** Where the car is registered, ISO 3166-1 alpha-2, where the files say so. */
  readonly country?: string;
}

/** Why nothing says that a cell is a plate. `part`: the plate in it beside which something else is. */
export type Doubt =
  | { readonly kind: "printed"; readonly as: NonNullable<ReturnType<typeof printedAs>> }
  | { readonly kind: "part"; readonly part: string }
  | {
      readonly kind:
        | "empty"
        | "alone"
        | "placeholder"
        | "no-digit"
        | "mixed-case"
        | "sign"
        | "too-long"
        | "unlike"
        | "foreign";
    };

/** Letters and digits of the longest plate of any country. */
const LONGEST = 12;

/** What is doubtful about the text of a cell whatever is beside it. */
export function ownDoubt({ licenseNumber: text, plateKey }: PlateCell): Doubt | undefined {
  const isPlaceholder = plateKey.endsWith("0") && PLACEHOLDER.test(plateKey);
  if (isPlain(text) && !isPlaceholder) return undefined;
  if (!/[\p{L}\p{N}]/u.test(text)) return { kind: "empty" };
  const as = printedAs(text);
  if (as) return { kind: "printed", as };
  if (isPlaceholder) return { kind: "placeholder" };
  if (!/\p{Nd}/u.test(text)) return { kind: "no-digit" };
  if (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return { kind: "mixed-case" };
  if (/[^\p{L}\p{M}\p{N}\s\p{Pd}.·]/u.test(text)) return { kind: "sign" };
  return plateKey.length > LONGEST ? { kind: "too-long" } : undefined;
}

// Most cells: capitals and digits, which no day, no number and no note is; before the year of a day is a separator.
function isPlain(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text) && !/[ -](?:19|20)\d\d$/.test(text);
}

/** One letter and zeros behind it, as in `X-XX 000`; `0000 BBB` is a Spanish plate. */
const PLACEHOLDER = /^(?:(\D)\1*)?0+$/;
const PLAIN = /^(?:(?=[A-Z]*\d)[A-Z0-9]+|(?=[A-Z -]*\d)[A-Z][A-Z0-9]*(?:[ -][A-Z0-9]+)+)$/;
