import { createHmac } from "node:crypto";
import { plateKeyOf } from "../../allowlist/index.ts";
import { DOCUMENTS, jsonSchema } from "../../documents/index.ts";
import type { TerminalText } from "../escape/terminal.ts";
import { type Content, contentOf } from "./document-fields.ts";
import { NO_DIGEST, type PlateView } from "./full-plates.ts";

/** What is shown in place of a plate, from its text. */
type PlateForm = (text: string) => string;

/** Written in place of the characters that are not shown, however many they are. */
const HIDDEN = "•••";
/** How many characters at either end are shown of a plate with at least this length, the longest first. */
const SHOWN_ENDS = [
  { length: 7, ends: 2 },
  { length: 4, ends: 1 },
];
/** A hash is told from a plate by this: no plate holds a `#`, so that no list takes one for the other. */
const HASH_MARK = "plate#";
const HASH_LENGTH = 10;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS_A_CHARACTER = 5;
/** Letters of other alphabets that look Latin count as such, whatever the fleet file says: what hides plates has no settings. */
const RULES = { foldLookalikes: true };

/**
 * `AB•••45`: the same for all spellings of a plate. Short plates show less, the shortest nothing, and so does a text
 * that is not a plate.
 */
export const masked: PlateForm = (text) => {
  const characters = [...(plateKeyOf(text, RULES) ?? "")];
  const ends = SHOWN_ENDS.find(({ length }) => characters.length >= length)?.ends ?? 0;
  return ends === 0 ? HIDDEN : [...characters.slice(0, ends), HIDDEN, ...characters.slice(-ends)].join("");
};

/** `plate#K3J9QX2MPA`: a keyed hash (HMAC-SHA-256), the same for all spellings of a plate. Plates cannot be tried without the key. */
export function hashedWith(key: string): PlateForm {
  return (text) => {
    const hash = createHmac("sha256", key).update(plateKeyOf(text, RULES) ?? text.normalize("NFC"));
    return `${HASH_MARK}${base32(hash.digest())}`;
  };
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: HASH_LENGTH }, (_, at) => {
    const from = at * BITS_A_CHARACTER;
    return BASE32.charAt(Number.parseInt(bits.slice(from, from + BITS_A_CHARACTER), 2));
  }).join("");
}

/** Shows plates in another form, and nothing of what people, files or servers wrote. */
export function createPlateView(form: PlateForm): PlateView {
  return new HiddenPlates(form);
}

/** Backticks, and the quotation marks of texts that are not ours, such as a parser's; an apostrophe follows a letter. */
const QUOTED = /`[^`\n]*`|"(?:[^"\\\n]|\\.)*"|(?<!\p{L})'[^'\n]*'/gu;
/** A file in a sentence. It begins where a word does: to try every character of a long one would take quadratic time. */
const FILE = /(?<![^\s`(),"'])[^\s`(),"']*\.(?:ya?ml|csv|txt|xlsx|json|jsonl)\b(?::\S*\w)?/gi;
const IS_FILE = new RegExp(`^(?:${FILE.source})$`, "i");
/** An account in a command. */
const ACCOUNT = /(?<=--account )\d+/g;
/** What a server calls a request by, in a sentence or a line of the log. */
const TRACE_ID = /(?<=\btraceId[ =])[^\s()]+/g;
/** What this module itself has written: no plate has such a sign. */
const SHOWN = new RegExp(`^(?:.{0,2}${HIDDEN}.{0,2}|${HASH_MARK}[A-Z2-7]{${HASH_LENGTH}}|${NO_DIGEST})$`, "u");
const NUMBER = /^[-+\d.,:/TZ ]*$|^[0-9a-f-]{20,}$/i;
const CODE = /^[A-Za-z_-]*$/;
/** A line, or a cell of a sheet. */
const LINE = /(?:(?::\d+){1,2}|![A-Z]{1,3}\d+)$/;

class HiddenPlates implements PlateView {
  readonly isFull = false;
  readonly #form: PlateForm;

  constructor(form: PlateForm) {
    this.#form = form;
  }

  plate(text: string): string {
    return text === "" || SHOWN.test(text) ? text : this.#form(text);
  }

  message(text: TerminalText): TerminalText;
  message(text: string): string;
  message(text: string): string {
    // Files first: one that is quoted is then known to be shown.
    const known = text.replace(FILE, placeShown).replace(TRACE_ID, (id) => (NUMBER.test(id) ? id : HIDDEN));
    return known.replace(QUOTED, (whole) => {
      const mark = whole.charAt(0);
      return `${mark}${this.#quotation(whole.slice(1, -1))}${mark}`;
    });
  }

  document<Document>(document: Document): Document {
    const copy = structuredClone(document);
    this.#hideIn(copy, "");
    return copy;
  }

  #quotation(text: string): string {
    const words = text.replace(ACCOUNT, "").split(" ");
    if (SHOWN.test(text) || words.every((word) => isOwnWord(word) || IS_FILE.test(word))) return text;
    const plate = text.replace(/^[*&]/, "");
    return plateKeyOf(plate, RULES) !== undefined ? this.#form(plate) : HIDDEN;
  }

  /** Changes what is below the field of this name. */
  #hideIn(value: unknown, around: string): void {
    if (Array.isArray(value)) for (const item of value) this.#hideIn(item, around);
    else if (isRecord(value))
      for (const [field, held] of Object.entries(value)) value[field] = this.#shown(held, field, around, value);
  }

  #shown(value: unknown, field: string, around: string, record: Readonly<Record<string, unknown>>): unknown {
    if (typeof value === "string") return this.#text(value, contentOf(field, around) ?? errorContent(field, record));
    if (Array.isArray(value)) return value.map((item) => this.#shown(item, field, around, record));
    this.#hideIn(value, field);
    return value;
  }

  #text(text: string, content: Content | undefined): string {
    switch (content) {
      case "plate":
        return this.plate(text);
      case "plain":
        return text;
      case "number":
        return NUMBER.test(text) ? text : HIDDEN;
      case "code":
        return NUMBER.test(text) || CODE.test(text) ? text : HIDDEN;
      case "place":
        return placeShown(text);
      case "message":
        return this.message(text);
      case "digest":
        return NO_DIGEST;
      case undefined:
        return text === "" ? "" : HIDDEN;
    }
  }
}

/** The words of a server or of platectl about a change: a server's are those of a car that it answered for. */
function errorContent(field: string, { outcome, event }: Readonly<Record<string, unknown>>): Content | undefined {
  return field === "error" && /\b(?:unknown|not-sent)$/.test(String(outcome ?? event)) ? "message" : undefined;
}

function placeShown(place: string): string {
  const line = LINE.exec(place)?.[0] ?? "";
  return place.slice(0, place.length - line.length).replace(/[^/:\\]+/g, nameShown) + line;
}

function nameShown(name: string): string {
  const extension = /\.[a-z]{2,5}$/i.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  return /\p{L}/u.test(stem) && /\p{N}/u.test(stem) ? `${HIDDEN}${extension}` : name;
}

/** Throws for what JSON cannot hold: nothing in it would be hidden. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError("a document holds records and lists only");
  return true;
}

const COMMANDS = [
  ...["platectl", "completion", "end", "schema", "sandbox", "demo", "help", "git", "restore", "lfs", "pull", "state"],
  ...["HEAD", "openssl", "rand", "-hex", "fetch-depth", "utf-8", "utf-16le", "windows-1252", "iso-8859-15"],
];
/** Values of keys that the schema names by their type alone. */
const VALUES = ["true", "false", "key", "value", "LEASING", "csv", "html"];
/** Written in place of a value in a command. */
const PLACEHOLDERS = ["FILE", "PLATE", "HASH", "REVISION", "BRANCH", "REMOTE", "N", ">"];
/** An option, a number that is shorter than plates are, a commit. */
const SHORT =
  /^(?:-f?|--(?:[a-z]+(?:-[a-z]+)*(?:=(?:HEAD|N|\d+|[0-9a-f]{7,40}(?:~1)?))?)?|\d{1,2}[dh]?|[0-9a-f]{12}(?:~1)?|<[a-z-]+>)$/;

let ownWords: ReadonlySet<string> | undefined;

/** Whether a word is one of platectl's: of a command, an option, or a key or fixed value of the fleet file such as `carsFrom`. */
function isOwnWord(text: string): boolean {
  ownWords ??= new Set([
    ...COMMANDS,
    ...wordsOf(Object.values(DOCUMENTS).join(" ")),
    ...PLACEHOLDERS,
    ...VALUES,
    ...namesIn(jsonSchema("fleet")),
  ]);
  const known = ownWords;
  return SHORT.test(text) || wordsOf(text).every((word) => known.has(word) || SHORT.test(word));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s:.,@=~[\]{}`"…]+|^- /).filter((word) => word !== "");
}

/** The keys and the fixed values that a JSON Schema names. */
function* namesIn(schema: unknown): Generator<string, void, void> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") yield* Object.keys(value);
    if (keyword === "const" || keyword === "enum") yield* [value].flat().filter((one) => typeof one === "string");
    yield* namesIn(value);
  }
}
