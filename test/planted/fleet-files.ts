import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { targetOf } from "../../src/plan/index.ts";
import { groupBy } from "../../src/runtime/group-by.ts";
import { encodeJournal, type StoredEntry } from "../../src/state/index.ts";
import { RANGE, TIME_ZONE, type Town, type TownList, type WantedCar } from "./town.ts";

const FIRST_COMMIT = "2024-09-02T09:00:00Z";
/** Cars that left in git were wanted on this day for the last time. */
const SECOND_COMMIT = "2024-10-10T09:00:00Z";
/** The same of cars that `apply` took off. */
const APPLIED = "2024-10-09T10:00:00.000Z";
const LIMITS = '{ perDay: "500 EUR", parkingHours: 24, parkingsPerDay: 12, weekends: false }';

/** Writes what a fleet of this town has in its folder: the fleet file with its history in git, and the journal. */
export function writeFleetFiles(town: Town, folder: string, baseUrl: string): void {
  write(town, folder, true);
  commit(folder, FIRST_COMMIT);
  write(town, folder, false);
  if (town.leftInGit.length > 0) commit(folder, SECOND_COMMIT);
  const left = town.leftInJournal.map(({ list, plate }) => ({ scope: list.scope, plate }));
  const entries = [...entriesOf("delete", left), ...entriesOf("add", town.putBefore)];
  const url = new URL(baseUrl);
  const target = targetOf(url, url, town.size.mode).fingerprint;
  mkdirSync(join(folder, ".platectl"));
  writeFileSync(join(folder, ".platectl", "state.jsonl"), encodeJournal([{ at: APPLIED, target, entries }]));
}

function entriesOf(
  action: "add" | "delete",
  changed: readonly { readonly scope: string; readonly plate: string }[],
): StoredEntry[] {
  return [...groupBy(changed, ({ scope }) => scope)].map(([scope, some]) => {
    const cars = some.map(({ plate }) => ({ licenseNumber: plate, outcome: "verified" as const }));
    return { kind: "outcome", scope: scope === "global" ? scope : `account:${scope.slice(8)}`, action, cars };
  });
}

/** The options of `audit` for this town. */
export const AUDIT_OPTIONS = ["audit", "--from", RANGE.from, "--to", RANGE.to, "--info", "--json"];

function write(town: Town, folder: string, isFirst: boolean): void {
  const left = new Map<TownList, string[]>();
  for (const { list, plate } of isFirst ? town.leftInGit : []) left.set(list, [...(left.get(list) ?? []), plate]);
  const lists = town.lists.map((list) =>
    listText(list, left.get(list) ?? [], town.size.mode === "global" ? "" : "    "),
  );
  const ignore = town.ignored.length > 0 ? `  accounts: { ignore: [${town.ignored.join(", ")}] }\n` : "";
  const cars =
    town.size.mode === "global"
      ? lists.join("")
      : `accounts:\n${lists.map((text, at) => `  - baId: ${town.accounts[at]?.id}\n${text}`).join("")}`;
  writeFileSync(
    join(folder, "fleet.yaml"),
    `version: 1\nmode: ${town.size.mode}\ntimeZone: ${TIME_ZONE}\n${cars}policy:\n  protect: { plates: ["VIP*"] }\n${ignore}  audit: { billed-user-without-car: info, limits: ${LIMITS} }\n`,
  );
}

function listText({ wanted, absent }: TownList, left: readonly string[], indent: string): string {
  const cars = [...wanted.map(carText), ...left].map((text) => `${indent}  - ${text}\n`);
  const gone = absent.map(({ plate, since }) => `${indent}  - { licenseNumber: ${plate}, since: ${since} }\n`);
  const cutAbsent = gone.length > 0 ? `${indent}absent:\n${gone.join("")}` : "";
  return `${indent}cars:\n${cars.join("")}${cutAbsent}`;
}

function carText({ plate, validFrom, validUntil, features }: WantedCar): string {
  const keys = [
    ...(features ? [`features: [${features.join(", ")}]`] : []),
    ...(validFrom ? [`validFrom: ${validFrom}`] : []),
    ...(validUntil ? [`validUntil: ${validUntil}`] : []),
  ];
  return keys.length === 0 ? plate : `{ licenseNumber: ${plate}, ${keys.join(", ")} }`;
}

function commit(folder: string, date: string): void {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: folder, env, stdio: "pipe" });
  git("init", "-q");
  git("add", "fleet.yaml");
  git("commit", "-q", "-m", "change");
}
