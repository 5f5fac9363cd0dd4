import nock from "nock";
import { expect } from "vitest";
import type { InterfaceSettings, Scope } from "../../src/allowlist/index.ts";
import type { CarToWrite } from "../../src/run/ports/index.ts";
import { testRows } from "../case-files.ts";
import { login } from "./mocked-http.ts";
import { BASE, clientFor, fakeClock, json, jsonText, page, problem } from "./support.ts";

/** What a server is asked, and how it answers. */
interface Answer {
  /** `GET /api/cars?page=0&size=1000`, if not this. */
  readonly request?: string;
  /** The body that must be sent. */
  readonly sent?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly times?: number;
  /** 200, unless it says so. */
  readonly status?: number;
  /** Rows of a page, with other totals. */
  readonly rows?: readonly unknown[];
  readonly totals?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly type?: string;
  /** A problem with these words, as every status from 400 on has. */
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly empty?: boolean;
  readonly with?: Readonly<Record<string, string>>;
}

/** A call of the client, the answers that it gets, and what comes of it. */
interface Case {
  readonly what: string;
  readonly settings?: Partial<InterfaceSettings>;
  /** Logins that are answered with a token: 1. */
  readonly logins?: number;
  readonly answers?: readonly Answer[];
  readonly call?: keyof typeof CALLS;
  readonly scope?: Scope;
  readonly number?: number;
  readonly size?: number;
  readonly from?: string;
  readonly cars?: readonly CarToWrite[];

  /** What the call gives, all of it. */
  readonly gives?: unknown;
  /** What it gives, in part. */
  readonly holds?: object;
  readonly failure?: object;
  /** What the error holds. */
  readonly says?: string;
  readonly sleeps?: readonly number[];
}

const CARS = [
  { licenseNumber: "AB 12&3", features: ["LEASING"] },
  { licenseNumber: "BÖ=1", features: [] },
];
const USER = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phoneNumber: "+4512345678" };

type Client = ReturnType<typeof clientFor>;
const pageOf = ({ number = 0, size = 1000 }: Case) => ({ number, size });
const write =
  (action: "add" | "delete") =>
  (client: Client, { scope = "global", cars = CARS }: Case) =>
    client.writer.send({ action, scope, cars }, new AbortController().signal);
const CALLS = {
  carPage: ({ reader }: Client, one: Case) => reader.carPage(one.scope ?? "global", pageOf(one)),
  fleetCars: ({ reader }: Client) => reader.fleetCars(),
  parkingUser: ({ reader }: Client) => reader.parkingUser("4711", "9223372036854775807"),
  parkingUserPage: ({ reader }: Client, one: Case) => reader.parkingUserPage("4711", pageOf(one)),
  accountExists: ({ reader }: Client) => reader.accountExists("4711"),
  billingAccounts: ({ reader }: Client) => reader.billingAccounts(),
  billingRecordPage: ({ reader }: Client, one: Case) =>
    reader.billingRecordPage("4711", one.from === undefined ? {} : { from: one.from }, pageOf(one)),
  add: write("add"),
  delete: write("delete"),
  createParkingUser: ({ writer }: Client) => writer.createParkingUser("4711", USER),
  removeUserCar: ({ writer }: Client) => writer.removeUserCar("4711", "5", "BÖ 1"),
};

/** A test for each row with `what` of the data file beside a test; a row is like the one before where `like` names it. */
export function clientCases(test: string): void {
  testRows(test, async (one: Case) => {
    for (let at = 1; at <= (one.logins ?? 1); at += 1) login(`token-${at}`);
    for (const answer of one.answers ?? []) reply(answer);
    const clock = fakeClock();
    const client = clientFor(BASE, { clock, ...(one.settings && { settings: one.settings }) });
    await judge(CALLS[one.call ?? "carPage"](client, one), one);
    if (one.sleeps) expect(clock.sleeps).toEqual(one.sleeps);
  });
}

function reply({
  request = "GET /api/cars?page=0&size=1000",
  sent,
  headers,
  times = 1,
  status = 200,
  ...rest
}: Answer) {
  const [method = "", path = ""] = request.split(/ (.*)/s);
  const body = sent === undefined || sent === "" ? sent : JSON.stringify(sent);
  const [text = "", types = {}] = replyOf(status, rest);
  nock(BASE, headers && { reqheaders: { ...headers } })
    .intercept(path, method, body)
    .times(times)
    .reply(status, text, { ...types, ...rest.with });
}

function replyOf(status: number, { rows, totals, body, text, type, empty, ...rest }: Answer) {
  if (empty) return [];
  if (text !== undefined) return jsonText(text, type);
  if (body !== undefined) return json(body);
  if (status >= 400) return problem(status, rest.problem);
  return rows ? json(page(rows, totals)) : [];
}

async function judge(result: Promise<unknown>, { gives, holds, failure, says }: Case): Promise<void> {
  if (failure !== undefined || (says !== undefined && gives === undefined && holds === undefined))
    await expect(result).rejects.toMatchObject({
      ...(failure && { failure }),
      ...(says && { message: expect.stringContaining(says) }),
    });
  else if (holds)
    await expect(result).resolves.toMatchObject(says ? { ...holds, reason: expect.stringContaining(says) } : holds);
  else await expect(result).resolves.toEqual(gives);
}
