import { expect, it } from "vitest";
import type { InterfaceSettings, Scope } from "../../src/allowlist/index.ts";
import { readLive } from "../../src/live/index.ts";
import type { InterfaceFailure, ListReader, Memory, RememberedScope } from "../../src/run/ports/index.ts";
import { testRows } from "../case-files.ts";
import { keyOf } from "../plan/support.ts";
import { desiredFor, failure, pageOf, portsWith } from "./support.ts";

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
  readonly accounts?: Given<boolean | "forbidden">;
  /** What each call fails with. */
  readonly server?: Given<never>;

  /** The source of each list, and its cars. */
  readonly seen?: Readonly<Record<string, readonly string[]>>;
  readonly baseline?: string | null;
  readonly fleetSeen?: readonly string[] | null;
  readonly warns?: readonly string[];
  readonly fails?: readonly { readonly message?: string; readonly says?: string; readonly failure?: object }[];
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

testRows(import.meta.url, async ({ seen, baseline, fleetSeen, warns, fails, ...inputs }: Case) => {
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

it("a defect is not reported as a failure of the interface, and another one after it ends nothing", async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const carPage = () => Promise.reject(new TypeError("a defect"));
  const fleetCars = async () => Promise.reject(await turn().then(() => new TypeError("another one")));
  await expect(read({}, { carPage, fleetCars })).rejects.toThrow("a defect");
  await turn().then(turn);
});
