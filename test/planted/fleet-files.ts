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
const THIRD_COMMIT = "2024-10-21T09:00:00Z";
/** The same of cars that `apply` took off. */
const APPLIED = "2024-10-09T10:00:00.000Z";
/** When it put cars on lists again. */
const APPLIED_LATER = "2024-10-21T10:00:00.000Z";
const LIMITS = '{ perDay: "500 EUR", parkingHours: 24, parkingsPerDay: 12, weekends: false }';

/** Which of the sources knows when cars came and left: each for some of them, or one of the two for all. */
export type Sources = "each" | "git" | "journal";

/** Writes what a fleet of this town has in its folder: the fleet file with its history in git, and the journal. */
export function writeFleetFiles(town: Town, folder: string, baseUrl: string, sources: Sources = "each"): void {
  if (sources !== "journal") {
    const left = sources === "git" ? [...town.leftInGit, ...town.leftInJournal] : town.leftInGit;
    write(town, folder, { left, without: town.joined, isFirst: true });
    commit(folder, FIRST_COMMIT);
    write(town, folder, { without: town.away });
    if (left.length + town.writtenFirst.length + town.joined.length + town.away.length > 0)
      commit(folder, SECOND_COMMIT);
    write(town, folder);
    if (town.away.length > 0) commit(folder, THIRD_COMMIT);
  } else write(town, folder);
  if (sources !== "git") writeJournal(town, folder, baseUrl, sources === "journal");
}

function writeJournal(town: Town, folder: string, baseUrl: string, isAlone: boolean): void {
  const changed = town.writtenFirst.map(({ list, car }) => ({ list, plate: car.plate }));
  const left = isAlone ? [...town.leftInJournal, ...town.leftInGit, ...changed, ...town.away] : town.leftInJournal;
  const deleted = left.map(({ list, plate }) => ({ scope: list.scope, plate }));
  const wanted = town.lists.flatMap((list) => list.wanted.map((car) => ({ list, ...car })));
  const again = isAlone
    ? wanted.filter(({ plate, validUntil }) => !validUntil && changed.some((one) => one.plate === plate))
    : [];
  const hasMoved = ({ list, plate }: { readonly list: TownList; readonly plate: string }) =>
    changed.some((one) => one.plate === plate && one.list !== list);
  const added = (cars: Town["joined"]) =>
    entriesOf(
      "add",
      cars.map(({ list, plate }) => ({ scope: list.scope, plate })),
    );
  const url = new URL(baseUrl);
  const target = targetOf(url, url, town.size.mode).fingerprint;
  const records = [
    {
      at: APPLIED,
      target,
      entries: [
        ...entriesOf("delete", deleted),
        ...entriesOf("add", town.putBefore),
        ...added([...again.filter(hasMoved), ...(isAlone ? town.joined : [])]),
      ],
    },
    {
      at: APPLIED_LATER,
      target,
      entries: added([...again.filter((car) => !hasMoved(car)), ...(isAlone ? town.away : [])]),
    },
  ];
  mkdirSync(join(folder, ".platectl"));
  writeFileSync(join(folder, ".platectl", "state.jsonl"), encodeJournal(records));
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

/** How an older version differs from that of today. */
interface Older {
  readonly left?: Town["leftInGit"];
  readonly without?: Town["joined"];
  readonly isFirst?: true;
}

function write(town: Town, folder: string, { left = [], without = [], isFirst }: Older = {}): void {
  const lists = town.lists.map((list) => {
    const { wanted, ...rest } = isFirst ? firstVersion(town, list) : list;
    const absent = new Set(without.flatMap((one) => (one.list === list ? [one.plate] : [])));
    const own = left.flatMap((one) => (one.list === list ? [one.plate] : []));
    const version = { ...rest, wanted: wanted.filter(({ plate }) => !absent.has(plate)) };
    return listText(version, own, town.size.mode === "global" ? "" : "    ");
  });
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

function firstVersion({ writtenFirst }: Town, list: TownList): TownList {
  const plates = new Set(writtenFirst.map(({ car }) => car.plate));
  const own = writtenFirst.flatMap((one) => (one.list === list ? [one.car] : []));
  return { ...list, wanted: [...list.wanted.filter(({ plate }) => !plates.has(plate)), ...own] };
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
