import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { pageOfRecords } from "../../src/fleet-api/endpoints/billing-records.ts";
import { pageOfGlobalCars } from "../../src/fleet-api/endpoints/car-lists.ts";
import { paginate } from "../../src/fleet-api/endpoints/paginate.ts";
import { pageOfUsers } from "../../src/fleet-api/endpoints/parking-users.ts";
import { failuresShape } from "../../src/fleet-api/endpoints/reply.ts";
import { decode } from "../../src/fleet-api/http/decode.ts";
import { parseExactJson } from "../../src/fleet-api/http/exact-json.ts";
import type { HttpReply } from "../../src/fleet-api/http/exchange.ts";
import { createRedactor } from "../../src/fleet-api/http/redactor.ts";
import { sweepCars, sweepScope } from "../../src/live/index.ts";
import { carRow, pageOf, portsWith } from "../live/support.ts";
import { type Family, usingOnce } from "./growth.ts";
import { platesOf } from "./plan-families.ts";

function replyOf(text: string): HttpReply {
  return { status: 200, headers: new Headers({ "content-type": "application/json" }), text };
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

/** What servers send. */
export const readingFamilies: readonly Family[] = [
  {
    name: "answers: a page of cars",
    sizes: [20_000, 160_000],
    run: (n) => void decode(replyOf(pageText(rowsOf(n), n)), { shape: pageOfGlobalCars, numbers: "plain" }),
  },
  {
    name: "answers: a car with many fields",
    sizes: [4_000, 32_000],
    run(n) {
      const more = `,${repeated(n, (at) => `"f${at}":null`)}`;
      const text = pageText(car("AB1", more), 1);
      decode(replyOf(text), { shape: pageOfGlobalCars, numbers: "plain" });
    },
  },
  {
    name: "answers: a page of billing records",
    sizes: [2_000, 16_000],
    run: (n) => void decode(replyOf(pageText(repeated(n, record), n)), { shape: pageOfRecords, numbers: "exact" }),
  },
  {
    name: "answers: a text of nothing but escapes",
    sizes: [200_000, 1_600_000],
    run: (n) => void parseExactJson(`["${'\\"'.repeat(n)}"]`),
  },
  {
    name: "answers: rows that are all wrong",
    sizes: [5_000, 40_000],
    run: (n) =>
      void decode(
        replyOf(
          pageText(
            repeated(n, () => `{"id":"x"}`),
            n,
          ),
        ),
        {
          shape: pageOfUsers,
          numbers: "exact",
        },
      ),
  },
  {
    name: "answers: per-car failures",
    sizes: [10_000, 80_000],
    run: (n) =>
      void decode(replyOf(`{"failures":[${repeated(n, (at) => `{"licenseNumber":"AB${at}","error":"no"}`)}]}`), {
        shape: failuresShape,
        numbers: "plain",
      }),
  },
  {
    name: "answers: a secret, repeated in a large text",
    sizes: [50_000, 400_000],
    run(n) {
      const redactor = createRedactor();
      redactor.add("s3cret/with+signs==");
      redactor.redact("s3cret/with+signs== ".repeat(n));
    },
  },
  {
    name: "lists: pages of one row",
    sizes: [3_000, 24_000],
    async run(n) {
      const page = async ({ number, size }: { number: number; size: number }) => ({
        items: number < n ? [String(number)] : [],
        number,
        size,
        totalElements: n,
        totalPages: n,
      });
      const walk = paginate({ name: "GET /x", size: 1, page, idOf: (id: string) => id, atOnce: 1 });
      for await (const _ of walk);
    },
  },
  {
    name: "lists: a sweep of many pages",
    sizes: [20_000, 160_000],
    async run(n) {
      const plates = platesOf(n);
      const { ports } = portsWith({ carPage: async (_, page) => pageOf(plates, page) });
      await sweepScope("global", { ...DEFAULT_INTERFACE, pageSize: 10 }, ports);
    },
  },
  {
    name: "lists: one car under many spellings",
    sizes: [2_000, 16_000],
    async run(n) {
      const rows = Array.from({ length: n }, (_, at) => {
        const places = at.toString(2).padStart(15, "0");
        const letters = [..."AB12345678901234"];
        return carRow(letters.map((letter, place) => (places[place] === "1" ? `${letter}-` : letter)).join(""));
      });
      const whole = { number: 0, size: n + 1, totalElements: n, totalPages: 1 };
      const { ports } = portsWith({ carPage: async () => ({ items: rows, ...whole }) });
      const live = await sweepScope("global", DEFAULT_INTERFACE, ports);
      for (const entry of live.entries.values()) void entry.otherSpellings;
    },
  },
  {
    name: "lists: rows that are not plates",
    sizes: [20_000, 160_000],
    run: usingOnce(
      (n) => {
        const items = Array.from({ length: n }, (_, at) => carRow(`?? ${at}`));
        return { items, number: 0, size: n + 1, totalElements: n, totalPages: 1 };
      },
      async (page) => {
        const { ports } = portsWith({ carPage: async () => page });
        await sweepScope("global", DEFAULT_INTERFACE, ports);
        await sweepCars("global", page.size, ports);
      },
    ),
  },
];
