import fc from "fast-check";
import nock from "nock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FleetApi } from "../../src/fleet-api/index.ts";
import { cases } from "../properties.ts";
import { interceptHttp } from "./mocked-http.ts";
import { login } from "./mocked-login.ts";
import { BASE, clientFor, jsonText } from "./support.ts";

// Rows of the global list are read past JSON.parse where they are compact. A blank before the text makes the reader take
// the whole text instead, so that each text can be read both ways.

interceptHttp();

let api: FleetApi;
beforeAll(() => {
  login("token", 1_000_000);
  api = clientFor(BASE);
});
afterAll(() => api.close());

/** What reading a page with this body comes to: the page with its rows, or the message of the failure. */
async function readingOf(text: string): Promise<unknown> {
  nock(BASE)
    .get("/api/cars")
    .query(true)
    .reply(200, ...jsonText(text));
  const page = await api.reader.carPage("global", { number: 0, size: 1000 }).catch((error: Error) => error.message);
  return typeof page === "string" ? page : { ...page, packed: undefined };
}

async function expectSame(text: string): Promise<void> {
  expect(await readingOf(text)).toEqual(await readingOf(` ${text}`));
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...' aé"\\\n\u2028}]{[,:'), maxLength: 4 }),
);
const json = fc.oneof(text, fc.constantFrom(null, true, false, 1, 1.5, [], {}, ["a"], [1], { a: 1 }));
const orOdd = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: usual.map((one): unknown => one) }, json);
const car = fc.record(
  {
    licenseNumber: orOdd(text),
    createdDate: orOdd(fc.constant("2026-01-01T00:00:00Z")),
    features: orOdd(fc.oneof(fc.array(text, { maxLength: 3 }), fc.constant(null))),
    addedByCustomerCare: orOdd(fc.boolean()),
    content: json,
    ["__proto__"]: json,
  },
  { requiredKeys: ["licenseNumber", "addedByCustomerCare"] },
);
const totals = { size: 1000, number: 0, totalElements: 3, totalPages: 1 };
const body = fc
  .record({
    content: fc.array(fc.oneof({ weight: 30, arbitrary: car.map((one): unknown => one) }, json), { maxLength: 4 }),
    page: fc.oneof({ weight: 20, arbitrary: fc.constant<unknown>(totals) }, json),
    isPageFirst: fc.boolean(),
    more: fc.option(json),
  })
  .map(({ content, page, isPageFirst, more }) => {
    const parts = isPageFirst ? { page, content } : { content, page };
    return JSON.stringify(more === null ? parts : { ...parts, more });
  });

describe("a page of compact rows", () => {
  it("a page of compact rows reads as any other page does, for random rows", async () => {
    await fc.assert(fc.asyncProperty(body, expectSame), { numRuns: cases(400) });
  });

  it("a page of compact rows reads as any other page does, wherever a character is changed", async () => {
    const rows = [
      { licenseNumber: "AB1", createdDate: "x", features: ["LEASING", "B"], addedByCustomerCare: false },
      { licenseNumber: "ÅÄ 2", features: null, addedByCustomerCare: true },
      { features: ["LEASING"], addedByCustomerCare: true, licenseNumber: "CD3" },
    ];
    const page = JSON.stringify({ content: rows, page: totals });
    const change = fc.record({
      at: fc.nat(page.length),
      gone: fc.nat(2),
      by: fc.constantFrom(...'"{}[],:\\ \n1atn', "", '"content":[],', '"licenseNumber":"X",', "\u0001"),
    });
    await fc.assert(
      fc.asyncProperty(change, ({ at, gone, by }) => expectSame(page.slice(0, at) + by + page.slice(at + gone))),
      { numRuns: cases(400) },
    );
  });

  it("S25: a page of compact rows reads as any other page does with thousands of fields in a row", async () => {
    const fields = Array.from({ length: 4_000 }, (_, at) => `"f${at}":null`).join(",");
    const row = `{"licenseNumber":"A","features":[],"addedByCustomerCare":true,${fields}}`;
    await expectSame(`{"content":[${row}],"page":${JSON.stringify({ ...totals, totalElements: 1 })}}`);
  });

  it.each([
    [
      "a second content",
      '{"content":[],"page":PAGE,"content":[{"licenseNumber":"A","features":[],"addedByCustomerCare":true}]}',
    ],
    [
      "an escaped second content",
      '{"content":[{"licenseNumber":"A","features":[],"addedByCustomerCare":true}],"page":PAGE,"\\u0063ontent":[]}',
    ],
    [
      "a key twice in a row",
      '{"content":[{"licenseNumber":"A","licenseNumber":"B","features":[],"addedByCustomerCare":true}],"page":PAGE}',
    ],
    ["a trailing comma", '{"content":[{"licenseNumber":"A","features":[],"addedByCustomerCare":true},],"page":PAGE}'],
    ["no end", '{"content":[{"licenseNumber":"A","features":[],"addedByCustomerCare":true}'],
    ["the page first, spoilt", '{"page":{"size":1,},"content":[]}'],
  ])("a page of compact rows reads as any other page does with %s", async (_, pattern) => {
    await expectSame(pattern.replace("PAGE", JSON.stringify(totals)));
  });
});
