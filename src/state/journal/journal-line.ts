import { crc32 } from "node:zlib";
import { ITEMS_A_STEP, type Steps } from "../../runtime/steps.ts";
import { plainCars, plainOutcomes } from "./plain-cars.ts";
import { type JournalRecord, type StoredEntry, sizeOf } from "./record.ts";

const LINE_END = Buffer.from("}\n");

/** The line of a record by its number, in steps; its parts follow each other without anything between. */
export function* lineSteps(numbered: JournalRecord & { readonly n: number }): Steps<readonly Buffer[]> {
  const parts: Buffer[] = [];
  let length = 0;
  let crc = 0;
  const { entries, ...about } = numbered;
  const lined: LinedEntry[] = [];
  for (const entry of entries) lined.push({ plain: yield* plainEntry(entry), isLong: sizeOf(entry) > ITEMS_A_STEP });
  for (const text of textsOf(about, lined)) {
    if (parts.length > 0) yield;
    // ASCII alone: no character of a plate or a server's text can end a line or vary with an encoding. And no two `#` side
    // by side: a CI runner obeys `##[` anywhere in what a step prints, and the journal may be printed.
    const plain = text.replace(
      /[\u007f-\uffff]|#(?=#)/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const part = Buffer.from(plain, "latin1");
    parts.push(part);
    length += part.length;
    crc = crc32(part, crc);
  }
  return [Buffer.from(`{"crc":"${inHex(crc)}","len":${length},"record":`), ...parts, LINE_END];
}

/** The checksum of a record's text, as its line holds it. */
export function checksum(body: Buffer): string {
  return inHex(crc32(body));
}

function inHex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}

function* plainEntry(entry: StoredEntry): Steps<object> {
  switch (entry.kind) {
    case "intent":
    case "adopted":
    case "snapshot":
      return { ...entry, cars: yield* plainCars(entry.cars) };
    case "outcome":
      return { ...entry, ...(yield* plainOutcomes(entry.cars)) };
    default:
      return entry;
  }
}

interface LinedEntry {
  /** As the line holds it. */
  readonly plain: object;
  readonly isLong: boolean;
}

/** A record as JSON: in one piece, or in several where it names many cars. No string is cut. */
function* textsOf(about: object, entries: readonly LinedEntry[]): Generator<string> {
  if (entries.every(({ isLong }) => !isLong)) {
    yield JSON.stringify({ ...about, entries: entries.map(({ plain }) => plain) });
    return;
  }
  let head = `${JSON.stringify(about).slice(0, -1)},"entries":[`;
  for (const { plain, isLong } of entries) {
    for (const text of isLong ? objectTexts(plain) : [JSON.stringify(plain)]) {
      yield head + text;
      head = "";
    }
    head = ",";
  }
  yield "]}";
}

function* objectTexts(value: object): Generator<string> {
  let before = "{";
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ",";
    if (Array.isArray(part)) yield* arrayTexts(part);
    else if (typeof part === "object" && part !== null) yield* objectTexts(part);
    else yield JSON.stringify(part);
  }
  yield before === "{" ? "{}" : "}";
}

function* arrayTexts(items: readonly unknown[]): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    const some = JSON.stringify(items.slice(from, from + ITEMS_A_STEP)).slice(1, -1);
    yield `${from === 0 ? "[" : ","}${some}`;
  }
  yield items.length === 0 ? "[]" : "]";
}
