import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { json, page, token } from "../fleet-api/support.ts";
import { portOf, startProcess } from "../processes.ts";
import { rowsFrom } from "../properties.ts";
import { globalFleet, PLATECTL, place } from "./harness.ts";

const MOST_MB = 700;
const HEAP_MB = 512;
const BODY = 8_380_000;
const ARRAY = 94_000_000;

/** A list of a value, again and again, in that many characters. */
const listOf = (value: string, characters: number) =>
  `[${`${value},`.repeat(Math.floor(characters / (value.length + 1)) - 1)}${value}]`;
const pageOf = (rows: string) => `{"content":${rows},"page":{"size":1000,"number":0,"totalElements":1,"totalPages":1}}`;
const carWith = (features: string) => `[{"licenseNumber":"AB1","features":${features},"addedByCustomerCare":false}]`;

const CARS = "GET /api/cars";
const FLEET = "GET /fleets/default/cars";
const ACCOUNTS = "GET /api/billing-accounts";
const RECORDS = "GET /api/billing-accounts/4711/billing-info-records";
const ADDS = "POST /api/cars";
const PLAN = ["plan"];
const APPLY = ["apply", "--auto-approve", "--settle-time", "1"];
const RIGHT = '{"licenseNumber":"AB12345","createdDate":"2026-01-01T00:00:00Z"}';

const ROWS: readonly (readonly [string, string, () => string, readonly string[], number])[] = [
  ["a page of empty objects", CARS, () => pageOf(listOf("{}", BODY)), PLAN, 6],
  ["a fleet of empty objects", FLEET, () => listOf("{}", ARRAY), PLAN, 0],
  ["millions of wrong failures", ADDS, () => `{"failures":${listOf("0", BODY)}}`, APPLY, 10],
  ...["0", "{}", "[]", '""', "1.0"].flatMap((value) => [
    [`a page of ${value}`, CARS, () => pageOf(listOf(value, BODY)), PLAN, 6] as const,
    [`a car with features ${value}`, CARS, () => pageOf(carWith(listOf(value, BODY - 100))), PLAN, 6] as const,
    [`a fleet of ${value}`, FLEET, () => listOf(value, ARRAY), PLAN, 0] as const,
    [`accounts that are ${value}`, ACCOUNTS, () => listOf(value, 24_000_000), ["accounts", "list"], 6] as const,
    [`records that are ${value}`, RECORDS, () => pageOf(listOf(value, BODY)), ["billing", "list", "4711"], 6] as const,
    [`failures that are ${value}`, ADDS, () => `{"failures":${listOf(value, BODY)}}`, APPLY, 10] as const,
  ]),
  ["right failures", ADDS, () => `{"failures":${listOf('{"licenseNumber":"N0"}', BODY)}}`, APPLY, 10],
  ["a fleet of right cars", FLEET, () => listOf(RIGHT, 64_000_000), PLAN, 0],
  ["a fleet of short cars", FLEET, () => listOf('{"licenseNumber":"A","createdDate":""}', ARRAY), PLAN, 0],
  [
    "a fleet with one long text",
    FLEET,
    () => `[1,{"licenseNumber":"A","createdDate":"${"x".repeat(ARRAY)}"}]`,
    PLAN,
    0,
  ],
  [
    "a fleet of secrets",
    FLEET,
    () => listOf('{"licenseNumber":"A","createdDate":"s3cret-\\u0031234567"}', ARRAY),
    PLAN,
    0,
  ],
  ["a fleet of blanks", FLEET, () => " ".repeat(ARRAY), PLAN, 0],
];

it.each(rowsFrom(ROWS, 3))(
  "S26, S37, V27: an answer takes no more memory than it may, ends no process and leaves no lock: %s",
  async (_, call, body, args, code) => {
    const here = await place({ mode: "global" });
    const cars = Array.from({ length: call === ADDS ? 3 : 100_000 }, (_none, at) => `N${at}`);
    here.write("fleet.yaml", globalFleet(cars));
    const answer = body();
    const server = createServer(({ method = "", url = "" }, response) => {
      const name = `${method} ${url.replace(/\?.*/, "")}`;
      const usual = method === "GET" ? json(name === FLEET ? [] : page([])) : json("");
      const [text, headers] = name === "POST /auth/v1" ? token("token-1234567", 3600, Date.now()) : usual;
      if (name !== call) response.writeHead(200, headers).end(text);
      else response.writeHead(call === ADDS ? 207 : 200, { "content-type": "application/json" }).end(answer);
    });
    onTestFinished(() => void server.close().closeAllConnections());
    const base = `http://127.0.0.1:${await portOf(server)}`;
    const usage = join(here.folder, "usage.cjs");
    writeFileSync(
      usage,
      `process.once("exit", () => require("node:fs").writeFileSync("usage", String(process.resourceUsage().maxRSS)));`,
    );
    const env = { ...here.env, PLATECTL_BASE_URL: base, PLATECTL_CLIENT_SECRET: "s3cret-1234567" };
    const node = [`--max-old-space-size=${HEAP_MB}`, "--require", usage];
    const ended = await startProcess(process.execPath, [...node, PLATECTL, ...args], { cwd: here.folder, env }).ended;
    expect({ code: ended.code, stderr: ended.stderr.slice(0, 2_000) }).toMatchObject({ code });
    expect(ended.stderr).not.toContain("defect");
    expect(Number(readFileSync(join(here.folder, "usage"), "utf8")) / 1024).toBeLessThan(MOST_MB);
    expect(existsSync(join(here.folder, ".platectl/state.jsonl.lock"))).toBe(false);
  },
);
