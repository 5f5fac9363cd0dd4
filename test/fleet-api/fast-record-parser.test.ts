import fc from "fast-check";
import nock from "nock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FleetApi } from "../../src/fleet-api/index.ts";
import { cases } from "../properties.ts";
import { interceptHttp } from "./mocked-http.ts";
import { login } from "./mocked-login.ts";
import { BASE, clientFor, jsonText } from "./support.ts";

// Billing records are read past JSON.parse where they are compact. A blank before the text makes the reader take the whole
// text instead, so that each text can be read both ways.

interceptHttp();

let api: FleetApi;
beforeAll(() => {
  login("token", 1_000_000);
  api = clientFor(BASE);
});
afterAll(() => api.close());

/** What reading records with this body comes to: the rows, or the message of the failure. */
async function readingOf(text: string): Promise<unknown> {
  nock(BASE)
    .get("/api/billing-accounts/4711/billing-info-records")
    .query(true)
    .reply(200, ...jsonText(text));
  const rows: unknown[] = [];
  try {
    for await (const page of api.reader.billingPages("4711", {})) rows.push(...page);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
  return rows;
}

async function expectSame(text: string): Promise<void> {
  expect(await readingOf(text)).toEqual(await readingOf(` ${text}`));
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...' aé"\\\n\u2028}]{[,:'), maxLength: 4 }),
  fc.constant("a text of more than a dozen characters"),
);
const odd = fc.constantFrom(
  "null",
  "true",
  "[]",
  "{}",
  '"1"',
  "1",
  "1.5",
  "1e2",
  "-0",
  "01",
  "1.",
  '{"a":1}',
  '{"id":2}',
);
const id = fc.oneof(
  fc.bigInt({ min: -9_223_372_036_854_775_807n, max: 9_223_372_036_854_775_807n }).map(String),
  fc.constantFrom("0", "12345678901234567890"),
);
const amount = fc.oneof(
  fc.tuple(fc.integer({ min: -500, max: 500 }), fc.stringMatching(/^[0-9]{1,3}$/)).map(([a, b]) => `${a}.${b}`),
  fc.constantFrom("0", "-0.00", "0.30000000000000004", "12345678901234567890.01", "1E-7"),
);
const orOdd = (usual: fc.Arbitrary<string>) => fc.oneof({ weight: 40, arbitrary: usual }, odd);
const texts = fc.oneof({ weight: 5, arbitrary: text.map((one) => JSON.stringify(one)) }, fc.constant("null"));
const ids = fc.oneof({ weight: 5, arbitrary: id }, fc.constant("null"));

/** The text of an object with these members, in an order of its own; those not needed may be missing. */
function object(members: Record<string, fc.Arbitrary<string>>, needed: readonly string[] = []): fc.Arbitrary<string> {
  const keys = fc.shuffledSubarray(Object.keys(members), { minLength: 1 });
  return fc.tuple(keys, fc.record(members), fc.boolean()).map(([chosen, values, isUsual]) => {
    const order = isUsual ? Object.keys(members) : [...new Set([...chosen, ...needed])];
    return `{${order.map((key) => `${JSON.stringify(key)}:${values[key] ?? "null"}`).join(",")}}`;
  });
}

const currency = object({ currencyCode: orOdd(fc.constantFrom('"DKK"', '"EUR"')), symbol: texts, numericCode: ids }, [
  "currencyCode",
]);
const parking = object({ licensePlate: texts, id: ids, areaName: texts, note: texts, areaId: ids, extra: odd });
const user = object({ id: ids, firstName: texts, constructor: odd });
const needed = ["infoId", "infoRecordId", "currency", "vat", "amountExcludingVat", "amountIncludingVat"];
const record = object(
  {
    infoId: orOdd(id),
    infoRecordId: orOdd(id),
    recordType: orOdd(texts),
    startDate: orOdd(texts),
    costCenter: texts,
    currency: orOdd(currency),
    vat: orOdd(amount),
    amountExcludingVat: orOdd(amount),
    amountIncludingVat: orOdd(amount),
    parking: orOdd(parking),
    user: orOdd(user),
    content: odd,
    ["__proto__"]: odd,
  },
  needed,
);
const body = fc.array(record, { maxLength: 4 }).map((rows) => pageOf(rows));

function pageOf(rows: readonly string[]): string {
  const totals = { size: 1000, number: 0, totalElements: rows.length, totalPages: Math.min(1, rows.length) };
  return `{"content":[${rows.join(",")}],"page":${JSON.stringify(totals)}}`;
}

const PARKING =
  '{"infoId":1,"infoRecordId":2,"recordType":"PARKING","startDate":"2026-10-01T00:00:00Z","currency":{"currencyCode":"DKK"},"vat":5.00,"amountExcludingVat":20.00,"amountIncludingVat":25.00,"parking":{"licensePlate":"AB12345","areaId":7},"user":{"id":501}}';
const FEE =
  '{"infoId":2,"infoRecordId":3,"recordType":null,"currency":{"currencyCode":"EUR","symbol":"€"},"vat":0,"amountExcludingVat":-1.5,"amountIncludingVat":-1.5,"parking":null,"user":null}';

describe("a page of compact billing records", () => {
  it("a page of compact billing records reads as any other page does, for random records", async () => {
    await fc.assert(fc.asyncProperty(body, expectSame), { numRuns: cases(400) });
  });

  it("a page of compact billing records reads as any other page does, wherever a character is changed", async () => {
    const page = pageOf([PARKING, FEE, PARKING.replace('"infoId":1', '"infoId":4')]);
    const change = fc.record({
      at: fc.nat(page.length),
      gone: fc.nat(2),
      by: fc.constantFrom(...'"{}[],:\\ \n1atn.-0', "", '"content":[],', '"infoId":9,', "e2", "\u0001"),
    });
    await fc.assert(
      fc.asyncProperty(change, ({ at, gone, by }) => expectSame(page.slice(0, at) + by + page.slice(at + gone))),
      { numRuns: cases(400) },
    );
  });

  it.each([
    ["an amount with a zero in front", PARKING.replace("25.00", "025.00")],
    ["an id with a zero in front", PARKING.replace('"infoId":1', '"infoId":01')],
    ["an id of twenty digits", PARKING.replace('"infoId":1', '"infoId":12345678901234567890')],
    ["an amount with an exponent", PARKING.replace("25.00", "2.5e1")],
    ["an amount that ends in a point", PARKING.replace("25.00", "25.")],
    ["a field twice", PARKING.replace('"infoRecordId"', '"infoId":5,"infoRecordId"')],
    ["a field of the parking twice", PARKING.replace('"areaId":7', '"areaId":7,"licensePlate":"CD1"')],
    ["an escaped key", PARKING.replace('"infoId"', '"info\\u0049d"')],
    ["a comma behind it", `${PARKING},`],
  ])("a page of compact billing records reads as any other page does with %s", async (_, row) => {
    await expectSame(pageOf([PARKING.replace('"infoRecordId":2', '"infoRecordId":9'), row]));
  });

  it("compact billing records are given digit for digit, with and without a parking", async () => {
    expect(await readingOf(pageOf([PARKING, FEE]))).toMatchObject([
      { item: { infoId: "1", amountIncludingVat: "25.00", parking: { licensePlate: "AB12345", areaId: "7" } } },
      { item: { recordType: "", amountIncludingVat: "-1.5", currency: { symbol: "€" }, parking: undefined } },
    ]);
  });

  it("S25: a page of compact billing records reads as any other page does with thousands of fields in a record", async () => {
    const fields = Array.from({ length: 4_000 }, (_, at) => `"f${at}":null`).join(",");
    await expectSame(pageOf([`${PARKING.slice(0, -1)},${fields}}`]));
  });

  it("S25: a page whose records are all written in different ways reads as any other page does", async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `{"field${at}":1,${PARKING.slice(1)}`);
    await expectSame(pageOf(rows));
  });
});
