import { accountScope } from "../../src/allowlist/index.ts";
import { createProgram } from "../../src/cli/program.ts";
import type { ParkingUserItem } from "../../src/fleet-api/index.ts";
import { auditFormats, planFormats, reportFormats } from "../../src/render/index.ts";
import {
  decodeJournal,
  describeState,
  encodeJournal,
  foldJournal,
  type JournalRecord,
  snapshotOf,
} from "../../src/state/index.ts";
import { journalChanges, localHistory } from "../../src/usecases/history/index.ts";
import { createUser } from "../../src/usecases/users.ts";
import { failed, planOf as planToApply, World } from "../apply/world.ts";
import { keyOf } from "../plan/support.ts";
import { auditOf } from "../render/audit-documents.ts";
import { planOf, scopeOf, typicalReport } from "../render/documents.ts";
import { type Family, family, usingOnce } from "./growth.ts";
import { platesOf } from "./plan-families.ts";

const AT = "2026-05-01T12:00:00.000Z";
const RULES = { foldLookalikes: false };
const STYLE = { color: false, width: 80 };

/** A journal of `records` records; `targetOf` and `carsOf` say whose and of what. */
function journal(
  records: number,
  targetOf: (at: number) => string = () => "t",
  carsOf: (at: number) => readonly string[] = (at) => [`AB${at}`],
): JournalRecord[] {
  return Array.from({ length: records }, (_, at) => ({
    at: AT,
    target: targetOf(at),
    entries: [
      {
        kind: "intent",
        batch: at,
        scope: "global",
        action: "add",
        cars: carsOf(at).map((licenseNumber) => ({ licenseNumber, features: [] })),
      },
      {
        kind: "outcome",
        batch: at,
        scope: "global",
        action: "add",
        cars: carsOf(at).map((licenseNumber) => ({ licenseNumber, outcome: "verified" })),
      },
    ],
  }));
}

const stateFamilies: readonly Family[] = [
  family(
    "journal: records",
    2_000,
    (n) => void foldJournal(decodeJournal(encodeJournal(journal(n))).records, { target: "t", rules: RULES }),
  ),
  family("journal: one record of many cars", 10_000, (n) => {
    const records = journal(1, undefined, () => platesOf(n));
    foldJournal(decodeJournal(encodeJournal(records)).records, { target: "t", rules: RULES });
  }),
  family(
    "journal: compaction",
    10_000,
    usingOnce(journal, (records) => snapshotOf(records, { rules: RULES }, AT)),
  ),
  family(
    "journal: compaction of many targets",
    2_000,
    (n) =>
      void snapshotOf(
        journal(n, (at) => `t${at}`),
        { rules: RULES },
        AT,
      ),
  ),
  family(
    "journal: state show of many targets",
    2_000,
    (n) =>
      void describeState(
        journal(n, (at) => `t${at}`),
        RULES,
      ),
  ),
  family("journal: bytes that are no journal", 400_000, (n) => void decodeJournal(Buffer.from("x\n".repeat(n)))),
  family("history: one plate in every record", 10_000, async (n) => {
    const records = journal(n, undefined, () => ["AB1"]);
    await localHistory(keyOf("AB1"), { desired: undefined, records, target: "t", cwd: ".", env: {} });
  }),
  family(
    "audit: changes in the journal",
    10_000,
    (n) => void journalChanges(journal(n), { target: "t", rules: RULES }, "UTC"),
  ),
];

/** Sends them all, and reads the list back. */
async function applied(plates: readonly string[], action: "add" | "delete", world = new World()): Promise<void> {
  if (action === "delete") world.put(plates);
  await world.apply(planToApply(["global", { [action]: plates }]));
}

const applyFamilies: readonly Family[] = [
  family("apply: adds", 4_000, (n) => applied(platesOf(n), "add")),
  family("apply: deletes", 4_000, (n) => applied(platesOf(n), "delete")),
  family("apply: adds that a server confirms and does not do", 4_000, (n) => {
    const world = new World();
    world.show = () => [];
    return applied(platesOf(n), "add", world);
  }),
  family("apply: accounts with one car each", 1_000, async (n) => {
    const world = new World();
    await world.apply(
      planToApply(...platesOf(n).map((plate, at) => [accountScope(String(at + 1)), { add: [plate] }] as const)),
    );
  }),
  family("apply: one parking user who loses many cars", 500, async (n) => {
    const world = new World();
    const plates = platesOf(n);
    world.held.set("5501", new Set(plates));
    world.put(plates, "account:1");
    await world.apply(planToApply(["account:1", { delete: plates, detach: { 5501: plates } }]));
  }),
  family("apply: cars that are refused, each for many reasons", 1_000, async (n) => {
    const world = new World();
    world.behaviour = ({ cars }) =>
      failed(
        ...cars.flatMap((car) => [1, 2, 3, 4].map((at) => ({ ...car, error: `reason ${at} of ${car.licenseNumber}` }))),
      );
    await world.apply(planToApply(["global", { add: platesOf(n) }]));
  }),
  family("apply: cars that may be there under another spelling", 4_000, (n) => {
    const world = new World();
    world.show = (rows) => rows.map((row) => `DK${row}`);
    return applied(platesOf(n), "add", world);
  }),
];

const cliFamilies: readonly Family[] = [
  family("options: --account, again and again", 8_000, async (n) => {
    for (const command of ["apply", "history"]) {
      const program = await createProgram(async () => undefined, [command]);
      const accounts = Array.from({ length: n }, (_, at) => ["--account", String(at + 1)]).flat();
      await program.parseAsync([command, ...(command === "history" ? ["AB1"] : []), ...accounts], { from: "user" });
    }
  }),
  family("users: users of the account", 10_000, async (n) => {
    const user = { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: "+4500000000" };
    const reader = {
      async *parkingUsers(): AsyncGenerator<ParkingUserItem> {
        for (let at = 0; at < n; at += 1)
          yield { ...user, id: String(at), phoneNumber: `+45${at}`, costCenter: "", status: "ACTIVE" };
      },
    };
    const writer = { createParkingUser: async () => ({ kind: "unknown", reason: "lost" }) as const };
    await createUser({ reader, writer }, "1", user);
  }),
];

/** Half of its cars may be corrections of the other half. */
function largePlan(n: number) {
  const pair = (licenseNumber: string) => ({ licenseNumber, features: { from: [], to: [] }, source: "fleet.yaml:1:5" });
  const plates = platesOf(n);
  return planOf([
    scopeOf([
      ...plates.map((plate) => ({ ...pair(plate), action: "add" as const, twin: `8${plate}` })),
      ...plates.map((plate) => ({ ...pair(`8${plate}`), action: "delete" as const, twin: plate })),
    ]),
  ]);
}

function planOfAccounts(n: number) {
  return planOf(
    platesOf(n).map((plate, at) =>
      scopeOf([{ action: "add", licenseNumber: plate }], {
        scope: accountScope(String(at + 1)),
        name: `Account ${at}`,
      }),
    ),
    { mode: "billing-account" },
  );
}

function largeReport(n: number) {
  const results = platesOf(n).map((licenseNumber) => ({
    action: "add" as const,
    licenseNumber,
    outcome: "verified" as const,
  }));
  const [scope] = typicalReport.scopes;
  return { ...typicalReport, scopes: scope ? [{ ...scope, results }] : [] };
}

function largeAudit(n: number) {
  return auditOf(
    platesOf(n).map((licenseNumber) => ({
      rule: "drift-missing",
      severity: "error",
      scope: "account:4711",
      licenseNumber,
      message: "is desired, and not on the list",
      evidence: {},
    })),
  );
}

const renderFamilies: readonly Family[] = [
  ...Object.entries(planFormats).flatMap(([format, show]): Family[] => [
    family(`plan as ${format}: cars`, 2_000, (n) => void show(largePlan(n), STYLE)),
    family(`plan as ${format}: accounts`, 2_000, (n) => void show(planOfAccounts(n), STYLE)),
  ]),
  ...Object.entries(reportFormats).map(
    ([format, show]): Family => family(`report as ${format}`, 4_000, (n) => void show(largeReport(n), STYLE)),
  ),
  ...Object.entries(auditFormats).map(
    ([format, show]): Family => family(`audit as ${format}`, 4_000, (n) => void show(largeAudit(n), STYLE)),
  ),
];

/** State, applying, the command line, and documents. */
export const runFamilies: readonly Family[] = [...stateFamilies, ...applyFamilies, ...cliFamilies, ...renderFamilies];
