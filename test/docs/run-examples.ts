import type { SandboxOptions } from "../../src/sandbox/index.ts";

/** A run of the program that gives a message of a code. */
export interface RunExample {
  readonly sandbox: SandboxOptions;
  readonly files: Readonly<Record<string, string>>;
  /** Runs before, and what happens to files and server between. */
  readonly before?: readonly (readonly string[] | Readonly<Record<string, string>>)[];
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const PLATES = Array.from({ length: 24 }, (_, at) => `AB${12300 + at}`);
const fleet = (plates: readonly string[], more = "") =>
  `version: 1\nmode: global\ncars: [${plates.join(", ")}]\n${more}`;
const account = (plates: readonly string[], more = "") =>
  `version: 1\nmode: billing-account\naccounts:\n  - { baId: 4711, cars: [${plates.join(", ")}] }\n${more}`;
const global = (cars: readonly string[]): SandboxOptions => ({ mode: "global", start: { cars } });
const accountWith = (cars: readonly string[], behaviour: SandboxOptions["behaviour"] = {}): SandboxOptions => ({
  mode: "billing-account",
  start: { accounts: [{ baId: "4711", name: "Acme Denmark", cars }] },
  behaviour,
});
const APPLY = ["apply", "--auto-approve", "--quiet"] as const;
const acknowledge = (deletes: number, until = "2090-01-01") =>
  `policy: { acknowledge: [{ scope: global, deletes: ${deletes}, until: ${until}, reason: lease batch 7 }] }\n`;
const watched = (rows: readonly string[], more: string): Readonly<Record<string, string>> => ({
  "fleet.yaml": `version: 1\nmode: global\ncarsFrom: [{ file: cars.csv, column: plate, ${more} }]\n`,
  "cars.csv": `plate\n${rows.map((row) => `${row}\n`).join("")}`,
});
const PLAN: readonly string[] = ["plan"];
const planOf = (file: string, live: readonly string[]): RunExample => ({
  sandbox: global(live),
  files: { "fleet.yaml": file },
  args: PLAN,
});

/** For each code of a message about a run, a run that gives it. */
export const RUN_EXAMPLES: Readonly<Record<string, RunExample>> = {
  input: { ...planOf(fleet([]), []), args: ["apply", "--claim", "4711"] },
  auth: { ...planOf(fleet(["AB12345"]), []), env: { PLATECTL_CLIENT_SECRET: "wrong" } },
  unreadable: { ...planOf(fleet(["AB12345"]), []), env: { PLATECTL_BASE_URL: "http://127.0.0.1:9" } },
  stale: {
    ...planOf(fleet(["AB12345"]), []),
    before: [["plan", "--plan-file", "plan.json", "--quiet"], { "fleet.yaml": fleet(["AB12345", "CD23456"]) }],
    args: ["apply", "plan.json", "--quiet"],
  },
  undelivered: { ...planOf(fleet(["AB12345"]), []), args: ["plan", "--output", "missing/plan.md"] },
  maxDeletes: planOf(fleet(PLATES.slice(0, 4)), PLATES),
  maxAdds: {
    ...planOf(fleet([...PLATES, ...PLATES.map((one) => `${one}X`), ...PLATES.map((one) => `${one}Y`)]), PLATES),
    before: [
      { "fleet.yaml": fleet(PLATES) },
      APPLY,
      {
        "fleet.yaml": fleet([
          ...PLATES,
          ...PLATES.map((one) => `${one}X`),
          ...PLATES.map((one) => `${one}Y`),
          ...PLATES.map((one) => `${one}Z`),
        ]),
      },
    ],
  },
  noOverlap: planOf(fleet(["EF11111", "EF22222", "EF33333"]), PLATES.slice(0, 3)),
  emptyDesired: planOf(fleet([]), PLATES.slice(0, 5)),
  maxShrink: {
    sandbox: global([]),
    files: watched(PLATES, "maxShrink: 10%"),
    before: [APPLY, watched(PLATES.slice(0, 18), "maxShrink: 10%")],
    args: PLAN,
  },
  "equal-rows": {
    ...planOf(fleet(["AB12345"]), []),
    sandbox: { ...global(["AB12345"]), behaviour: { duplicateRows: 1 } },
  },
  "two-spellings": planOf(fleet(["AB12345"]), ["AB12345", "AB 12345"]),
  "absent-kept": planOf(fleet([], 'absent: [VIP1]\npolicy: { protect: { plates: ["VIP*"] } }\n'), ["VIP1"]),
  "live-unknown": {
    sandbox: accountWith([], { accountCars: 404 }),
    files: { "fleet.yaml": account(["AB12345"]) },
    args: PLAN,
  },
  "baseline-unknown": {
    sandbox: accountWith([], { accountCars: 404 }),
    files: { "fleet.yaml": account(["AB12345"]) },
    before: [APPLY],
    args: PLAN,
  },
  "first-plan": planOf(fleet(PLATES.slice(0, 4)), PLATES),
  "forgotten-account": {
    sandbox: { mode: "billing-account", start: { accounts: [{ baId: "4711" }, { baId: "4712" }] } },
    files: { "fleet.yaml": account(["AB12345", "CD23456"]) },
    before: [APPLY, { "fleet.yaml": account([]).replace("4711", "4712") }],
    args: PLAN,
  },
  "unmanaged-account": {
    sandbox: {
      mode: "billing-account",
      start: {
        accounts: [
          { baId: "4711", cars: [] },
          { baId: "4712", cars: [] },
        ],
      },
    },
    files: { "fleet.yaml": account([]) },
    args: PLAN,
  },
  "acknowledgement-past": planOf(fleet(["AB12345"], acknowledge(3, "2020-01-01")), ["AB12345"]),
  "acknowledgement-unused": planOf(fleet(["AB12345"], acknowledge(3)), ["AB12345"]),
  "acknowledgement-too-small": planOf(fleet(PLATES.slice(0, 4), acknowledge(12)), PLATES),
  "left-out": { ...planOf(fleet(PLATES.slice(0, 23)), PLATES), args: ["plan", "--only", "add"] },
  "skip-unused": { ...planOf(fleet(["AB12345"]), []), args: ["plan", "--skip", "AB12346"] },
  "no-memory": { ...planOf(fleet(PLATES.slice(0, 23)), PLATES), env: { CI: "true" } },
  "list-not-known": { sandbox: global([]), files: watched(PLATES, "maxShrink: 10%"), args: PLAN },
  "list-not-offered": {
    sandbox: accountWith([], { accountCars: 404 }),
    files: { "fleet.yaml": account(["AB12345"]) },
    args: ["audit"],
  },
  "accounts-not-offered": {
    sandbox: { ...global(["AB12345"]), behaviour: { accountsList: 404 } },
    files: { "fleet.yaml": fleet(["AB12345"]) },
    args: ["audit"],
  },
};
