import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeJournal, encodeJournal, type JournalRecord, type StoredEntry } from "../../src/state/index.ts";
import { outcome } from "./world.ts";

// Cars of which nothing more is to be said are plates alone in the lines of a journal. Older lines say everything of each car.

const ABOUT = { at: "2026-05-01T12:00:00.000Z", target: "target-1" };

function recordOf(entry: StoredEntry): JournalRecord {
  return { ...ABOUT, entries: [entry] };
}

/** What the line of an entry says of it. */
function lineOf(entry: StoredEntry): unknown {
  const line =
    encodeJournal([recordOf(entry)])
      .toString("latin1")
      .split("\n")[1] ?? "";
  return JSON.parse(line).record.entries[0];
}

/** The entries of a journal whose only line has that entry, in whatever form; undefined when it is damaged. */
function readEntry(entry: object): StoredEntry | undefined {
  const body = JSON.stringify({ n: 1, ...ABOUT, entries: [entry] });
  const crc = crc32(body).toString(16).padStart(8, "0");
  const line = `{"crc":"${crc}","len":${body.length},"record":${body}}\n`;
  const { records, condition } = decodeJournal(Buffer.from(`{"format":"platectl/journal","version":2}\n${line}`));
  return condition.kind === "sound" ? records[0]?.entries[0] : undefined;
}

it("a line says once what became of most cars", () => {
  expect(lineOf(outcome("delete", "acknowledged", "AB1", "B2"))).toMatchObject({
    outcome: "acknowledged",
    cars: ["AB1", "B2"],
  });
  const mixed = [
    { licenseNumber: "AB1", outcome: "rejected", error: "no" },
    { licenseNumber: "B2", outcome: "unknown" },
    { licenseNumber: "C3", outcome: "verified" },
    { licenseNumber: "D4", outcome: "unknown" },
    { licenseNumber: "E5", outcome: "rejected", inDoubt: true },
  ] as const;
  expect(lineOf({ kind: "outcome", scope: "global", action: "add", cars: mixed })).toMatchObject({
    outcome: "unknown",
    cars: [mixed[0], "B2", mixed[2], "D4", mixed[4]],
  });
  const refused = { kind: "outcome", scope: "global", action: "add", cars: [mixed[0], mixed[4]] } as const;
  expect(lineOf(refused)).toEqual(refused);
});

it("a plate whose outcome the line does not say is damage", () => {
  expect(readEntry({ ...outcome("add", "verified"), cars: ["AB1"] })).toBeUndefined();
  expect(readEntry({ ...outcome("add", "verified"), outcome: "done", cars: ["AB1"] })).toBeUndefined();
});

it("whatever is said of a car, its line is read as it was written", () => {
  const outcomes = fc.constantFrom("verified", "acknowledged", "rejected", "unknown", "not-sent");
  const answered = fc.record(
    {
      licenseNumber: fc.string(),
      outcome: outcomes,
      error: fc.string(),
      inDoubt: fc.constant(true as const),
      noEffect: fc.constant(true as const),
      twin: fc.string(),
    },
    { requiredKeys: ["licenseNumber", "outcome"] },
  );
  fc.assert(
    fc.property(fc.array(answered), (cars) => {
      const records = [recordOf({ kind: "outcome", scope: "global", action: "delete", cars })];
      expect(decodeJournal(encodeJournal(records)).records).toEqual(records);
    }),
  );
});
