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
  const folder = join(root, String(size));
  if (existsSync(join(folder, "done"))) return folder;
  mkdirSync(folder, { recursive: true });
  const plates = Array.from({ length: size }, (_, at) => plateOf(at));
  const write = (name, lines) => writeFileSync(join(folder, name), lines.join(""));
  const head = ["version: 1\nmode: global\n"];
  write("short.yaml", [...head, "cars:\n", ...plates.map((plate) => `  - ${plate}\n`)]);
  const objects = plates.map((plate) => `  - licenseNumber: ${plate}\n    features: [LEASING]\n`);
  write("object.yaml", [...head, "cars:\n", ...objects]);
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
