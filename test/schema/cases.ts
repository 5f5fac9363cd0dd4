import { expect } from "vitest";
import { type Diagnostic, formatSource } from "../../src/allowlist/index.ts";
import { type FleetReading, loadFleet } from "../../src/schema/index.ts";
import { loosely, testRows } from "../case-files.ts";
import { rowsXml, workbookOf, workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { ACCOUNTS, diagnosticsOf, findingsOf, folderWith, GLOBAL } from "./fleet-text.ts";

type Rows = Parameters<typeof workbookWith>[0];
type Sheets = { readonly sheets: Readonly<Record<string, Rows>> };
type Content = string | { latin1: string } | { utf16: string } | { hex: string } | Sheets;

/** Files, and what is read from them. `what` and one of the expectations are enough. */
interface Case {
  readonly what: string;
  /** The text of `fleet.yaml`: whole, or behind the first lines of a mode. */
  readonly text?: string;
  readonly global?: string;
  readonly accounts?: string;
  /** The keys of a list beside its file, which is `csv`, `txt` or `xlsx`, or `rows` in both formats that have columns. */
  readonly list?: string;
  readonly csv?: Content;
  readonly txt?: Content;
  readonly xlsx?: Rows | Sheets | string;
  readonly rows?: Rows;
  /** Files beside it. */
  readonly files?: Readonly<Record<string, Content>>;
  readonly paths?: readonly string[];
  readonly on?: string;

  /** `code line:column` of every error and warning; none where this and `says` are left out. */
  readonly finds?: readonly string[];
  /** The same with the values that are named; a text that begins or ends with `…` need only be held. */
  readonly says?: readonly object[];
  readonly plates?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Cars with the values that are named; `null` is none. */
  readonly cars?: readonly object[];
  readonly absent?: readonly object[];
  readonly skipped?: readonly string[];
  readonly desired?: object;
}

/** A test for each row with `what` in the data file beside a test, whose tables are named by what their rows have in common. */
export function fleetCases(test: string): void {
  testRows(
    test,
    async (one: Case) => {
      const now = one.on === undefined ? {} : { now: Date.parse(one.on) };
      for (const files of filesOf(one))
        judge(await loadFleet(one.paths ?? ["fleet.yaml"], { cwd: folderWith(files), ...now }), one);
    },
    ({ finds, says, plates, cars }) => (finds ?? says ?? plates ?? cars) !== undefined,
  );
}

function filesOf({ text, global, accounts, list, rows, csv, txt, xlsx, files = {} }: Case) {
  const others = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)]));
  const withList = (kind: string, content: Content) => ({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.${kind}${list === undefined ? "" : `, ${list}`} }]\n`,
    [`a.${kind}`]: bytesOf(content),
    ...others,
  });
  if (rows) {
    const text = rows.map((row) => `${row.join(";")}\n`).join("");
    return [withList("csv", text), withList("xlsx", { sheets: { Cars: rows } })];
  }
  if (csv !== undefined) return [withList("csv", csv)];
  if (txt !== undefined) return [withList("txt", txt)];
  if (xlsx !== undefined)
    return [withList("xlsx", typeof xlsx === "string" || "sheets" in xlsx ? xlsx : { sheets: { Cars: xlsx } })];
  const fleet = text ?? (accounts === undefined ? GLOBAL + global : ACCOUNTS + accounts);
  return [{ "fleet.yaml": fleet, ...others }];
}

function bytesOf(content: Content): string | Uint8Array {
  if (typeof content === "string") return content;
  if ("latin1" in content) return Buffer.from(content.latin1, "latin1");
  if ("utf16" in content) return Buffer.from(`\ufeff${content.utf16}`, "utf16le");
  if ("hex" in content) return Buffer.from(content.hex, "hex");
  const sheets = Object.entries(content.sheets);
  const [only] = sheets;
  if (only?.[0] === "Cars" && sheets.length === 1) return workbookWith(only[1]);
  return workbookOf({ sheets: sheets.map(([name, cells]) => ({ name, rows: rowsXml(cells) })) });
}

function judge(reading: FleetReading, { finds, says, plates, cars, absent, skipped, desired }: Case): void {
  if (says) expectLike(diagnosticsOf(reading).map(withPlace), says);
  else expect(findingsOf(reading)).toEqual(finds ?? []);
  const scopes = reading.kind === "desired" ? reading.desired.scopes : [];
  const all = scopes.flatMap(({ scope, entries }) =>
    [...entries.values()].map((car) => ({ scope, ...withPlace(car) })),
  );
  if (plates) {
    const named = Array.isArray(plates) ? { global: plates } : plates;
    const found = scopes.map(({ scope, entries }) => [
      scope.replace("account:", ""),
      [...entries.values()].map(({ licenseNumber }) => licenseNumber),
    ]);
    expect(Object.fromEntries(found)).toEqual(named);
  }
  if (cars) expectLike(all, cars);
  if (absent)
    expectLike(
      scopes.flatMap((scope) => [...(scope.absent?.values() ?? [])].map(withPlace)),
      absent,
    );
  if (reading.kind === "desired") {
    const left = (reading.desired.skippedRows ?? []).map(({ why, found, rows }) =>
      `${rows} ${why} ${found ?? ""}`.trim(),
    );
    if (skipped) expect(left).toEqual(skipped);
    if (desired) expect(reading.desired).toMatchObject(desired);
  } else expect({ skipped, desired, reading }).toEqual({ reading });
}

const withPlace = <One extends { readonly source?: Diagnostic["source"] }>({ source, ...one }: One) => ({
  ...one,
  at: source && formatSource(source),
});

/** Each has the values that are wanted of it. */
function expectLike(found: readonly object[], wanted: readonly object[]): void {
  const picked = found.map((one, at) =>
    Object.fromEntries(
      Object.keys(wanted[at] ?? one).map((key) => [key, new Map(Object.entries(one)).get(key) ?? null]),
    ),
  );
  expect(picked).toEqual(wanted.map(loosely));
}
