import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT } from "../rows.ts";

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

it.each(rowsOf(import.meta.url, "cars that must be absent are refused", TEXT, TEXT, TEXT))(
  "cars that must be absent are refused: %s",
  (_, text, expected) => {
    expect(errors(text)).toEqual([expect.stringContaining(expected)]);
  },
);
