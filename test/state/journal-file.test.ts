import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeJournal, encodeJournal, type JournalRecord, type StoredEntry } from "../../src/state/index.ts";
import { decodeLine } from "../../src/state/journal/journal-file.ts";
import { runnerCommands } from "../render/sinks.ts";
import { car, intent, outcome } from "./world.ts";

const REJECTED = { kind: "outcome", scope: "global", action: "delete" } as const;
const KNOWN = { scope: "global", lastCount: 1, touched: true, wasRead: true } as const;
const RECORDS: readonly JournalRecord[] = [
  record(
    { kind: "run", run: "r1", actor: "anna", planDigest: "ab" },
    { kind: "seen", scope: "global", count: 3, digest: "d" },
  ),
  record(intent("add", car("BÖ 12", "LEASING"), car("AB12345"))),
  record(
    outcome("add", "acknowledged", "BÖ 12", "AB12345"),
    { kind: "adopted", scope: "account:7", cars: [car("AB1")] },
    {
      ...REJECTED,
      cars: [{ licenseNumber: "AB1", outcome: "rejected", error: "no" }],
      traceId: "t",
    },
    { kind: "snapshot", ...KNOWN, cars: [{ ...car("AB1"), uncertain: true }] },
  ),
  record({ kind: "end", run: "r1", exitCode: 0 }),
];
const BYTES = encodeJournal(RECORDS);
const LINES = BYTES.toString("latin1").split("\n").slice(0, -1);

function record(...entries: JournalRecord["entries"]): JournalRecord {
  return { at: "2026-05-01T12:00:00.000Z", target: "target-1", entries };
}

function journal(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1");
}

function expectPrefix(bytes: Buffer): ReturnType<typeof decodeJournal> {
  const reading = decodeJournal(bytes);
  expect(reading.records).toEqual(RECORDS.slice(0, reading.records.length));
  return reading;
}

it("what is longer than any append is no append that was cut off", () => {
  const noise = (mebibytes: number) =>
    decodeJournal(Buffer.concat([BYTES, Buffer.alloc(mebibytes * 1024 * 1024, "A")]));
  expect(noise(128)).toMatchObject({
    records: RECORDS,
    condition: { kind: "torn", line: 6, bytes: 128 * 1024 * 1024 },
  });
  expect(noise(128 + 2 ** -20)).toMatchObject({ records: RECORDS, condition: { kind: "damaged", lines: [6] } });
});

const OUTCOMES = ["verified", "acknowledged", "rejected", "unknown", "not-sent"] as const;
const answered = fc.record(
  {
    licenseNumber: fc.string({ unit: "grapheme" }),
    outcome: fc.constantFrom(...OUTCOMES),
    error: fc.string({ unit: "binary" }),
    inDoubt: fc.constant(true as const),
    noEffect: fc.constant(true as const),
    twin: fc.string(),
  },
  { requiredKeys: ["licenseNumber", "outcome"] },
);

it("S19: the journal's bytes are one ASCII line for each append, whatever is said of a car, and are read as written", () => {
  fc.assert(
    fc.property(fc.array(answered), (cars) => {
      const hostile = record({ kind: "outcome", scope: "global", action: "add", cars });
      const bytes = encodeJournal([hostile, hostile]);
      expect(bytes.filter((byte) => byte === 0x0a)).toHaveLength(3);
      expect(bytes.every((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f))).toBe(true);
      expect(decodeJournal(bytes).records).toEqual([hostile, hostile]);
    }),
  );
});

it("S19 S14: the journal holds no command to a CI runner that prints it", () => {
  const cars = [{ licenseNumber: "##[error]x", outcome: "rejected" as const, error: "####vso[task.x]\n::error::y" }];
  const hostile = record({ kind: "outcome", scope: "global", action: "add", cars });
  const bytes = encodeJournal([hostile]);
  expect(runnerCommands(bytes.toString())).toEqual([]);
  expect(bytes.toString()).not.toContain("##");
  expect(decodeJournal(bytes).records).toEqual([hostile]);
});

it("H4: a journal of every kind of entry that is cut at any byte gives the appends that are whole", () => {
  for (let length = 0; length <= BYTES.length; length += 1) {
    const cut = BYTES.subarray(0, length);
    const { records, end, condition } = expectPrefix(cut);
    const whole = Math.max(0, cut.filter((byte) => byte === 0x0a).length - 1);
    expect(records).toHaveLength(whole);
    expect(end).toBeLessThanOrEqual(length);
    expect(condition.kind).toBe(end === length ? "sound" : "torn");
  }
});

it("H4: a journal with any one bit flipped gives a prefix and is damaged, also where the last append is hit", () => {
  for (let at = 0; at < BYTES.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = Buffer.from(BYTES);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      const { records, condition } = expectPrefix(flipped);
      expect(records.length, `byte ${at}`).toBeLessThan(RECORDS.length);
      expect(["damaged", "other-version"], `byte ${at}`).toContain(condition.kind);
    }
  }
});

it("H4: a last append of which the disk holds the end and zeros in place of the rest was cut off", () => {
  for (const zeros of [2, 30, 60]) {
    const holed = Buffer.from(BYTES).fill(0, BYTES.length - 1 - zeros, BYTES.length - 1);
    expect(expectPrefix(holed).condition).toMatchObject({ kind: "torn", line: 5 });
  }
});

it("H4: a journal with a tail of zeros or of noise gives a prefix", () => {
  const tail = fc.oneof(
    fc.nat(5000).map((length) => Buffer.alloc(length)),
    fc.uint8Array().map(Buffer.from),
  );
  fc.assert(
    fc.property(fc.nat(BYTES.length), tail, (length, noise) => {
      const { records } = expectPrefix(Buffer.concat([BYTES.subarray(0, length), noise]));
      expect(records.length).toBeLessThanOrEqual(RECORDS.length);
    }),
  );
});

it.each([
  ["a line lost in the middle", [0, 1, 3, 4]],
  ["the first record lost", [0, 2, 3, 4]],
  ["a line twice", [0, 1, 2, 2, 3, 4]],
  ["lines in another order", [0, 2, 1, 3, 4]],
  ["the header lost", [1, 2, 3, 4]],
  ["two journals in one file", [0, 1, 2, 0, 1, 2]],
])("H4: a journal with %s is damaged", (_, order) => {
  const { condition } = expectPrefix(journal(order.map((at) => LINES[at] ?? "")));
  expect(condition.kind).toBe("damaged");
});

it("damaged lines of a journal are named, counting from 1", () => {
  const lines = LINES.map((line, at) => (at === 1 || at === 3 ? line.replace("at", "AT") : line));
  expect(decodeJournal(journal(lines))).toMatchObject({ records: [], condition: { kind: "damaged", lines: [2, 4] } });
});

it("no more than ten damaged lines of a journal are named, and the first one where each is whole by itself", () => {
  const line = (at: number) => LINES[at] ?? "";
  const lines = (...texts: string[]) => decodeJournal(journal(texts)).condition;
  const damaged = (...numbers: number[]) => ({ kind: "damaged", lines: numbers });
  const noise = Array.from({ length: 12 }, () => "x");
  expect(lines(line(0), ...noise, line(1))).toEqual(damaged(2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  expect(lines(line(0), line(2), "x")).toEqual(damaged(3));
  expect(lines(line(0), line(2), line(3))).toEqual(damaged(2));
  expect([lines(line(1)), lines("", line(1))]).toEqual([damaged(1), damaged(1)]);
});

it("a line of a journal that is asked for by its number is that one", () => {
  const line = Buffer.from(LINES[1] ?? "", "latin1");
  expect([decodeLine(line, 1), decodeLine(line, 2), decodeLine(line.subarray(1), 1)]).toEqual([
    RECORDS[0],
    undefined,
    undefined,
  ]);
});

it("a right checksum over another content is damage, not a torn end", () => {
  const foreign = JSON.parse('{"at":"2026-05-01T12:00:00.000Z","target":"t","entries":[{"kind":"new"}]}');
  const bytes = encodeJournal([...RECORDS.slice(0, 1), foreign]);
  expect(expectPrefix(bytes).condition).toEqual({ kind: "damaged", lines: [3] });
});

it.each([
  ["S31: another version", '{"format":"platectl/journal","version":3}\n', { kind: "other-version", version: 3 }],
  ["no version", '{"format":"platectl/journal","version":}\n', { kind: "not-a-journal" }],
  ["somebody's file", "# Shopping\nmilk\n", { kind: "not-a-journal" }],
  ["a file without line ends", "{}", { kind: "not-a-journal" }],
  ["nothing", "", { kind: "sound" }],
  ["zeros", "\0\0\0\0", { kind: "torn", line: 1, bytes: 4 }],
  ["a picture, with zeros in it", "PNG\0\0\u0001\n", { kind: "not-a-journal" }],
])("journals of %s are recognised", (_, text, condition) => {
  expect(decodeJournal(Buffer.from(text))).toEqual({ records: [], end: 0, condition });
});

it("a journal whose first line was altered names that line", () => {
  const altered = Buffer.from(BYTES);
  altered.write("[", 0, "latin1");
  expect(decodeJournal(altered).condition).toEqual({ kind: "damaged", lines: [1] });
});

/** What the second line of a journal of this entry says of it. */
function lineOf(entry: StoredEntry): Record<string, unknown> {
  return JSON.parse(
    encodeJournal([record(entry)])
      .toString("latin1")
      .split("\n")[1] ?? "",
  ).record.entries[0];
}

it("a line of a journal says once what became of most cars, and everything of each of the others", () => {
  const rejected = { licenseNumber: "AB1", outcome: "rejected", error: "no" } as const;
  const doubted = { licenseNumber: "E5", outcome: "rejected", inDoubt: true } as const;
  const cars = [
    rejected,
    { licenseNumber: "B2", outcome: "unknown" },
    { licenseNumber: "D4", outcome: "unknown" },
  ] as const;
  const mixed = { kind: "outcome", scope: "global", action: "add", cars: [...cars, doubted] } as const;
  expect(lineOf(mixed)).toMatchObject({ outcome: "unknown", cars: [rejected, "B2", "D4", doubted] });
  const done = { licenseNumber: "F6", outcome: "verified" } as const;
  expect(lineOf({ ...mixed, cars: [...cars, done] })).toMatchObject({ cars: [rejected, "B2", "D4", done] });
  const refused = { ...mixed, cars: [rejected, doubted] };
  expect(lineOf(refused)).toEqual(refused);
});

it("a plate of which no line says what became of it is damage", () => {
  for (const more of [{}, { outcome: "done" }]) {
    const { at, target } = record();
    const body = JSON.stringify({
      n: 1,
      at,
      target,
      entries: [{ ...outcome("add", "verified"), ...more, cars: ["AB1"] }],
    });
    const line = `{"crc":"${crc32(body).toString(16).padStart(8, "0")}","len":${body.length},"record":${body}}`;
    expect(decodeJournal(journal([LINES[0] ?? "", line])).condition.kind).toBe("damaged");
  }
});
