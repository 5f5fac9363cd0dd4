import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";

const HEAD = "version: 1\nmode: global\n";

function errors(text: string): string[] {
  const reading = parseFleet(text, "fleet.yaml");
  if (reading.kind === "desired") return [];
  return reading.diagnostics.map(
    ({ code, source, message }) => `${source?.line}:${source?.column} ${code}: ${message}`,
  );
}

it("cars that must be absent are plates or mappings, each with its place", () => {
  const text = `${HEAD}cars: []\nabsent:\n  - 0123\n  - { licenseNumber: ab-1, since: 2026-11-01, reason: lease ended }\n`;
  const reading = parseFleet(text, "fleet.yaml");
  if (reading.kind !== "desired") throw new Error(errors(text).join());
  expect([...(reading.desired.scopes[0]?.absent?.values() ?? [])]).toEqual([
    { licenseNumber: "0123", plateKey: "0123", source: { file: "fleet.yaml", line: 5, column: 5 } },
    {
      licenseNumber: "ab-1",
      plateKey: "AB1",
      since: "2026-11-01",
      reason: "lease ended",
      source: { file: "fleet.yaml", line: 6, column: 5 },
    },
  ]);
});

it.each([
  [
    "also wanted on the same list, in another spelling",
    `${HEAD}cars: [AB-1]\nabsent: [ab1]\n`,
    "4:10 absent-and-wanted: The plate `ab1` is in `absent`, and also a car of the same list at fleet.yaml:3:8.",
  ],
  ["named twice", `${HEAD}cars: []\nabsent: [AB1, ab 1]\n`, "4:15 duplicate-absent: "],
  [
    "at the top in billing-account mode",
    "version: 1\nmode: billing-account\naccounts: []\nabsent: [AB1]\n",
    "4:1 wrong-mode: ",
  ],
  ["no plate", `${HEAD}cars: []\nabsent: ["A\\u0007"]\n`, "4:10 "],
  [
    "a day that does not exist",
    `${HEAD}cars: []\nabsent: [{ licenseNumber: AB1, since: 2026-02-30 }]\n`,
    "4:39 wrong-value: ",
  ],
  ["an unknown key", `${HEAD}cars: []\nabsent: [{ licenseNumber: AB1, until: 2026-01-01 }]\n`, "4:32 unknown-key: "],
])("cars that must be absent are refused: %s", (_, text, expected) => {
  expect(errors(text)).toEqual([expect.stringContaining(expected)]);
});
