import { crc32 } from "node:zlib";
import { type JournalRecord, plainCars, plainOutcomes, type StoredEntry } from "./record.ts";

/** The line of a record by its number, with its line feed. */
export function lineOf({ entries, ...about }: JournalRecord & { readonly n: number }): Buffer {
  const text = JSON.stringify({ ...about, entries: entries.map(plainEntry) });
  // ASCII alone: no character of a plate or a server's text can end a line or vary with an encoding. And no two `#` side
  // by side: a CI runner obeys `##[` anywhere in what a step prints, and the journal may be printed.
  const plain = text.replace(
    /[\u007f-\uffff]|#(?=#)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return Buffer.from(`{"crc":"${inHex(crc32(plain))}","len":${plain.length},"record":${plain}}\n`, "latin1");
}

/** The checksum of a record's text, as its line holds it. */
export function checksum(body: Buffer): string {
  return inHex(crc32(body));
}

function inHex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}

function plainEntry(entry: StoredEntry): object {
  switch (entry.kind) {
    case "intent":
    case "adopted":
    case "snapshot":
      return { ...entry, cars: plainCars(entry.cars) };
    case "outcome":
      return { ...entry, ...plainOutcomes(entry.cars) };
    default:
      return entry;
  }
}
