import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import nock from "nock";
import { describe, expect, it } from "vitest";
import { rowsOf, TEXT } from "../rows.ts";
import { interceptHttp } from "./mocked-http.ts";
import { answers, login } from "./mocked-login.ts";
import { BASE, clientFor, json, jsonText, problem } from "./support.ts";

interceptHttp();

const SIZE = 3;

function user(id: number) {
  return { id, firstName: "", lastName: "", phoneNumber: "", email: "", costCenter: "", status: "ACTIVE" };
}

interface Answer {
  readonly content: readonly unknown[];
  readonly page: Record<string, unknown>;
}

/** A list of so many users, served page by page; `spoil` may change any answer. */
function serve(total: number, spoil: (answer: Answer, number: number) => Answer = (answer) => answer): number[] {
  const asked: number[] = [];
  login();
  nock(BASE)
    .persist()
    .get("/api/billing-accounts/4711/parking-users")
    .query(true)
    .reply((uri) => {
      const query = new URL(uri, BASE).searchParams;
      const number = Number(query.get("page"));
      const size = Math.min(Number(query.get("size")), SIZE);
      asked.push(number);
      const ids = Array.from({ length: total }, (_, id) => id + 1).slice(number * size, (number + 1) * size);
      const page = { size, number, totalElements: total, totalPages: Math.ceil(total / size) };
      return [200, ...json(spoil({ content: ids.map(user), page }, number))];
    });
  return asked;
}

async function walk(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of clientFor(BASE).reader.parkingUsers("4711")) ids.push(id);
  return ids;
}

function refusing(status: number): void {
  login();
  nock(BASE)
    .persist()
    .get("/api/billing-accounts/4711/parking-users")
    .query(true)
    .reply((uri) => {
      const number = Number(new URL(uri, BASE).searchParams.get("page"));
      if (number > 1) return [status, ...problem(status)];
      const page = { size: SIZE, number, totalElements: 6, totalPages: 2 };
      return [200, ...json({ content: [1, 2, 3].map((id) => user(id + number * SIZE)), page })];
    });
}

it.each([400, 404, 416, 422])(
  "a page after a full last one that is answered %i is the end of the list",
  async (status) => {
    refusing(status);
    expect(await walk()).toEqual(["1", "2", "3", "4", "5", "6"]);
  },
);

it.each([401, 403, 408, 429, 500])("a page after a full last one that is answered %i is a failure", async (status) => {
  refusing(status);
  await expect(walk()).rejects.toThrow(String(status));
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

it.each<[string, (answer: Answer, number: number) => Answer, string]>([
  ["D2 page 0 for ever", (a) => ({ ...a, page: { ...a.page, number: 0 } }), "page 0 instead of page 1"],
  ["D2 one-based numbers", (a, n) => ({ ...a, page: { ...a.page, number: n + 1 } }), "page 1 instead of page 0"],
])("pages with %s are refused as another answer than asked for", async (_, spoil, said) => {
  serve(9, spoil);
  await expect(walk()).rejects.toMatchObject({ failure: { kind: "shape" }, message: expect.stringContaining(said) });
});

it.each<[string, (answer: Answer, number: number) => Answer, string]>([
  ["D2 the same rows on every page", (a) => ({ ...a, content: [1, 2, 3].map(user) }), 'the row "1" came twice'],
  [
    "D7 a short page in the middle",
    (a, n) => (n === 1 ? { ...a, content: a.content.slice(1) } : a),
    "page 1 holds 2 rows instead of 3",
  ],
  [
    "D7 an empty page in the middle",
    (a, n) => (n === 1 ? { ...a, content: [] } : a),
    "page 1 holds 0 rows instead of 3",
  ],
  [
    "D1 totals that move",
    (a, n) => (n === 1 ? { ...a, page: { ...a.page, totalElements: 10, totalPages: 4 } } : a),
    "from 9 rows at 3 a page in 3 pages to 10 rows at 3 a page in 4 pages",
  ],
  [
    "D3 a size that changes",
    (a, n) => (n === 1 ? { ...a, page: { ...a.page, size: 4 } } : a),
    "from 9 rows at 3 a page in 3 pages to 9 rows at 4 a page in 3 pages",
  ],
  [
    "D4 totals that do not fit each other",
    (a) => ({ ...a, page: { ...a.page, totalPages: 2 } }),
    "9 rows at 3 a page in 2 pages, which would make 3 pages",
  ],
  [
    "D4 totals that are too small",
    (a) => ({ ...a, page: { ...a.page, totalElements: 6, totalPages: 2 } }),
    "page 2 holds 3 rows instead of 0",
  ],
  [
    "D4 totals that are too big",
    (a) => ({ ...a, page: { ...a.page, totalElements: 12, totalPages: 4 } }),
    "page 3 holds 0 rows instead of 3",
  ],
  ["D4 a size of 0", (a) => ({ content: [], page: { ...a.page, size: 0 } }), "9 rows at 0 a page in 3 pages"],
  [
    "D4 a size of 0 and no pages",
    (a) => ({ content: [], page: { ...a.page, size: 0, totalPages: 0 } }),
    "9 rows at 0 a page in 0 pages",
  ],
])("pages with %s are refused as a list that changed", async (_, spoil, said) => {
  serve(9, spoil);
  await expect(walk()).rejects.toMatchObject({
    failure: { kind: "inconsistent" },
    message: expect.stringContaining(said),
  });
});

it.each<[string, Record<string, number>, string]>([
  ["9e15 rows", { totalElements: 9e15, totalPages: 3e15 }, "platectl reads at most 2000000 rows of it"],
  ["2,000,001 rows", { totalElements: 2_000_001, totalPages: 666_667 }, "platectl reads at most 2000000 rows of it"],
  [
    "pages without end",
    { totalElements: 300_003, totalPages: 100_001 },
    "platectl reads at most 100000 pages of a list",
  ],
])("S26 pages that claim %s end at the first page, and the error names the limit", async (_, claim, said) => {
  const asked = serve(9, (answer) => ({ ...answer, page: { ...answer.page, ...claim } }));
  await expect(walk()).rejects.toMatchObject({ failure: { kind: "shape" }, message: expect.stringContaining(said) });
  expect(asked).toEqual([0]);
});

it("D4 no change of a total passes unnoticed", async () => {
  const mutation = fc.record({
    field: fc.constantFrom("totalElements", "totalPages", "number", "size"),
    value: fc.oneof(fc.integer({ min: -3, max: 20 }), fc.constantFrom("9", null, 1.5, undefined)),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 9 }), mutation, async (total, { field, value }) => {
      nock.cleanAll();
      serve(total, (answer) => ({ ...answer, page: { ...answer.page, [field]: value } }));
      const ids = await walk().catch(() => undefined);
      if (ids !== undefined) expect(ids).toHaveLength(total);
    }),
    { numRuns: 60 },
  );
});

describe("pages of billing records", () => {
  const record = (id: number) =>
    `{"infoId":${id},"infoRecordId":${id},"currency":{"currencyCode":"DKK"},"vat":0,"amountExcludingVat":1,"amountIncludingVat":1}`;
  const PAGES = 20;

  function pageOf(number: number, ids: readonly number[]): string {
    const page = { size: SIZE, number, totalElements: PAGES * SIZE - 1, totalPages: PAGES };
    return `{"content":[${ids.map(record).join(",")}],"page":${JSON.stringify(page)}}`;
  }

  /** Answers `together` pages at a time, the last one first. Gives how many waited for an answer at the most. */
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
        waiting.set(number, () => answer(null, [200, ...jsonText(pageOf(number, idsOf(number)))]));
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

  it("pages of billing records are asked for side by side, and their records are given in the list's order", async () => {
    const mostAtOnce = serveRecords(idsOf, 4);
    const ids: string[] = [];
    for await (const rows of clientFor(BASE).reader.billingPages("4711", {}))
      for (const row of rows) ids.push(row.kind === "row" ? row.item.infoId : "odd");
    expect(ids).toEqual(Array.from({ length: PAGES * SIZE - 1 }, (_, id) => String(id + 1)));
    expect(mostAtOnce()).toBe(4);
  });

  it("D7 a short page among pages that were read side by side is refused where it stands", async () => {
    serveRecords((number) => (number === 6 ? idsOf(number).slice(1) : idsOf(number)), 1);
    const pages: number[] = [];
    const walked = (async () => {
      for await (const rows of clientFor(BASE).reader.billingPages("4711", {})) pages.push(rows.length);
    })();
    await expect(walked).rejects.toThrow("page 6 holds 2 rows instead of 3");
    expect(pages).toHaveLength(6);
  });

  it("D7 pages of billing records that repeat an earlier page whole are refused", async () => {
    serveRecords((number) => idsOf(number === 9 ? 3 : number), 1);
    const walked = (async () => {
      for await (const _ of clientFor(BASE).reader.billingPages("4711", {}));
    })();
    await expect(walked).rejects.toThrow('the row "10/10" came twice');
  });
});

const int64 = fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n });
const amount = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.stringMatching(/^[0-9]{0,12}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`);
const noise = fc.string({ unit: "binary" });

it("ids and amounts are read digit for digit, whatever the texts beside them hold", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(int64, amount, noise), { maxLength: 5 }), async (rows) => {
      nock.cleanAll();
      login();
      const records = rows.map(([id, sum, word], at) => {
        const texts = JSON.stringify({
          recordType: word,
          recordSubType: "1.50",
          startDate: `{"a":1,"${at}":2}`,
          endDate: "",
          costCenter: "",
        });
        return `${texts.slice(0, -1)},"infoId":${at},"infoRecordId":${id},"currency":{"currencyCode":"DKK"},"vat":0,"amountExcludingVat":${sum},"amountIncludingVat":1}`;
      });
      const totals = { size: 1000, number: 0, totalElements: rows.length, totalPages: Math.min(1, rows.length) };
      answers(
        "GET /api/billing-accounts/4711/billing-info-records?page=0&size=1000",
        200,
        jsonText(`{"content":[${records.join()}],"page":${JSON.stringify(totals)}}`),
      );
      const read = [];
      for await (const record of clientFor(BASE).reader.billingRecords("4711", {})) read.push(record);
      expect(read.map((r) => [r.infoRecordId, r.amountExcludingVat, r.recordType])).toEqual(
        rows.map(([id, sum, word]) => [String(id), sum, word]),
      );
    }),
    { numRuns: 60 },
  );
});

it.each(rowsOf(import.meta.url, "an amount of", TEXT, TEXT))(
  "an amount of %s is written as %s",
  async (source, expected) => {
    login();
    const record = `{"infoId":1,"infoRecordId":1,"recordType":"","recordSubType":"","startDate":"","endDate":"","costCenter":"","currency":{"currencyCode":"DKK"},"vat":${source},"amountExcludingVat":1,"amountIncludingVat":1}`;
    answers(
      "GET /api/billing-accounts/4711/billing-info-records?page=0&size=1",
      200,
      jsonText(`{"content":[${record}],"page":{"size":1,"number":0,"totalElements":1,"totalPages":1}}`),
    );
    const read = await clientFor(BASE).reader.billingRecordPage("4711", {}, { number: 0, size: 1 });
    expect(read.items[0]?.vat).toBe(expected);
  },
);

const PAGES = 60;
const ROWS = 1_000;
const FIRST_ID = 9_007_199_254_000_000n;

/** Full pages with ids of sixteen digits, and an empty one behind; on the last full page `lastId` stands first. */
function serveLong(lastId?: bigint): void {
  login();
  nock(BASE)
    .persist()
    .get("/api/billing-accounts/4711/parking-users")
    .query(true)
    .reply((uri) => {
      const number = Number(new URL(uri, BASE).searchParams.get("page"));
      const idAt = (at: number) =>
        number === PAGES - 1 && at === 0 && lastId !== undefined ? lastId : FIRST_ID + BigInt(number * ROWS + at);
      const rows = Array.from({ length: number < PAGES ? ROWS : 0 }, (_, at) =>
        JSON.stringify(user(0)).replace('"id":0', `"id":${idAt(at)}`),
      );
      const page = { size: ROWS, number, totalElements: PAGES * ROWS, totalPages: PAGES };
      return [200, ...jsonText(`{"content":[${rows.join(",")}],"page":${JSON.stringify(page)}}`)];
    });
}

it("a long list is read whole, every one of its ids kept apart, and keeps no more of a row than its id", async () => {
  serveLong();
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
    if (rows === 5 * ROWS) early = heap();
    if (rows === PAGES * ROWS) late = heap();
  }
  expect(rows).toBe(PAGES * ROWS);
  expect((late - early) / rows).toBeLessThan(80);
});
