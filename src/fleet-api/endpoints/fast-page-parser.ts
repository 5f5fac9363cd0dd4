import { PackedRows } from "../../allowlist/index.ts";
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

/** What most rows say. A match without groups needs no array and no texts. */
const USUAL: Partial<Record<string, string>> = {
  licenseNumber: String.raw`"[^"\\\0-\x1f]*"`,
  features: String.raw`(?:\[\]|null)`,
  addedByCustomerCare: "false",
};

const NO_FEATURES: readonly string[] = [];
const PLATE_KEY = '"licenseNumber":"';
const QUOTE = 0x22;
const COMMA = 0x2c;

/** How one server writes a row, and which groups of the match hold the fields; 0 for features that are missing. */
interface RowForm {
  readonly keys: string;
  readonly usual: RegExp;
  readonly pattern: RegExp;
  /** No row is shorter. */
  readonly shortest: number;
  /** Where in a row the licenseNumber begins, if that is the same in all. */
  readonly plateAt: number | undefined;
  readonly groups: Readonly<Record<keyof CarRow, number>>;
}

/**
 * Takes the rows out of a page of the global list (interface 4.10). Undefined unless all rows are as documented, compact,
 * without escapes, and with their fields in one order: then the whole text must be parsed, and whatever is wrong be named.
 * Features may be passed over: then no row has any.
 */
export function parseCarPage(text: string, hasFeatures = true): CutPage<PackedRows> | undefined {
  return cutPage(text, (_, from) => readRows(text, from, hasFeatures));
}

function readRows(text: string, from: number, hasFeatures: boolean): RowsRead<PackedRows> {
  const form = formAt(text, from);
  if (!form) return { rows: new PackedRows(text, 0, withoutPadding), end: from };
  const { usual, pattern, groups } = form;
  const rows = new PackedRows(text, Math.ceil((text.length - from) / form.shortest), withoutPadding);
  rows.featureSets.push(NO_FEATURES);
  const known = new Map([["null", 0]]);
  let isUsual = true;
  for (let at = from; ; at += 1) {
    const start = form.plateAt === undefined ? text.indexOf(PLATE_KEY, at) + PLATE_KEY.length : at + form.plateAt;
    usual.lastIndex = at;
    // After an unusual row, another one is likely.
    if (isUsual && usual.test(text)) {
      rows.add(start, quoteAfter(text, start), 0, false);
      at = usual.lastIndex;
    } else {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      // The comma before a row that is written otherwise belongs to the rest.
      if (!match) return { rows, end: Math.max(from, at - 1) };
      const written = hasFeatures && groups.features > 0 ? (match[groups.features] ?? "null") : "null";
      const features = featuresOf(written, known, rows);
      const isByCustomerCare = match[groups.addedByCustomerCare] === "true";
      rows.add(start, quoteAfter(text, start), features, isByCustomerCare);
      isUsual = features === 0 && !isByCustomerCare;
      at = pattern.lastIndex;
    }
    if (text.charCodeAt(at) !== COMMA) return { rows, end: at };
  }
}

function quoteAfter(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) !== QUOTE) end += 1;
  return end;
}

/** Cars with the same features share one array: its place. */
function featuresOf(written: string, known: Map<string, number>, { featureSets }: PackedRows): number {
  const place = known.get(written);
  if (place !== undefined) return place;
  const own = written === "[]" ? 0 : featureSets.push(written.slice(2, -2).split('","')) - 1;
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
  const usual = keys.map((key) => `"${key}":${USUAL[key] ?? OTHER_VALUE}`);
  const fields = keys.filter(isField);
  return {
    keys: keys.join(),
    usual: new RegExp(`\\{${usual.join(",")}\\}`, "y"),
    plateAt: keys[0] === "licenseNumber" ? `{${PLATE_KEY}`.length : undefined,
    // A value has two characters or more.
    shortest: keys.reduce((sum, key) => sum + key.length + '"":"",'.length, 0),
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
