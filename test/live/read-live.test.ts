import { expect, it } from "vitest";
import {
  accountScope,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredState,
  type InterfaceSettings,
  type LiveEntry,
  type LiveState,
  readPlate,
  type Scope,
} from "../../src/allowlist/index.ts";
import { type LiveReading, readLive } from "../../src/live/index.ts";
import type { CarRow, InterfaceError, ListReader, Memory, RememberedScope } from "../../src/ports/index.ts";
import { carRow, failure, LOGIN_REFUSED, pageOf, plates, portsWith, SERVER_DOWN } from "./support.ts";

const FLEET_FORBIDDEN = failure("GET /fleets/default/cars was answered 403", { kind: "auth", status: 403 });

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

function remembered(plate: string, differing: Partial<RememberedScope> = {}): RememberedScope {
  const reading = readPlate(plate, DEFAULT_INTERFACE);
  if (reading.kind !== "plate") throw new Error(`${plate} is not a plate`);
  const { plateKey } = reading;
  const entry: LiveEntry = { licenseNumber: plate, plateKey, features: [], addedByCustomerCare: false };
  return { entries: new Map([[plateKey, entry]]), lastCount: 1, touched: true, wasRead: false, ...differing };
}

interface Case {
  readonly scopes?: readonly Scope[];
  readonly declared?: readonly Scope[];
  readonly settings?: Partial<InterfaceSettings>;
  readonly memory?: Memory;
  readonly reader?: Partial<ListReader>;
}

function read({ scopes = ["account:1"], declared = scopes, settings, memory = new Map(), reader = {} }: Case) {
  return readLive(desiredFor(declared, settings), scopes, memory, portsWith(reader).ports);
}

async function liveOf(reading: Promise<LiveReading>): Promise<Extract<LiveReading, { kind: "live" }>> {
  const result = await reading;
  if (result.kind === "unreadable") throw result.failures[0];
  return result;
}

async function failuresOf(reading: Promise<LiveReading>): Promise<readonly InterfaceError[]> {
  const result = await reading;
  if (result.kind === "live") throw new Error("it could be read");
  return result.failures;
}

function seen({ scopes }: LiveState): Record<string, string[]> {
  return Object.fromEntries(
    [...scopes.values()].map(({ scope, source, entries }) => [
      scope,
      [source, ...[...entries.values()].map(({ licenseNumber }) => licenseNumber)],
    ]),
  );
}

/** A server that lists cars of some accounts. */
function lists(cars: Partial<Record<Scope, readonly string[]>>): Pick<ListReader, "carPage"> {
  return {
    carPage: async (scope, page) => {
      const list = cars[scope];
      return list ? pageOf(list, page) : "not-offered";
    },
  };
}

const fleetOf = (...cars: string[]): Pick<ListReader, "fleetCars"> => ({
  fleetCars: async () => cars.map((licenseNumber) => ({ licenseNumber, createdDate: "2026-01-01" })),
});

const list = lists({ "account:1": ["AB1"] });
const none = lists({});
const state: Memory = new Map([["account:1", remembered("CD2")]]);
const fleet = fleetOf("EF3");
const untouched: Memory = new Map([["account:1", remembered("CD2", { touched: false })]]);

it.each<[string, Case, string[]]>([
  ["the list", { reader: { ...list, ...fleet }, memory: state }, ["list", "AB1"]],
  ["an empty list is a list", { reader: { ...lists({ "account:1": [] }), ...fleet }, memory: state }, ["list"]],
  ["the state, without a list (D16)", { reader: { ...none, ...fleet }, memory: state }, ["state", "CD2"]],
  ["the list, once it is offered", { reader: { ...list, ...fleet }, memory: state }, ["list", "AB1"]],
  [
    "the state, where the settings say that there is no list",
    { reader: list, memory: state, settings: { accountList: false } },
    ["state", "CD2"],
  ],
  [
    "the list, where the settings say that there is one",
    { reader: list, memory: state, settings: { accountList: true } },
    ["list", "AB1"],
  ],
  [
    "nothing, where the state was never touched: fleet cars belong to no account",
    { reader: { ...none, ...fleet }, memory: untouched },
    ["none"],
  ],
  ["nothing, where the state knows nothing", { reader: { ...none, ...fleet } }, ["none"]],
  [
    "nothing, where the fleet cannot be read",
    { reader: { ...none, fleetCars: () => Promise.reject(SERVER_DOWN) } },
    ["none"],
  ],
])("the source of a live list is chosen: %s", async (_, inputs, expected) => {
  expect(seen((await liveOf(read(inputs))).live)).toEqual({ "account:1": expected });
});

it("each scope is read from its own source", async () => {
  const scopes = ["account:1", "account:2", "account:3"] as const;
  const memory: Memory = new Map([["account:2", remembered("CD2")]]);
  const { live } = await liveOf(read({ scopes, memory, reader: { ...list, ...fleet } }));
  expect(seen(live)).toEqual({ "account:1": ["list", "AB1"], "account:2": ["state", "CD2"], "account:3": ["none"] });
});

it("a list that is not offered is asked for each time", async () => {
  let asked = 0;
  const carPage: ListReader["carPage"] = async () => {
    asked += 1;
    return "not-offered";
  };
  await read({ memory: state, reader: { carPage } });
  await read({ memory: state, reader: { carPage } });
  expect(asked).toBe(2);
});

it("reading says whether anybody has told what a list that cannot be read holds", async () => {
  const baselineOf = async (inputs: Case) => (await liveOf(read(inputs))).live.scopes.get("account:1")?.baseline;
  const told: Memory = new Map([["account:1", remembered("CD2", { baseline: true })]]);
  expect(await baselineOf({ reader: none, memory: told })).toBe("known");
  expect(await baselineOf({ reader: none, memory: state })).toBe("unknown");
  expect(await baselineOf({ reader: none })).toBe("unknown");
  expect(await baselineOf({ reader: list, memory: state })).toBeUndefined();
});

it("only the chosen scopes are read", async () => {
  const scopes = ["account:2"] as const;
  const reader = lists({ "account:1": ["AB1"], "account:2": ["CD2"] });
  const { live } = await liveOf(read({ declared: ["account:1", "account:2"], scopes, reader }));
  expect(seen(live)).toEqual({ "account:2": ["list", "CD2"] });
});

it("an account that the server does not know is not the same as a list that is not offered", async () => {
  const reader = { ...lists({}), accountExists: async () => false };
  const [error] = await failuresOf(read({ reader }));
  expect(error?.message).toContain("account:1: the server knows no billing account 1; check the id");
  expect(error?.failure).toEqual({ kind: "status", status: 404 });
});

it("a list that must exist and does not cannot be read", async () => {
  const [error] = await failuresOf(read({ reader: lists({}), settings: { accountList: true } }));
  expect(error?.message).toContain("interface.accountList is true");
});

it("a list that was read before, and is now said to be not offered, is a failure", async () => {
  const memory: Memory = new Map([["account:1", remembered("CD2", { wasRead: true })]]);
  const [error] = await failuresOf(read({ memory, reader: lists({}) }));
  expect(error?.message).toContain("account:1: this list was read before, and now the server says that there is none");
});

it("a server that is down is a failure, also where no list could be read anyway", async () => {
  const down = () => Promise.reject(SERVER_DOWN);
  const memory: Memory = new Map([["account:1", remembered("CD2")]]);
  const reader = { carPage: down, fleetCars: down, accountExists: down };
  expect(await failuresOf(read({ memory, reader, settings: { accountList: false } }))).toEqual([SERVER_DOWN]);
});

it("a server without the global list is a failure", async () => {
  const [error] = await failuresOf(read({ scopes: ["global"], reader: lists({}) }));
  expect(error?.message).toContain("GET /api/cars is not there");
});

it("one scope's failure hides neither another's nor the reason of each", async () => {
  const scopes = Array.from({ length: 9 }, (_, at) => accountScope(String(at + 1)));
  const carPage: ListReader["carPage"] = async (scope, page) => {
    if (scope === "account:2") throw SERVER_DOWN;
    if (scope === "account:9") throw failure("account 9 is forbidden", { kind: "auth", status: 403 });
    return scope === "account:5" ? "not-offered" : pageOf([], page);
  };
  const failures = await failuresOf(read({ scopes, reader: { carPage, accountExists: async () => false } }));
  expect(failures.map(({ failure: { kind } }) => kind)).toEqual(["transport", "status", "auth"]);
});

it("a refused login is a failure, even where neither list nor state needs the server (C1)", async () => {
  const refuse = () => Promise.reject(LOGIN_REFUSED);
  const reader = { carPage: refuse, fleetCars: refuse, accountExists: refuse };
  const memory: Memory = new Map([["account:1", remembered("CD2")]]);
  expect(await failuresOf(read({ reader }))).toEqual([LOGIN_REFUSED]);
  expect(await failuresOf(read({ reader, memory }))).toEqual([LOGIN_REFUSED]);
  expect(await failuresOf(read({ reader, settings: { accountList: false } }))).toEqual([LOGIN_REFUSED]);
});

it("an interruption while lists are read is reported once", async () => {
  const stopped = failure("stopped", { kind: "aborted" });
  const reject = () => Promise.reject(stopped);
  expect(await failuresOf(read({ reader: { carPage: reject, fleetCars: reject } }))).toEqual([stopped]);
});

it("a defect is not reported as a failure of the interface", async () => {
  const reader = { carPage: () => Promise.reject(new TypeError("a defect")) };
  await expect(read({ reader })).rejects.toThrow("a defect");
});

it("fleet cars are matched by their plates, however spelled; rows that are not plates are left out", async () => {
  const { live, warnings } = await liveOf(
    read({ scopes: ["global"], reader: { ...lists({ global: [] }), ...fleetOf("ab-1", "\u0000", "CD 2") } }),
  );
  expect([...(live.fleet ?? [])]).toEqual(["AB1", "CD2"]);
  expect(warnings).toEqual([]);
});

it.each([
  ["down", SERVER_DOWN],
  ["forbidden to these credentials", FLEET_FORBIDDEN],
])("fleet cars that are %s are a warning, and the plan goes on", async (_, error) => {
  const fleetCars = () => Promise.reject(error);
  const { live, warnings } = await liveOf(read({ reader: { ...lists({ "account:1": ["AB1"] }), fleetCars } }));
  expect(live.fleet).toBeUndefined();
  expect(seen(live)).toEqual({ "account:1": ["list", "AB1"] });
  expect(warnings).toEqual([expect.objectContaining({ severity: "warning", code: "fleet-unreadable" })]);
  expect(warnings[0]?.message).toContain(error.message);
});

it("forbidden fleet cars are a warning where only the state is known, too", async () => {
  const memory: Memory = new Map([["account:1", remembered("CD2")]]);
  const { live } = await liveOf(
    read({ memory, reader: { ...lists({}), fleetCars: () => Promise.reject(FLEET_FORBIDDEN) } }),
  );
  expect(seen(live)).toEqual({ "account:1": ["state", "CD2"] });
});

const global = async (rows: readonly CarRow[]) => {
  const carPage: ListReader["carPage"] = async () => ({
    items: rows,
    number: 0,
    size: 10,
    totalElements: rows.length,
    totalPages: rows.length === 0 ? 0 : 1,
  });
  const { live } = await liveOf(read({ scopes: ["global"], reader: { carPage } }));
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
  const { live } = await liveOf(read({ reader: lists({ "account:1": plates(123) }) }));
  expect(live.scopes.get("account:1")?.entries.size).toBe(123);
});
