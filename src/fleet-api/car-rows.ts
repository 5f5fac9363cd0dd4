import type { CarRow } from "../ports.ts";

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const FIRST_PRINTABLE = 32;

const PLATE_KEY = '"licenseNumber":';
const FEATURES_KEY = '"features":';
const CUSTOMER_CARE_KEY = '"addedByCustomerCare":';

const HEAD = /^\{(?:"page":\{(?:"[A-Za-z]+":[0-9]+,?)+\},)?"content":\[/;
const NO_FEATURES: readonly string[] = [];

/** A page of cars in two parts: its rows, and the page's text without them. */
export interface CutPage {
  readonly rows: readonly CarRow[];
  readonly rest: string;
}

/**
 * Takes the rows out of a page of the global list (interface 4.10), in a fifth of the time that parsing and checking the
 * whole takes. Undefined unless every row is written in the compact way without escapes and is as documented: then the
 * whole text must be parsed, and whatever is wrong be named.
 */
export function cutCarRows(text: string): CutPage | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const cursor = new RowCursor(text, head[0].length);
  const rows: CarRow[] = [];
  while (cursor.code === OPEN_BRACE) {
    const row = cursor.row();
    if (!row) return undefined;
    rows.push(row);
    if (!cursor.skip(COMMA)) break;
    if (cursor.code !== OPEN_BRACE) return undefined;
  }
  const tail = text.slice(cursor.at);
  // Another `content` in the tail would be the one that counts.
  if (!tail.startsWith("]") || tail.includes("content") || tail.includes("\\")) return undefined;
  return { rows, rest: head[0] + tail };
}

/** Walks over rows of compact JSON; what it gives undefined for may be anything. */
class RowCursor {
  readonly #text: string;
  at: number;
  readonly #featureSets = new Map<string, readonly string[]>();

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  get code(): number {
    return this.#text.charCodeAt(this.at);
  }

  skip(code: number): boolean {
    if (this.code !== code) return false;
    this.at += 1;
    return true;
  }

  row(): CarRow | undefined {
    let licenseNumber: string | undefined;
    let features: readonly string[] | undefined;
    let addedByCustomerCare: boolean | undefined;
    do {
      this.at += 1;
      if (this.#skipText(PLATE_KEY)) {
        licenseNumber = this.#string();
        if (licenseNumber === undefined) return undefined;
      } else if (this.#skipText(FEATURES_KEY)) {
        features = this.#features();
        if (features === undefined) return undefined;
      } else if (this.#skipText(CUSTOMER_CARE_KEY)) {
        addedByCustomerCare = this.#boolean();
        if (addedByCustomerCare === undefined) return undefined;
      } else if (!this.#skipMember()) return undefined;
    } while (this.code === COMMA);
    if (!this.skip(CLOSE_BRACE)) return undefined;
    if (licenseNumber === undefined || features === undefined || addedByCustomerCare === undefined) return undefined;
    return { licenseNumber, features, addedByCustomerCare };
  }

  #skipText(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  #string(): string | undefined {
    const from = this.at + 1;
    return this.#skipString() ? this.#text.slice(from, this.at - 1) : undefined;
  }

  #skipString(): boolean {
    if (!this.skip(QUOTE)) return false;
    let { code } = this;
    while (code !== QUOTE) {
      if (!(code >= FIRST_PRINTABLE) || code === BACKSLASH) return false;
      this.at += 1;
      code = this.code;
    }
    this.at += 1;
    return true;
  }

  #boolean(): boolean | undefined {
    return this.#skipText("false") ? false : this.#skipText("true") ? true : undefined;
  }

  #features(): readonly string[] | undefined {
    if (this.#skipText("[]") || this.#skipText("null")) return NO_FEATURES;
    const from = this.at;
    if (!this.skip(OPEN_BRACKET)) return undefined;
    const features: string[] = [];
    do {
      const feature = this.#string();
      if (feature === undefined) return undefined;
      features.push(feature);
    } while (this.skip(COMMA));
    if (!this.skip(CLOSE_BRACKET)) return undefined;
    // Cars with the same features share one array.
    const written = this.#text.slice(from, this.at);
    const known = this.#featureSets.get(written) ?? features;
    this.#featureSets.set(written, known);
    return known;
  }

  /** A field that is not ours to read. */
  #skipMember(): boolean {
    if (!this.#skipString() || !this.#skipText(":")) return false;
    return this.code === QUOTE ? this.#skipString() : this.#skipText("null") || this.#boolean() !== undefined;
  }
}
