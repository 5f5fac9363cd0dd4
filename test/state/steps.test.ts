import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { decodeJournal, encodeJournal, type JournalRecord, type StoredEntry } from "../../src/state/index.ts";
import { foldSteps } from "../../src/state/journal/fold.ts";
import { lineSteps } from "../../src/state/journal/journal-line.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
import { VIEW } from "./world.ts";

// A signal to the process is seen between two steps alone. A run that deleted many cars remembers them in one entry.

const PLATES = Array.from({ length: 3 * ITEMS_A_STEP + 7 }, (_, at) => `Ä##[${at}`);
const DELETED = { action: "delete" as const, times: 0, confirmed: true as const };

function recordOf(...entries: readonly StoredEntry[]): JournalRecord {
  return { at: "2026-05-01T12:00:00.000Z", target: VIEW.target, entries };
}

function undone(cars: Extract<StoredEntry, { kind: "undone" }>["cars"]): StoredEntry {
  return { kind: "undone", scope: "global", settings: "s", cars };
}

it("the line of a record with many cars is made in steps, and is the same as that made at once", () => {
  const { items, looks } = watchedPlates(PLATES, DELETED);
  const record = recordOf({ kind: "seen", scope: "global", count: 1, digest: "d" }, undone(items), undone([]));
  const { most, result } = mostInAStep(lineSteps({ n: 1, ...record }), looks);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  const plain = { ...record, entries: [record.entries[0], { ...undone([]), cars: PLATES }, undone([])] };
  const body = JSON.stringify({ n: 1, ...plain }).replace(
    /[\u007f-\uffff]|#(?=#)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const crc = crc32(body).toString(16).padStart(8, "0");
  // Compared as one word, so that a difference is not shown with all plates.
  expect(Buffer.concat(result).toString("latin1") === `{"crc":"${crc}","len":${body.length},"record":${body}}\n`).toBe(
    true,
  );
});

it("a snapshot with many undone changes is written and read as it was", () => {
  const cars = PLATES.map((licenseNumber) => ({ licenseNumber, ...DELETED }));
  const shared = { kind: "snapshot", scope: "global", touched: true, cars: [] } as const;
  const record = recordOf({ ...shared, undone: { settings: "s", cars } });
  expect(decodeJournal(encodeJournal([record])).records).toEqual([record]);
});

it("what a journal says of many undone changes is read in steps", () => {
  const { items, looks } = watchedPlates(
    PLATES.map((_, at) => `AB${at}`),
    DELETED,
  );
  const records = [recordOf(undone(items))];
  const { most, result } = mostInAStep(foldSteps(records, VIEW), looks);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  expect(result.get("global")?.undone?.cars.size).toBe(PLATES.length);
});
