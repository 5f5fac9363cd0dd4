// The files that the figures are about: the same plates in every form.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";

/** A plate like AB10001, different for each number; neighbours do not look alike, as in a list that grew over years. */
export function plateOf(number) {
  const mixed = Number((BigInt(number) * 7_368_787n) % 47_610_000n);
  const letters = Math.floor(mixed / 90_000);
  return LETTERS[Math.floor(letters / 23)] + LETTERS[letters % 23] + String(10_000 + (mixed % 90_000));
}

/** A day that differs from that of the cars next to it. */
function dayOf(number) {
  return new Date(Date.UTC(2027, 0, 1 + ((number * 7) % 1000))).toISOString().slice(0, 10);
}

/** A row of the global list as servers send it. */
export function rowOf(number) {
  return {
    licenseNumber: plateOf(number),
    createdDate: new Date(1_700_000_000_000 + number * 1000).toISOString(),
    features: number % 3 === 0 ? [] : ["LEASING"],
    addedByCustomerCare: number % 100 === 0,
  };
}

/** Writes every form of a fleet of that size into a folder and gives the folder. */
export function fleetFiles(root, size) {
  const folder = join(root, `${size}-2`);
  if (existsSync(join(folder, "done"))) return folder;
  mkdirSync(folder, { recursive: true });
  const plates = Array.from({ length: size }, (_, at) => plateOf(at));
  const write = (name, lines) => writeFileSync(join(folder, name), lines.join(""));
  const head = ["version: 1\nmode: global\n"];
  write("short.yaml", [...head, "cars:\n", ...plates.map((plate) => `  - ${plate}\n`)]);
  const objects = plates.map((plate) => `  - licenseNumber: ${plate}\n    features: [LEASING]\n`);
  write("object.yaml", [...head, "cars:\n", ...objects]);
  write("days.yaml", [
    ...head,
    "cars:\n",
    ...plates.map((plate, at) => `  - { licenseNumber: ${plate}, validUntil: ${dayOf(at)} }\n`),
  ]);
  const notes = plates.map(
    (plate, at) => `  - licenseNumber: ${plate}\n    features: [LEASING]\n    note: car ${at} of Anna\n`,
  );
  write("notes.yaml", [...head, "cars:\n", ...notes]);
  write("comments.yaml", [...head, "cars:\n", ...plates.map((plate, at) => `  - ${plate} # car ${at}\n`)]);
  write("escapes.yaml", [
    ...head,
    "cars:\n",
    ...plates.map((plate) => `  - "${plate.slice(0, 2)}\\x20${plate.slice(2)}"\n`),
  ]);
  write("brackets.yaml", [...head, `cars: [${plates.join(", ")}]\n`]);
  const accounts = plates.map((plate, at) => `  - baId: ${100_000 + at}\n    cars:\n      - ${plate}\n`);
  write("accounts.yaml", ["version: 1\nmode: billing-account\naccounts:\n", ...accounts]);
  write(
    "list.txt",
    plates.map((plate) => `${plate}\n`),
  );
  write("txt.yaml", [...head, "carsFrom: [{ file: list.txt }]\n"]);
  const rows = plates.map((plate, at) => `${plate},department ${at % 50},2026-01-01\n`);
  write("list.csv", ["plate,department,since\n", ...rows]);
  write("csv.yaml", [...head, "carsFrom: [{ file: list.csv, column: plate }]\n"]);
  writeFileSync(join(folder, "done"), "");
  return folder;
}
