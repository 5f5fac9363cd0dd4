import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dayAfter } from "../../src/allowlist/index.ts";
import { targetOf } from "../../src/plan/index.ts";
import { groupBy } from "../../src/run/collections.ts";
import { encodeJournal, type StoredEntry } from "../../src/state/index.ts";
import type { Sources } from "./kind.ts";
import { type Applied, RANGE, TIME_ZONE, type Town, type TownList, type WantedCar } from "./town.ts";

/** The days on which the versions of the files were committed, at 09:00; two hours later each day `apply` runs. */
const COMMITTED = ["2024-06-03", "2024-10-10", "2024-10-21"] as const;
const LIMITS = '{ perDay: "500 EUR", parkingHours: 24, parkingsPerDay: 12, weekends: false }';

/** The options of `audit` for this town. */
export const AUDIT_OPTIONS = ["audit", "--from", RANGE.from, "--to", RANGE.to, "--info", "--json"];

/** Writes what a fleet of this town has in its folder: the fleet files with their history in git, and the journal. */
export function writeFleetFiles(town: Town, folder: string, baseUrl: string, sources: Sources): void {
  for (const version of sources === "journal" ? ([2] as const) : ([0, 1, 2] as const)) {
    writeVersion(town, folder, version);
    if (sources !== "journal") commit(folder, `${COMMITTED[version]}T09:00:00Z`);
  }
  if (sources !== "git") writeJournal(town, folder, baseUrl);
}

type Version = 0 | 1 | 2;

/** The cars of a list in a version of the files. */
function carsOf({ past }: Town, list: TownList, version: Version): readonly WantedCar[] {
  if (version === 2) return list.wanted;
  const own = past.filter((one) => one.list === list);
  const plates = new Set(own.map(({ plate }) => plate));
  const others = own.flatMap(({ plate, versions }) => (versions[version] ? [{ plate, ...versions[version] }] : []));
  return [...list.wanted.filter(({ plate }) => !plates.has(plate)), ...others];
}

interface Change extends Applied {
  readonly scope: string;
  readonly plate: string;
}

/** When a list got each of its cars by what `apply` did, where that was after its first run. */
export function createdOn(town: Town): ReadonlyMap<string, string> {
  const adds = town.lists.flatMap((list) => changesOf(town, list)).filter(({ action }) => action === "add");
  const later = adds.filter(({ day }) => day > COMMITTED[0]);
  return new Map([
    ...later.map(({ scope, plate, day }) => [`${scope} ${plate}`, `${day}T11:00:00Z`] as const),
    ...town.created,
  ]);
}

/** What `apply` did to a list, by the days and versions of its cars. */
function changesOf(town: Town, list: TownList): Change[] {
  const stood = new Map<string, (WantedCar | undefined)[]>();
  for (const version of [0, 1, 2] as const)
    for (const car of carsOf(town, list, version)) {
      const versions = stood.get(car.plate) ?? [];
      versions[version] = car;
      stood.set(car.plate, versions);
    }
  for (const { plate } of list.absent) if (town.applied.has(`${list.scope} ${plate}`)) stood.set(plate, []);
  const cars = [...stood].flatMap(([plate, versions]) => {
    const applied = town.applied.get(`${list.scope} ${plate}`);
    if (applied) return applied.map((one): Change => ({ ...one, scope: list.scope, plate }));
    const ends = versions.flatMap((car) => [car?.validFrom ?? [], car?.validUntil ? dayAfter(car.validUntil, 1) : []]);
    let isOn = false;
    return [...new Set([...COMMITTED, ...ends.flat()])].sort().flatMap((day): Change[] => {
      const { validFrom = day, validUntil = day } = versions[COMMITTED.findLastIndex((one) => one <= day)] ?? {
        validFrom: "",
      };
      const isWanted = validFrom !== "" && validFrom <= day && day <= validUntil;
      if (isWanted === isOn || day > RANGE.to) return [];
      isOn = isWanted;
      return [{ day, action: isOn ? "add" : "delete", scope: list.scope, plate }];
    });
  });
  const gone = list.absent
    .filter(({ plate }) => !town.applied.has(`${list.scope} ${plate}`))
    .map(({ plate, since }) => ({
      day: since,
      action: "delete" as const,
      scope: list.scope,
      plate,
    }));
  return [...cars, ...gone];
}

function writeJournal(town: Town, folder: string, baseUrl: string): void {
  const before = town.putBefore.map((one) => ({ day: COMMITTED[0], action: "add" as const, ...one }));
  const changes = [...before, ...town.lists.flatMap((list) => changesOf(town, list))];
  const url = new URL(baseUrl);
  const target = targetOf(url, url, town.size.mode).fingerprint;
  const days = [...groupBy(changes, ({ day }) => day)].sort(([left], [right]) => (left < right ? -1 : 1));
  const records = days.map(([day, some]) => ({ at: `${day}T11:00:00.000Z`, target, entries: entriesOf(some) }));
  mkdirSync(join(folder, ".platectl"));
  writeFileSync(join(folder, ".platectl", "state.jsonl"), encodeJournal(records));
}

function entriesOf(changes: readonly Change[]): StoredEntry[] {
  return [...groupBy(changes, ({ scope, action }) => `${scope} ${action}`).values()].flatMap((some): StoredEntry[] => {
    const [{ scope: name, action: done } = { scope: "", action: "add" as const }] = some;
    const scope = name === "global" ? name : (`account:${name.slice(8)}` as const);
    const action = done === "update" ? "add" : done;
    const cars = some.map(({ plate }) => ({ licenseNumber: plate, outcome: "verified" as const }));
    const outcome: StoredEntry = { kind: "outcome", scope, action, cars };
    if (done !== "update") return [outcome];
    const sent = some.map(({ plate }) => ({ licenseNumber: plate, features: ["LEASING"] }));
    return [{ kind: "intent", batch: 1, scope, action, cars: sent, listed: some.map(({ plate }) => plate) }, outcome];
  });
}

function writeVersion(town: Town, folder: string, version: Version): void {
  const { mode } = town.size;
  const lists = town.lists.map((list, at) => {
    const cars = carsOf(town, list, version);
    const inCsv = cars.filter(({ isInCsv }) => isInCsv);
    const files = [false, true].flatMap((hasGrace) => {
      const rows = inCsv.filter((car) => hasGrace === (car.hasGrace ?? false)).map(({ plate }) => `${plate}\n`);
      const file = `lease-${at}${hasGrace ? "-kept" : ""}.csv`;
      if (rows.length > 0) writeFileSync(join(folder, file), `plate\n${rows.join("")}`);
      return rows.length > 0 ? `{ file: ${file}, column: plate${hasGrace ? ", grace: 10d" : ""} }` : [];
    });
    const inline = cars.filter(({ isInCsv }) => !isInCsv);
    // A car that is wanted in this version is not named as absent there.
    const absent = list.absent.filter(({ plate }) => !cars.some((car) => car.plate === plate));
    return listText({ ...list, absent, wanted: inline }, files, mode === "global" ? "" : "    ");
  });
  const ignore = town.ignored.length > 0 ? `  accounts: { ignore: [${town.ignored.join(", ")}] }\n` : "";
  const cars =
    mode === "global"
      ? lists.join("")
      : `accounts:\n${lists.map((text, at) => `  - baId: ${town.accounts[at]?.id}\n${text}`).join("")}`;
  writeFileSync(
    join(folder, "fleet.yaml"),
    `version: 1\nmode: ${mode}\ntimeZone: ${TIME_ZONE}\n${cars}policy:\n  protect: { plates: ["VIP*", "${version === 2 ? "NEW" : "OLD"}*"] }\n${ignore}  audit: { billed-user-without-car: info, limits: ${LIMITS} }\n`,
  );
}

function listText({ wanted, absent }: TownList, files: readonly string[], indent: string): string {
  const cars = wanted.map((car) => `${indent}  - ${carText(car)}\n`);
  const gone = absent.map(({ plate, since }) => `${indent}  - { licenseNumber: ${plate}, since: ${since} }\n`);
  const cutAbsent = gone.length > 0 ? `${indent}absent:\n${gone.join("")}` : "";
  const items = files.map((file) => `${indent}  - ${file}\n`);
  const lists = files.length === 0 ? "" : `${indent}carsFrom:\n${items.join("")}`;
  return `${indent}cars:\n${cars.join("")}${lists}${cutAbsent}`;
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
  git("add", ".", ":!.platectl");
  git("commit", "-q", "--allow-empty", "-m", "change");
}
