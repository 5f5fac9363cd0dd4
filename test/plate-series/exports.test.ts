import { expect, it } from "vitest";
import type { LiveScope, Source } from "../../src/allowlist/index.ts";
import { Exports } from "../convergence/exports.ts";
import { cellOf, EXPORTS } from "./held-out.ts";

/** What became of the rows of an export: `first` where nothing is known, else beside its own cars on the live list. */
async function readExport({ country, column, header, rows }: (typeof EXPORTS)[number], isFirst: boolean) {
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")}\n`;
  const defaults = country === "" ? "" : `defaults: { country: ${country} }\n`;
  const item = `{ file: l.csv, column: ${JSON.stringify(column)} }`;
  const exports = new Exports()
    .write("l.csv", line(header) + rows.map(([, ...cells]) => line(cells)).join(""))
    .write("fleet.yaml", `version: 1\nmode: global\n${defaults}carsFrom: [${item}]\n`);
  const reading = await exports.read();
  if (reading.kind === "invalid") return { sent: [], unclear: [] };
  const at = header.indexOf(column) + 1;
  const cars = rows.flatMap((row) =>
    row[0] === "car" || row[0] === "either" ? (cellOf(row[at] ?? "", country) ?? []) : [],
  );
  const entries = new Map(
    cars.map(
      ({ licenseNumber, plateKey }) =>
        [plateKey, { licenseNumber, plateKey, features: [], addedByCustomerCare: false }] as const,
    ),
  );
  const list: LiveScope = { scope: "global", source: "list", entries, unreadable: [] };
  const live = { scopes: new Map([["global" as const, list]]), memory: new Map() };
  const desired = isFirst
    ? reading.desired
    : (reading.desired.judge?.(reading.desired, live).desired ?? reading.desired);
  const rowAt = ({ source: { line: number } }: { readonly source: Source }) => rows[number - 2] ?? [];
  return {
    sent: [...(desired.scopes[0]?.entries.values() ?? [])].map(rowAt),
    unclear: (desired.unclear ?? []).map(rowAt),
  };
}

it("of whole exports, no row that is not a car is sent, and no car is unclear, as a first list or beside its own cars", async () => {
  const wrong: string[] = [];
  let others = 0;
  for (const one of EXPORTS)
    for (const isFirst of [true, false]) {
      const { sent, unclear } = await readExport(one, isFirst);
      const isOther = (truth: string | undefined) =>
        sent.filter((row) => row[0] === truth).map((row) => row.join(" | "));
      wrong.push(...isOther("no-car"), ...unclear.filter(([truth]) => truth === "car").map((row) => row.join(" | ")));
      others += isOther("unclear").length;
    }
  expect(wrong).toEqual([]);
  // Plates of which a part is missing, and that are such of their country, too.
  expect(others).toBeLessThanOrEqual(3);
});
