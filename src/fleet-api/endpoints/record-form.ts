// How one server writes its billing records, as one regular expression.

const STRING = String.raw`"[^"\\\0-\x1f]*"`;
const WHOLE = "-?(?:0|[1-9][0-9]*)";
const NUMBER = String.raw`${WHOLE}(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
/** What may stand in a field that nobody reads. */
const OTHER = `(?:${STRING}|${NUMBER}|true|false|null)`;

const NEEDED_TEXT = String.raw`"([^"\\\0-\x1f]*)"`;
const CURRENCY_CODE = '"([A-Za-z]{3,8})"';
const TEXT = `(?:${NEEDED_TEXT}|null)`;
const NEEDED_ID = "(-?(?:0|[1-9][0-9]{0,18}))";
const ID = `(?:${NEEDED_ID}|null)`;
// With an exponent, an amount is written otherwise than it is shown.
const AMOUNT = String.raw`(${WHOLE}(?:\.[0-9]+)?)`;
/** Matches nothing: the group of a field that a server leaves out. */
const NEVER = "((?!))?";

/** The fields of a record as documented (interface 2) by their path; further ones are passed over. */
const FIELDS: Readonly<Record<string, string>> = {
  infoId: NEEDED_ID,
  infoRecordId: NEEDED_ID,
  recordType: TEXT,
  recordSubType: TEXT,
  startDate: TEXT,
  endDate: TEXT,
  costCenter: TEXT,
  vat: AMOUNT,
  amountExcludingVat: AMOUNT,
  amountIncludingVat: AMOUNT,
  "currency.currencyCode": CURRENCY_CODE,
  "currency.displayName": TEXT,
  "currency.symbol": TEXT,
  "currency.defaultFractionDigits": ID,
  "currency.numericCode": ID,
  "currency.numericCodeAsString": TEXT,
  "parking.licensePlate": TEXT,
  "parking.id": ID,
  "parking.areaNumber": TEXT,
  "parking.areaName": TEXT,
  "parking.areaCity": TEXT,
  "parking.subType": TEXT,
  "parking.areaId": ID,
  "parking.operatorName": TEXT,
  "parking.operatorVatNumber": TEXT,
  "parking.countryCode": TEXT,
  "parking.note": TEXT,
  "parking.currency": TEXT,
  "user.id": ID,
  "user.firstName": TEXT,
  "user.lastName": TEXT,
  "user.phoneNumber": TEXT,
};
const NEEDED = ["infoId", "infoRecordId", "currency.currencyCode", "vat", "amountExcludingVat", "amountIncludingVat"];
const NEEDED_OBJECT = "currency";
const OPTIONAL_OBJECTS = ["parking", "user"];

/** A record with more fields is read the general way: a pattern for one with thousands could not be compiled. */
const MOST_FIELDS = 64;

const BRACE = /\{/y;
const KEY = /([{,])"(\w+)":/y;
const SCALAR = new RegExp(OTHER, "y");
const END = /(\{?)\}/y;

/** How records are written. */
export interface RecordForm {
  readonly pattern: RegExp;
  /** The group of the match that holds a field; of an object that may be null, the one that is there when it is. */
  readonly groupOf: (path: string) => number;
}

/** The form of the record at that place; undefined when there is none, or it is not plain. */
export function recordFormAt(text: string, from: number): RecordForm | undefined {
  const reader = new FormReader(text, from);
  const record = reader.readObject("");
  if (record === undefined || !NEEDED.every((path) => reader.groups.includes(path))) return undefined;
  const missing = reader.groups.length + 1;
  return {
    pattern: new RegExp(record + NEVER, "y"),
    groupOf: (path) => reader.groups.indexOf(path) + 1 || missing,
  };
}

class FormReader {
  /** Paths of captured parts, in the order of their groups. */
  readonly groups: string[] = [];
  readonly #text: string;
  #at: number;
  readonly #paths = new Set<string>();

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  /** The pattern of an object and all that is in it. */
  readObject(prefix: string): string | undefined {
    const members: string[] = [];
    for (let key = this.#take(KEY); key; key = this.#take(KEY)) {
      if ((key[1] === "{") !== (members.length === 0)) return undefined;
      const member = this.#readMember(prefix, key[2] ?? "");
      if (member === undefined) return undefined;
      members.push(member);
    }
    const end = this.#take(END);
    if (!end || (end[1] === "{") !== (members.length === 0)) return undefined;
    return `\\{${members.join(",")}\\}`;
  }

  #readMember(prefix: string, key: string): string | undefined {
    const path = prefix + key;
    if (this.#paths.has(path) || this.#paths.size === MOST_FIELDS) return undefined;
    this.#paths.add(path);
    const value = this.#readValue(path, prefix === "");
    return value === undefined ? undefined : `"${key}":${value}`;
  }

  #readValue(path: string, mayNest: boolean): string | undefined {
    const isOptional = mayNest && OPTIONAL_OBJECTS.includes(path);
    if (isOptional && !this.#isAt(BRACE)) return this.#take(SCALAR)?.[0] === "null" ? "null" : undefined;
    if (isOptional) this.groups.push(path);
    if (isOptional || (mayNest && path === NEEDED_OBJECT)) {
      const object = this.readObject(`${path}.`);
      return object === undefined || !isOptional ? object : `(?:()${object}|null)`;
    }
    if (!this.#take(SCALAR)) return undefined;
    const known = Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined;
    if (known !== undefined) this.groups.push(path);
    return known ?? OTHER;
  }

  #isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}
