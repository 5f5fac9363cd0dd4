import type { CarRow } from "../../ports/index.ts";
import { type CutPage, cutPage, type RowsRead } from "./cut-page.ts";
import { withoutPadding } from "./wire.ts";

// JSON.parse makes an object of every field of every row, and zod looks at each of them. One regular expression that knows
// how the server writes its rows takes a fifth of the time.

const STRING = String.raw`"[^"\\\0-\x1f]*"`;
const STRINGS = String.raw`\[(?:${STRING}(?:,${STRING})*)?\]`;
const OTHER_VALUE = `(?:${STRING}|true|false|null)`;

/** The fields of a row as documented; whatever else a row holds is passed over. */
const VALUES: Record<keyof CarRow, string> = {
  licenseNumber: String.raw`"([^"\\\0-\x1f]*)"`,
  features: `(${STRINGS}|null)`,
  addedByCustomerCare: "(true|false)",
};

const MEMBER = new RegExp(`[{,]"(\\w+)":(?:${STRINGS}|${OTHER_VALUE})`, "y");

/** A row with more fields is read the general way: a pattern for a row with thousands could not be compiled. */
const MOST_FIELDS = 32;

/** How one server writes a row, and which groups of the match hold the fields; 0 for features that are missing. */
interface RowForm {
  readonly keys: string;
  readonly pattern: RegExp;
  readonly groups: Readonly<Record<keyof CarRow, number>>;
}

/**
 * Takes the rows out of a page of the global list (interface 4.10). Undefined unless all rows are as documented, compact,
 * without escapes, and with their fields in one order: then the whole text must be parsed, and whatever is wrong be named.
 */
export function parseCarPage(text: string): CutPage<CarRow> | undefined {
  return cutPage(text, readRows);
}

function readRows(text: string, from: number): RowsRead<CarRow> {
  const rows: CarRow[] = [];
  const form = formAt(text, from);
  if (!form) return { rows, end: from };
  const { pattern, groups } = form;
  const featureSets = new Map([["null", []]]);
  for (let at = from; ; at = pattern.lastIndex + 1) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // The comma before a row that is written otherwise belongs to the rest.
    if (!match) return { rows, end: Math.max(from, at - 1) };
    rows.push({
      licenseNumber: withoutPadding(match[groups.licenseNumber] ?? ""),
      features: featuresOf(groups.features === 0 ? "null" : (match[groups.features] ?? "null"), featureSets),
      addedByCustomerCare: match[groups.addedByCustomerCare] === "true",
    });
    if (text[pattern.lastIndex] !== ",") return { rows, end: pattern.lastIndex };
  }
}

/** Cars with the same features share one array. */
function featuresOf(written: string, known: Map<string, readonly string[]>): readonly string[] {
  const shared = known.get(written);
  if (shared) return shared;
  const features: readonly string[] = written.slice(2, -2).split('","');
  const own = written === "[]" ? [] : features;
  known.set(written, own);
  return own;
}

let lastForm: RowForm | undefined;

/** The form of the row at that place; undefined when there is none, or it is not plain. */
function formAt(text: string, from: number): RowForm | undefined {
  const keys: string[] = [];
  MEMBER.lastIndex = from;
  for (let match = MEMBER.exec(text); match && keys.length <= MOST_FIELDS; match = MEMBER.exec(text))
    keys.push(match[1] ?? "");
  if (keys.length > MOST_FIELDS) return undefined;
  const isWhole =
    keys.includes("licenseNumber") && keys.includes("addedByCustomerCare") && new Set(keys).size === keys.length;
  if (!isWhole) return undefined;
  // Compiling a pattern takes longer than reading a page with it.
  if (lastForm?.keys !== keys.join()) lastForm = formOf(keys);
  return lastForm;
}

function formOf(keys: readonly string[]): RowForm {
  const members = keys.map((key) => `"${key}":${isField(key) ? VALUES[key] : OTHER_VALUE}`);
  const fields = keys.filter(isField);
  return {
    keys: keys.join(),
    pattern: new RegExp(`\\{${members.join(",")}\\}`, "y"),
    groups: {
      licenseNumber: fields.indexOf("licenseNumber") + 1,
      features: fields.indexOf("features") + 1,
      addedByCustomerCare: fields.indexOf("addedByCustomerCare") + 1,
    },
  };
}

function isField(key: string): key is keyof CarRow {
  return Object.hasOwn(VALUES, key);
}
