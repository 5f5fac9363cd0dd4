// The cars and files that the figures are about, alike in every run.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const HEAD = "version: 1\nmode: global\ncars:\n";

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

/** How a car is written in each form of a file; `at` is its number. */
const FORMS = {
  short: { head: HEAD, car: (plate) => `  - ${plate}\n` },
  mixed: {
    head: HEAD,
    car: (plate, at) =>
      at % 3 > 0
        ? `  - ${plate}\n`
        : `  - licenseNumber: ${plate}\n    validFrom: 2026-01-${10 + (at % 19)}\n    validUntil: ${dayOf(at)}\n    note: car ${at} of Anna\n`,
  },
  notes: { head: HEAD, car: (plate, at) => `  - { licenseNumber: ${plate}, note: car ${at} of Anna }\n` },
  accounts: {
    head: "version: 1\nmode: billing-account\naccounts:\n",
    car: (plate, at) => `  - baId: ${100_000 + at}\n    cars:\n      - ${plate}\n`,
  },
  account: {
    head: "version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars:\n",
    car: (plate) => `      - ${plate}\n`,
  },
  list: { head: "", car: (plate) => `${plate}\n` },
};

/** Writes the cars with the numbers `from` to `to` in a form, once, and gives the path. */
export function fileOf(form, from, to) {
  const folder = join(tmpdir(), "platectl-bench-files", `${form}-${from}-${to}`);
  const path = join(folder, form === "list" ? "list.txt" : "fleet.yaml");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const { head, car } = FORMS[form];
  const cars = Array.from({ length: to - from }, (_, at) => car(plateOf(from + at), from + at));
  writeFileSync(path, head + cars.join(""));
  return path;
}
