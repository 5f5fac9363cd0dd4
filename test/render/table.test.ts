import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_INTERFACE, type InterfaceSettings } from "../../src/allowlist/index.ts";
import { fleetYaml, interfaceYaml, ndjsonLine, tableCsv, tableText } from "../../src/render/index.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { NUMBER, rowsOf, TEXT, TEXTS } from "../rows.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { runnerCommands, unseenIn } from "./sinks.ts";

const CELLS = z.array(z.tuple([TEXT, TEXT]));
const PLAIN = { color: false, width: 80 };
const columns = [
  { name: "plate", value: ([plate]: readonly [string, string]) => plate },
  { name: "cost", value: ([, cost]: readonly [string, string]) => cost, align: "right" },
] as const;

it.each(rowsOf(import.meta.url, "a table", TEXT, CELLS, TEXTS))("a table %s", (_, rows, lines) => {
  expect(tableText(columns, rows, PLAIN).trimEnd().split("\n")).toEqual(lines);
});

it.each(rowsOf(import.meta.url, "on a terminal that is too narrow for a table", TEXT, NUMBER, TEXTS))(
  "on a terminal that is too narrow for a table, %s",
  (_, width, lines) => {
    const named = ["plate", "note", "place"].map((name, at) => ({
      name,
      value: (row: readonly string[]) => row[at] ?? "",
    }));
    const rows = [["M-AB 1234", "a car of the sales department", "f.yaml:5:5"]];
    const shown = (style: { readonly isTerminal?: true }) =>
      tableText(named, rows, { color: false, width, ...style })
        .trimEnd()
        .split("\n");
    expect(shown({ isTerminal: true })).toEqual(lines);
    expect(shown({})).toHaveLength(2);
  },
);

it("a table has colours in the heading only", () => {
  const lines = tableText(columns, [["AB1", "1"]], { color: true, width: 80 }).split("\n");
  expect(lines[0]).toMatch(/^\u001b\[1mplate .*\u001b\[0m$/);
  expect(lines[1]).toBe("AB1       1");
});

it.each([
  ["a table", (text: string) => tableText(columns, [[text, text]], PLAIN)],
  ["CSV", (text: string) => tableCsv(columns, [[text, text]])],
  ["NDJSON", (text: string) => ndjsonLine({ text })],
])("a table in %s shows hostile texts only escaped (S14, S16, S18, S19)", (_, render) => {
  for (const text of HOSTILE_STRINGS) {
    const shown = render(text);
    expect(unseenIn(shown.replace(/[\r\n]+/g, ""))).toEqual([]);
    expect(runnerCommands(shown)).toEqual([]);
  }
});

it("a CSV table keeps every hostile text in one row, and no cell is a formula", () => {
  const rows: string[][] = parse(
    tableCsv(
      columns,
      HOSTILE_STRINGS.map((text) => [text, ""] as const),
    ),
  );
  expect(rows).toHaveLength(HOSTILE_STRINGS.length + 1);
  expect(rows.filter(([cell = ""]) => /^[=+\-@\t\r\0]/.test(cell))).toEqual([]);
});

it("a line of NDJSON is ASCII on one line, and reads back as the very same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const line = ndjsonLine(value);
      expect(line).toMatch(/^[ -~]*\n$/);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

const plate = fc.stringMatching(/^[A-Z0-9ÖÜ]{1,4}[- ]?[A-Z0-9]{1,6}$/);
const car = fc.record({
  licenseNumber: plate,
  features: fc.constantFrom<readonly string[]>([], ["LEASING"], ["A b", "C"]),
});
const cars = fc.uniqueArray(car, {
  selector: ({ licenseNumber }) => licenseNumber.replace(/[- ]/g, ""),
  maxLength: 20,
});
const text = fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom(...HOSTILE_STRINGS));
// A name that looks like a command to a CI runner is spelt out, as everywhere.
const name = fc.stringMatching(/^[A-Za-zÅø'":#&*{}\\]{1,20}$/).filter((one) => !/::|##/.test(one));
const base = { remarks: [], protect: [], allowEmpty: false, interface: DEFAULT_INTERFACE };

it("a written fleet file is read back with the same cars, whatever its remarks say", () => {
  fc.assert(
    fc.property(cars, text, text, (written, remark, note) => {
      const scope = { scope: "global", cars: written, remarks: [note] } as const;
      const reading = parseFleet(fleetYaml({ ...base, mode: "global", remarks: [remark], scopes: [scope] }), "f.yaml");
      if (reading.kind === "invalid") expect.fail(JSON.stringify(reading.diagnostics));
      const read = [...(reading.desired.scopes[0]?.entries.values() ?? [])];
      expect(read.map(({ licenseNumber, features }) => ({ licenseNumber, features }))).toEqual(written);
    }),
  );
});

it("a written fleet file is read back with the same accounts, names that can be read included", () => {
  fc.assert(
    fc.property(cars, name, (written, called) => {
      const plates = written.map(({ licenseNumber }) => ({ licenseNumber, features: [] }));
      const scope = { scope: "account:9223372036854775807", name: called, cars: plates, remarks: [] } as const;
      const reading = parseFleet(fleetYaml({ ...base, mode: "billing-account", scopes: [scope] }), "f.yaml");
      if (reading.kind === "invalid") expect.fail(JSON.stringify(reading.diagnostics));
      expect(reading.desired.scopes).toMatchObject([{ scope: "account:9223372036854775807", name: called }]);
      expect(reading.desired.scopes[0]?.entries.size).toBe(written.length);
    }),
  );
});

it("a written fleet file holds the settings that differ, and reads them back", () => {
  const settings: InterfaceSettings = {
    ...DEFAULT_INTERFACE,
    pageSize: 50,
    globalDelete: false,
    accountDelete: { in: "body", name: "a~b" },
    accountList: false,
    foldLookalikes: true,
  };
  expect(interfaceYaml(DEFAULT_INTERFACE)).toBe("");
  const scope = { scope: "global", cars: [], remarks: [] } as const;
  const reading = parseFleet(fleetYaml({ ...base, mode: "global", scopes: [scope], interface: settings }), "f.yaml");
  expect(reading).toMatchObject({ kind: "desired", desired: { interface: settings } });
});
