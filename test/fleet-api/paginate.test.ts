import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import nock from "nock";
import { expect, it } from "vitest";
import { z } from "zod";
import { NUMBER, rowsOf, TEXT } from "../rows.ts";
import { answers, interceptHttp, login } from "./mocked-http.ts";
import { BASE, clientFor, json, jsonText, problem } from "./support.ts";

interceptHttp();

const SIZE = 3;
const CONTENT = { firstName: "", lastName: "", phoneNumber: "", email: "", costCenter: "", status: "ACTIVE" };
const user = (id: number) => ({ id, ...CONTENT });

interface Answer {
  readonly content: readonly unknown[];
  readonly page: Readonly<Record<string, unknown>>;
}

/** Another answer than the honest one, or a status. */
type Spoil = (answer: Answer, number: number) => Answer | number;
const HONEST: Spoil = (answer) => answer;

/** A list of so many users, served page by page. */
function serve(total: number, spoil = HONEST, most = SIZE, firstId = 1): number[] {
  const asked: number[] = [];
  login();
  nock(BASE)
    .persist()
    .get("/api/billing-accounts/4711/parking-users")
    .query(true)
    .reply((uri) => {
      const query = new URL(uri, BASE).searchParams;
      const number = Number(query.get("page"));
      const size = Math.min(Number(query.get("size")), most);
      asked.push(number);
      const count = Math.max(0, Math.min(size, total - number * size));
      const content = Array.from({ length: count }, (_, at) => user(firstId + number * size + at));
      const page = { size, number, totalElements: total, totalPages: Math.ceil(total / size) };
      const answer = spoil({ content, page }, number);
      return typeof answer === "number" ? [answer, ...problem(answer)] : [200, ...json(answer)];
    });
  return asked;
}

async function walk(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of clientFor(BASE).reader.parkingUsers("4711")) ids.push(id);
  return ids;
}

it.each([
  [404, "the end of the list"],
  [403, "a failure"],
  [500, "a failure"],
])("a page after a full last one that is answered %i is %s", async (status, what) => {
  serve(6, (answer, number) => (number > 1 ? status : answer));
  if (what === "a failure") await expect(walk()).rejects.toThrow(String(status));
  else expect(await walk()).toEqual(["1", "2", "3", "4", "5", "6"]);
});

it.each([
  [0, [0]],
  [1, [0]],
  [3, [0, 1]],
  [7, [0, 1, 2]],
  [9, [0, 1, 2, 3]],
])(
  "a list of %i rows in pages clamped to three (D3) takes pages %j; a page is asked for after a full last one (D4)",
  async (total, pages) => {
    const asked = serve(total);
    expect(await walk()).toEqual(Array.from({ length: total }, (_, id) => String(id + 1)));
    expect(asked).toEqual(pages);
  },
);

it("pages are read as a stream: the second is not asked for before the first is used up", async () => {
  const asked = serve(7);
  const rows = clientFor(BASE).reader.parkingUsers("4711")[Symbol.asyncIterator]();
  await rows.next();
  expect(asked).toEqual([0]);
  for (let row = 0; row < 3; row += 1) await rows.next();
  expect(asked).toEqual([0, 1]);
});

const TOTALS = z.record(TEXT, NUMBER);

it("pages that contradict each other are refused as a list that changed", async () => {
  serve(9, ({ content, page }, number) => ({ content, page: { ...page, totalElements: number === 1 ? 10 : 9 } }));
  await expect(walk()).rejects.toMatchObject({
    failure: { kind: "inconsistent" },
    message: expect.stringContaining("contradict each other: its totals changed between pages"),
  });
});

it.each(rowsOf(import.meta.url, "pages that claim too much", TEXT, TOTALS, TEXT))(
  "S26 pages that claim %s end at the first page, and the error names the limit",
  async (_, claim, said) => {
    const asked = serve(9, ({ content, page }) => ({ content, page: { ...page, ...claim } }));
    await expect(walk()).rejects.toMatchObject({ failure: { kind: "shape" }, message: expect.stringContaining(said) });
    expect(asked).toEqual([0]);
  },
);

it("D4 no change of a total passes unnoticed", async () => {
  const field = fc.constantFrom("totalElements", "totalPages", "number", "size");
  const value = fc.oneof(fc.integer({ min: -3, max: 20 }), fc.constantFrom("9", null, 1.5, undefined));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 9 }), field, value, async (total, changed, to) => {
      nock.cleanAll();
      serve(total, ({ content, page }) => ({ content, page: { ...page, [changed]: to } }));
      const ids = await walk().catch(() => undefined);
      if (ids !== undefined) expect(ids).toHaveLength(total);
    }),
    { numRuns: 20 },
  );
});

const RECORD = {
  ...{ infoId: 1, infoRecordId: 1, recordType: "", recordSubType: "", startDate: "", endDate: "", costCenter: "" },
  ...{ currency: { currencyCode: "DKK" }, vat: 0, amountExcludingVat: 1, amountIncludingVat: 1 },
};

/** A billing record as text; `numbers` are written as they stand. */
function record(numbers: Readonly<Record<string, unknown>>, texts: Partial<typeof RECORD> = {}): string {
  const rest = Object.entries({ ...RECORD, ...texts }).filter(([name]) => !Object.hasOwn(numbers, name));
  const written = Object.entries(numbers).map(([name, number]) => `"${name}":${number}`);
  return `{${written.join()},${JSON.stringify(Object.fromEntries(rest)).slice(1)}`;
}

function recordPage(records: readonly string[], page: object): ReturnType<typeof jsonText> {
  return jsonText(`{"content":[${records.join()}],"page":${JSON.stringify(page)}}`);
}

const PAGES = 20;

/** Answers `together` pages of records at a time, the last one first. Gives how many waited for an answer at the most. */
function serveRecords(idsOf: (number: number) => readonly number[], together: number): () => number {
  login();
  const waiting = new Map<number, () => void>();
  let answered = 0;
  let most = 0;
  nock(BASE)
    .persist()
    .get("/api/billing-accounts/4711/billing-info-records")
    .query(true)
    .reply((uri, _, answer) => {
      const number = Number(new URL(uri, BASE).searchParams.get("page"));
      const page = { size: SIZE, number, totalElements: PAGES * SIZE - 1, totalPages: PAGES };
      const records = idsOf(number).map((id) => record({ infoId: id, infoRecordId: id }));
      waiting.set(number, () => answer(null, [200, ...recordPage(records, page)]));
      most = Math.max(most, waiting.size);
      if (number > 0 && waiting.size < Math.min(together, PAGES - answered)) return;
      for (const [one, answerNow] of [...waiting].sort(([left], [right]) => right - left)) {
        waiting.delete(one);
        answered += 1;
        answerNow();
      }
    });
  return () => most;
}

const idsOf = (number: number) => [1, 2, 3].map((id) => number * SIZE + id).filter((id) => id < PAGES * SIZE);

/** Reads all records; `ids` holds those of the pages that came before a failure. */
async function walkRecords(ids: string[] = []): Promise<string[]> {
  for await (const rows of clientFor(BASE).reader.billingPages("4711", {}))
    for (const row of rows) ids.push(row.kind === "row" ? row.item.infoId : "odd");
  return ids;
}

it("pages of billing records are asked for side by side, and their records are given in the list's order", async () => {
  const mostAtOnce = serveRecords(idsOf, 4);
  expect(await walkRecords()).toEqual(Array.from({ length: PAGES * SIZE - 1 }, (_, id) => String(id + 1)));
  expect(mostAtOnce()).toBe(4);
});

it("D7 a short page among pages that were read side by side is refused where it stands", async () => {
  serveRecords((number) => (number === 6 ? idsOf(number).slice(1) : idsOf(number)), 1);
  const ids: string[] = [];
  await expect(walkRecords(ids)).rejects.toThrow("page 6 holds 2 rows instead of 3");
  expect(ids).toHaveLength(6 * SIZE);
});

it("D7 pages of billing records that repeat an earlier page whole are refused", async () => {
  serveRecords((number) => idsOf(number === 9 ? 3 : number), 1);
  await expect(walkRecords()).rejects.toThrow('the row "10/10" came twice');
});

const int64 = fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n });
const amount = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.stringMatching(/^[0-9]{0,12}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`);
const noise = fc.string({ unit: "binary" });

/** Answers with these records, on one page. */
function answerRecords(records: readonly string[], size: number): void {
  login();
  const page = { size, number: 0, totalElements: records.length, totalPages: Math.min(1, records.length) };
  const path = `/api/billing-accounts/4711/billing-info-records?page=0&size=${size}` as const;
  answers(`GET ${path}`, 200, recordPage(records, page));
}

it("ids and amounts are read digit for digit, whatever the texts beside them hold", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(int64, amount, noise), { maxLength: 5 }), async (rows) => {
      nock.cleanAll();
      const records = rows.map(([id, sum, recordType], at) => {
        const texts = { recordType, recordSubType: "1.50", startDate: `{"a":1,"${at}":2}` };
        return record({ infoId: at, infoRecordId: id, amountExcludingVat: sum }, texts);
      });
      answerRecords(records, 1000);
      const read = [];
      for await (const one of clientFor(BASE).reader.billingRecords("4711", {})) read.push(one);
      expect(read.map((one) => [one.infoRecordId, one.amountExcludingVat, one.recordType])).toEqual(
        rows.map(([id, sum, word]) => [String(id), sum, word]),
      );
    }),
    { numRuns: 20 },
  );
});

it.each(rowsOf(import.meta.url, "an amount of", TEXT, TEXT))(
  "an amount of %s is written as %s",
  async (source, expected) => {
    answerRecords([record({ vat: source })], 1);
    const read = await clientFor(BASE).reader.billingRecordPage("4711", {}, { number: 0, size: 1 });
    expect(read.items[0]?.vat).toBe(expected);
  },
);

it("a long list is read whole, every one of its ids kept apart, and keeps no more of a row than its id", async () => {
  const [count, size] = [30_000, 1_000];
  serve(count, HONEST, size, 9_007_199_254_000_000);
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let rows = 0;
  let early = 0;
  let late = 0;
  for await (const _ of clientFor(BASE).reader.parkingUsers("4711")) {
    rows += 1;
    if (rows === 5 * size) early = heap();
    if (rows === count) late = heap();
  }
  expect(rows).toBe(count);
  expect((late - early) / rows).toBeLessThan(80);
});
