import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { pageOfRecords } from "../../src/fleet-api/endpoints/billing.ts";
import { pageOfGlobalCars, readFleetCar } from "../../src/fleet-api/endpoints/car-lists.ts";
import { paginate } from "../../src/fleet-api/endpoints/paginate.ts";
import { pageOfUsers } from "../../src/fleet-api/endpoints/parking-users.ts";
import { readFailures } from "../../src/fleet-api/endpoints/writer.ts";
import { decode, decodeArray } from "../../src/fleet-api/http/body.ts";
import { parseExactJson } from "../../src/fleet-api/http/exact-json.ts";
import type { HttpReply } from "../../src/fleet-api/http/exchange.ts";
import { createRedactor } from "../../src/fleet-api/http/redactor.ts";
import { sweepCars, sweepScope } from "../../src/live/index.ts";
import { carRow, pageOf, portsWith } from "../live/support.ts";
import { type Family, family, usingOnce } from "./growth.ts";
import { platesOf } from "./plan-families.ts";

function replyOf(text: string): HttpReply {
  return { status: 200, headers: new Map([["content-type", "application/json"]]), text };
}

function repeated(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at)).join(",");
}

function record(at: number): string {
  const texts = `"recordType":"a","recordSubType":"b","startDate":"c","endDate":"d","costCenter":"e"`;
  const sums = `"vat":0.00,"amountExcludingVat":12.50,"amountIncludingVat":15.10`;
  return `{"infoId":${at},"infoRecordId":9007199254740993,${texts},"currency":{"currencyCode":"DKK"},${sums}}`;
}

function pageText(rows: string, count: number): string {
  return `{"content":[${rows}],"page":{"size":${count},"number":0,"totalElements":${count},"totalPages":1}}`;
}

const car = (plate: string, more = "") =>
  `{"licenseNumber":"${plate}","features":[],"addedByCustomerCare":false,"createdDate":"2026-01-01"${more}}`;

function rowsOf(count: number): string {
  return platesOf(count)
    .map((plate) => car(plate))
    .join(",");
}

const whole = (n: number) => ({ number: 0, size: n + 1, totalElements: n, totalPages: 1 });

/** What servers send. */
export const readingFamilies: readonly Family[] = [
  family(
    "answers: a page of cars",
    1_250,
    (n) => void decode(replyOf(pageText(rowsOf(n), n)), { read: pageOfGlobalCars, numbers: "plain" }),
  ),
  family("answers: an array of cars, all wrong", 20_000, (n) => {
    const reply = replyOf(`[${repeated(n, () => '{"licenseNumber":0}')}]`);
    decodeArray(reply, { read: readFleetCar, numbers: "plain" }, n);
  }),
  family("answers: escapes that may be those of a secret", 20_000, (n) => {
    const redactor = createRedactor();
    redactor.add("s3cret/with+signs==");
    redactor.redact("s3cret\\/with\\u002".repeat(n));
  }),
  family("answers: a car with many fields", 4_000, (n) => {
    const more = `,${repeated(n, (at) => `"f${at}":null`)}`;
    const text = pageText(car("AB1", more), 1);
    decode(replyOf(text), { read: pageOfGlobalCars, numbers: "plain" });
  }),
  family(
    "answers: a page of billing records",
    2_000,
    (n) => void decode(replyOf(pageText(repeated(n, record), n)), { read: pageOfRecords, numbers: "exact" }),
  ),
  family("answers: a text of nothing but escapes", 200_000, (n) => void parseExactJson(`["${'\\"'.repeat(n)}"]`)),
  family("answers: rows that are all wrong", 1_250, (n) => {
    const rows = repeated(n, () => `{"id":"x"}`);
    decode(replyOf(pageText(rows, n)), { read: pageOfUsers, numbers: "exact" });
  }),
  family(
    "answers: per-car failures",
    1_250,
    (n) =>
      void decode(replyOf(`{"failures":[${repeated(n, (at) => `{"licenseNumber":"AB${at}","error":"no"}`)}]}`), {
        read: readFailures,
        numbers: "plain",
      }),
  ),
  family("answers: a secret, repeated in a large text", 50_000, (n) => {
    const redactor = createRedactor();
    redactor.add("s3cret/with+signs==");
    redactor.redact("s3cret/with+signs== ".repeat(n));
  }),
  family("lists: pages of one row", 3_000, async (n) => {
    const page = async ({ number, size }: { number: number; size: number }) => ({
      items: number < n ? [String(number)] : [],
      number,
      size,
      totalElements: n,
      totalPages: n,
    });
    const walk = paginate({ name: "GET /x", size: 1, page, idOf: (id: string) => id, atOnce: 1 });
    for await (const _ of walk);
  }),
  family("lists: a sweep of many pages", 20_000, async (n) => {
    const plates = platesOf(n);
    const { ports } = portsWith({ carPage: async (_, page) => pageOf(plates, page) });
    await sweepScope("global", { ...DEFAULT_INTERFACE, pageSize: 10 }, ports);
  }),
  family("lists: one car under many spellings", 2_000, async (n) => {
    const rows = Array.from({ length: n }, (_, at) => {
      const places = at.toString(2).padStart(15, "0");
      const letters = [..."AB12345678901234"];
      return carRow(letters.map((letter, place) => (places[place] === "1" ? `${letter}-` : letter)).join(""));
    });
    const { ports } = portsWith({ carPage: async () => ({ items: rows, ...whole(n) }) });
    const live = await sweepScope("global", DEFAULT_INTERFACE, ports);
    for (const entry of live.entries.values()) void entry.otherSpellings;
  }),
  family(
    "lists: rows that are not plates",
    20_000,
    usingOnce(
      (n) => ({ items: Array.from({ length: n }, (_, at) => carRow(`?? ${at}`)), ...whole(n) }),
      async (page) => {
        const { ports } = portsWith({ carPage: async () => page });
        await sweepScope("global", DEFAULT_INTERFACE, ports);
        await sweepCars("global", page.size, ports);
      },
    ),
  ),
];
