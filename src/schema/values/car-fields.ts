import type { CarValues } from "../../allowlist/index.ts";
import { type Explanation, quoteText } from "../diagnostics/diagnostic-collector.ts";
import { countryMeantBy } from "./country-codes.ts";
import { COUNTRY, DAY, FREE_TEXT, LIMITS, type ValueKind, wholeNumber } from "./value-kinds.ts";

/** A key of a car whose value is a text: all that reading, writing, lists, options and pages need to know of it. */
interface CarFieldRow {
  readonly kind: ValueKind<string>;
  /** For editors, and for the help of `car add`: a sentence. */
  readonly description: string;
  readonly example: string;
  /** What people write in place of the key, in lower case without blanks, hyphens and underscores. */
  readonly otherNames: readonly string[];
  /**
   * Whether it decides when the car is on the list, and is not for people alone: a plate written twice must agree in it, and
   * `car add` changes it where the car is there.
   */
  readonly decidesList: boolean;
  /** The option of `car add`, and what help calls its value: `<day>`. */
  readonly option: string;
  readonly takes: string;
  /** The column of a list: completes "the header of …". */
  readonly column: string;
  readonly columnExample: string;
  /** How a cell of the column is read: as a day in the format of the list, or as text, which may be corrected. */
  readonly fromCell: "day" | ((text: string) => string | undefined);
  /** Whether a list may name one value for all of its cars in place of a column. */
  readonly mayHoldForAll: boolean;
  /** How `car find` says it. `today` is a day. */
  readonly says: (value: string, today: string) => string;
}

/**
 * The keys of a car beside its plate and features, in the order of `fmt`. Fleet files, columns of lists, `car add`, `car find`,
 * `import`, `export`, the JSON Schemas and the comparison of a plate written twice follow from this table.
 */
export const CAR_FIELDS = {
  country: {
    kind: COUNTRY,
    description: "Where the car is registered; only to notice plates that were mistyped, never sent.",
    example: "DK",
    otherNames: [],
    decidesList: false,
    option: "country",
    takes: "<code>",
    column: "the column with the country of registration, or the country code of all cars of the list",
    columnExample: "Country",
    fromCell: countryMeantBy,
    mayHoldForAll: true,
    says: (code) => code,
  },
  validFrom: {
    kind: DAY,
    description: "The first day on which the car is on the list.",
    example: "2026-01-01",
    otherNames: ["from"],
    decidesList: true,
    option: "from",
    takes: "<day>",
    column: "the column with each car's first day",
    columnExample: "Start",
    fromCell: "day",
    mayHoldForAll: false,
    says: (day, today) => `from ${day}${today < day ? " (not yet)" : ""}`,
  },
  validUntil: {
    kind: DAY,
    description: "The last day on which the car is on the list.",
    example: "2026-12-31",
    otherNames: ["until", "to"],
    decidesList: true,
    option: "until",
    takes: "<day>",
    column: "the column with each car's last day",
    columnExample: "End",
    fromCell: "day",
    mayHoldForAll: false,
    says: (day, today) => `until ${day}${day < today ? " (over)" : ""}`,
  },
  note: {
    kind: FREE_TEXT,
    description: "For people; never sent.",
    example: "lease 7",
    otherNames: ["comment"],
    decidesList: false,
    option: "note",
    takes: "<text>",
    column: "a column for people, such as the driver; never sent",
    columnExample: "Driver",
    fromCell: (text) => text.slice(0, LIMITS.freeText),
    mayHoldForAll: false,
    says: (text) => text,
  },
} as const satisfies Record<keyof CarValues, CarFieldRow>;

/** The name of one of `CAR_FIELDS`. */
export type CarField = keyof CarValues;

/** The names of `CAR_FIELDS`, in the order of `fmt`. */
export const CAR_FIELD_NAMES: readonly CarField[] = Object.keys(CAR_FIELDS).filter(isCarField);

/** The keys of a car, in the order of `fmt`. */
export const CAR_KEYS: readonly string[] = ["licenseNumber", "features", ...CAR_FIELD_NAMES];

/** The keys of a car that may name a column of a list, in the order of `fmt`: what may hold for all cars comes last. */
export const COLUMN_FIELDS: readonly CarField[] = [
  ...CAR_FIELD_NAMES.filter((field) => !CAR_FIELDS[field].mayHoldForAll),
  ...CAR_FIELD_NAMES.filter((field) => CAR_FIELDS[field].mayHoldForAll),
];

/** Whether a key of a car is one of `CAR_FIELDS`. */
export function isCarField(key: string): key is CarField {
  return Object.hasOwn(CAR_FIELDS, key);
}

/** The value that a list gives to all of its cars where it has a code in place of the name of a column. */
export function valueForAll(field: CarField, written: string | undefined): string | undefined {
  const { mayHoldForAll, kind } = CAR_FIELDS[field];
  return mayHoldForAll && written !== undefined ? kind.read(written) : undefined;
}

/** The values of a car that a function gives; those that are undefined are left out. */
export function carValues(valueFor: (field: CarField) => string | undefined): CarValues {
  const values: { -readonly [Field in CarField]?: string } = {};
  for (const field of CAR_FIELD_NAMES) {
    const value = valueFor(field);
    if (value !== undefined) values[field] = value;
  }
  return values;
}

/** What is wrong with the days of a car that ends before it begins. */
export function problemOfDays(
  licenseNumber: string | undefined,
  { validFrom, validUntil }: CarValues,
): Explanation | undefined {
  if (validFrom === undefined || validUntil === undefined || validFrom <= validUntil) return undefined;
  const car = quoteText(licenseNumber ?? "");
  const message = `The car ${car} is valid from ${validFrom} until ${validUntil}, which is earlier.`;
  return { code: "validity-backwards", message, fix: "Swap the two days, or correct the wrong one." };
}

const ROW = wholeNumber(1, 100);
/** Which row of a list has the names of its columns. */
export const HEADER: ValueKind<number | false> = {
  expectation: "the number of a row from 1 to 100, or `false`",
  read: (text) => (text === "false" ? false : ROW.read(text)),
  schema: {
    anyOf: [
      { const: false },
      { type: "integer", minimum: 1, maximum: 100, title: "integer" },
      { type: "string", pattern: "^(?:false|[1-9][0-9]?|100)$", title: "string" },
    ],
  },
  isUnquoted: true,
};

/** An object of named things, whose type keeps the names; each name of their type must be there. */
export const named: <Name extends string, Thing>(
  things: readonly (readonly [Name, Thing])[],
) => { readonly [Key in Name]: Thing } = Object.fromEntries;
