import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import type { JournalRecord, StoredEntry } from "../../src/state/index.ts";
import { lineSteps } from "../../src/state/journal/journal-line.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
import { VIEW } from "./world.ts";

// A signal to the process is seen between two steps alone. An entry may name many cars.

const PLATES = Array.from({ length: 3 * ITEMS_A_STEP + 7 }, (_, at) => `Ä##[${at}`);

function recordOf(...entries: readonly StoredEntry[]): JournalRecord {
  return { at: "2026-05-01T12:00:00.000Z", target: VIEW.target, entries };
}

function adopted(cars: Extract<StoredEntry, { kind: "adopted" }>["cars"]): StoredEntry {
  return { kind: "adopted", scope: "global", cars };
}

it("the line of a record with many cars is made in steps, and is the same as that made at once", () => {
  const { items, looks } = watchedPlates(PLATES, { features: [] });
  const record = recordOf({ kind: "seen", scope: "global", count: 1, digest: "d" }, adopted(items), adopted([]));
  const { most, result } = mostInAStep(lineSteps({ n: 1, ...record }), looks);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  const plain = { ...record, entries: [record.entries[0], { ...adopted([]), cars: PLATES }, adopted([])] };
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
