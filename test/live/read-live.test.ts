import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import {
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredState,
  type InterfaceSettings,
  type Scope,
} from "../../src/allowlist/index.ts";
import { type LiveReading, readLive } from "../../src/live/index.ts";
import type { CarRow, InterfaceFailure, ListReader, Memory, RememberedScope } from "../../src/ports/index.ts";
import { keyOf } from "../plan/support.ts";
import { carRow, failure, pageOf, plates, portsWith } from "./support.ts";

/** What a server gives; with a message, a failure instead. */
type Given<T> = T | { readonly message: string; readonly failure: InterfaceFailure };
type ByScope<T> = Readonly<Record<string, T>>;

interface Case {
  readonly what: string;
  readonly scopes?: readonly Scope[];
  readonly declared?: readonly Scope[];
  readonly settings?: Partial<InterfaceSettings>;
  readonly memory?: ByScope<Partial<RememberedScope> & { readonly cars: readonly string[] }>;
  /** The cars of each list; others are not offered. */
  readonly lists?: ByScope<Given<readonly string[]>>;
  readonly fleet?: Given<readonly string[]>;
  readonly accounts?: Given<boolean>;
  /** What each call fails with. */
  readonly server?: Given<never>;

  /** The source of each list, and its cars. */
  readonly seen?: Readonly<Record<string, readonly string[]>>;
  readonly baseline?: string | null;
  readonly fleetSeen?: readonly string[] | null;
  readonly warns?: readonly string[];
  readonly fails?: readonly { readonly message?: string; readonly says?: string; readonly failure?: object }[];
}

function desiredFor(scopes: readonly Scope[], settings: Partial<InterfaceSettings> = {}): DesiredState {
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  return {
    mode: scopes.includes("global") ? "global" : "billing-account",
    scopes: scopes.map((scope) => ({ scope, source, entries: new Map() })),
    policy: DEFAULT_POLICY,
    interface: { ...DEFAULT_INTERFACE, pageSize: 10, ...settings },
    timeZone: "UTC",
    files: [],
  };
}

function memoryOf(memory: Case["memory"] = {}): Memory {
  const entry = (licenseNumber: string) =>
    ({ licenseNumber, plateKey: keyOf(licenseNumber), features: [], addedByCustomerCare: false }) as const;
  return new Map(
    Object.entries(memory).map(([scope, { cars, ...differing }]): [Scope, RememberedScope] => {
      const entries = new Map(cars.map((car) => [keyOf(car), entry(car)]));
      return [scope as Scope, { entries, lastCount: 1, touched: true, wasRead: false, ...differing }];
    }),
  );
}

async function given<T>(value: Given<T>): Promise<T> {
  if (typeof value === "object" && value !== null && "message" in value) throw failure(value.message, value.failure);
  return value as T;
}

const readerOf = ({ server, lists = {}, fleet = [], accounts = true }: Partial<Case>): ListReader => ({
  carPage: async (scope, page) => {
    const cars = await given(server ?? lists[scope]);
    return cars ? pageOf(cars, page) : "not-offered";
  },
  fleetCars: async () =>
    (await given(server ?? fleet)).map((licenseNumber) => ({ licenseNumber, createdDate: "2026-01-01" })),
  accountExists: () => given(server ?? accounts),
});

function read({ scopes = ["account:1"], declared = scopes, settings, memory, ...rest }: Partial<Case>, own = {}) {
  const { ports } = portsWith({ ...readerOf(rest), ...own });
  return readLive(desiredFor(declared, settings), scopes, memoryOf(memory), ports);
}

async function liveOf(reading: Promise<LiveReading>): Promise<Extract<LiveReading, { kind: "live" }>> {
  const result = await reading;
  if (result.kind === "unreadable") throw result.failures[0];
  return result;
}

const tables: Record<string, Case[]> = parse(readFileSync(new URL("read-live.test.yaml", import.meta.url), "utf8"), {
  merge: true,
});
for (const [table, cases] of Object.entries(tables))
  it.each(cases)(`${table}: $what`, async ({ seen, baseline, fleetSeen, warns, fails, ...inputs }) => {
    const result = await read(inputs);
    if (fails || result.kind === "unreadable") {
      expect(result.kind === "unreadable" && result.failures).toMatchObject(
        (fails ?? []).map(({ says, ...rest }) => ({
          ...rest,
          ...(says && { message: expect.stringContaining(says) }),
        })),
      );
      return;
    }
    const scopes = [...result.live.scopes.values()];
    if (seen)
      expect(
        Object.fromEntries(
          scopes.map(({ scope, source, entries }) => [
            scope,
            [source, ...[...entries.values()].map(({ licenseNumber }) => licenseNumber)],
          ]),
        ),
      ).toEqual(seen);
    if (baseline !== undefined) expect(scopes[0]?.baseline ?? null).toBe(baseline);
    if (fleetSeen !== undefined) expect(result.live.fleet ? [...result.live.fleet] : null).toEqual(fleetSeen);
    if (warns)
      expect(result.warnings).toMatchObject(
        warns.map((said) => ({
          severity: "warning",
          code: "fleet-unreadable",
          message: expect.stringContaining(said),
        })),
      );
  });

it("a list that is not offered is asked for each time", async () => {
  let asked = 0;
  const carPage: ListReader["carPage"] = async () => {
    asked += 1;
    return "not-offered";
  };
  const memory = { "account:1": { cars: ["CD2"] } };
  await read({ memory }, { carPage });
  await read({ memory }, { carPage });
  expect(asked).toBe(2);
});

it("a defect is not reported as a failure of the interface", async () => {
  const carPage = () => Promise.reject(new TypeError("a defect"));
  await expect(read({}, { carPage })).rejects.toThrow("a defect");
});

const global = async (rows: readonly CarRow[]) => {
  const carPage: ListReader["carPage"] = async () => ({
    items: rows,
    number: 0,
    size: 10,
    totalElements: rows.length,
    totalPages: rows.length === 0 ? 0 : 1,
  });
  const { live } = await liveOf(read({ scopes: ["global"] }, { carPage }));
  const scope = live.scopes.get("global");
  return { rows: [...(scope?.entries.values() ?? [])], unreadable: scope?.unreadable };
};

it("rows become cars with the server's spelling, features sorted and once each", async () => {
  const row = { licenseNumber: "ab-1", features: ["POOL", "LEASING", "POOL"], addedByCustomerCare: true };
  expect((await global([row])).rows).toEqual([{ ...row, plateKey: "AB1", features: ["LEASING", "POOL"] }]);
});

it("rows of one car are joined in any order: the first spelling stands for it, customer care's word counts (D6)", async () => {
  const rows = [
    { ...carRow("AB1"), features: ["POOL"] },
    { ...carRow("A-B1"), features: ["LEASING"] },
    { ...carRow("ab 1"), addedByCustomerCare: true },
  ];
  const joined = {
    licenseNumber: "A-B1",
    plateKey: "AB1",
    features: ["LEASING"],
    addedByCustomerCare: true,
    otherSpellings: ["AB1", "ab 1"],
  };
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    const { rows: cars } = await global(order.flatMap((at) => rows[at] ?? []));
    expect(cars).toEqual([joined]);
  }
});

it("rows that are not plates are set aside, sorted, and names of properties do no harm (D13, S23)", async () => {
  const texts = ["\u202eAB2", "constructor", "__proto__", "A|B", ""];
  const { rows, unreadable } = await global(texts.map(carRow));
  expect(rows.map(({ licenseNumber }) => licenseNumber)).toEqual(["constructor", "__proto__"]);
  expect(unreadable).toEqual(["", "A|B", "\u202eAB2"]);
});

it("a list of many pages is read whole", async () => {
  const { live } = await liveOf(read({ lists: { "account:1": plates(123) } }));
  expect(live.scopes.get("account:1")?.entries.size).toBe(123);
});
