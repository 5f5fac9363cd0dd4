import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE, DEFAULT_POLICY } from "../../src/allowlist/index.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { ACCOUNTS, desiredOf, diagnosticsOf, findingsIn, findingsOf, GLOBAL } from "./fleet-text.ts";

const read = (text: string) => parseFleet(text, "fleet.yaml");
const withLine = (line: string) => `${GLOBAL}cars: []\n${line}\n`;

it("the contract's default holds where the file says nothing", () => {
  const { policy, interface: settings, timeZone } = desiredOf(read(`${GLOBAL}cars: []\n`));
  expect({ policy, settings, timeZone }).toEqual({
    policy: DEFAULT_POLICY,
    settings: DEFAULT_INTERFACE,
    timeZone: "UTC",
  });
});

it("a default holds for each key that is left out", () => {
  const lines = `policy: { maxDeletes: { percent: 12.5 }, protect: { plates: ["VIP*", A?C] } }
interface: { globalDelete: false, accountDelete: { in: body, name: cars }, accountList: true }`;
  const { policy, interface: settings } = desiredOf(read(withLine(lines)));
  expect(policy.maxDeletes).toEqual({ percent: 12.5, count: 500, always: 10 });
  expect(policy.protect).toEqual({ customerCare: true, plates: ["VIP*", "A?C"] });
  expect(settings).toEqual({
    ...DEFAULT_INTERFACE,
    globalDelete: false,
    accountDelete: { in: "body", name: "cars" },
    accountList: true,
  });
});

it("interface settings take pages counted from 1, a bare array for deletes, and a server's words", () => {
  const lines = `interface: { firstPage: 1, accountDelete: { in: body, shape: array }, failures: { alreadyListed: ["*Already*"] } }`;
  expect(desiredOf(read(withLine(lines))).interface).toEqual({
    ...DEFAULT_INTERFACE,
    firstPage: 1,
    accountDelete: { in: "body", shape: "array" },
    failures: { alreadyListed: ["*Already*"], notListed: [] },
  });
});

it.each(rowsOf(import.meta.url, "a wrong value is refused", TEXT, TEXT))(
  "a wrong value is refused: %s",
  (line, finding) => {
    expect(findingsIn(withLine(line))).toEqual([finding]);
  },
);

it.each([
  ["version: 2\nmode: global\ncars: []\n", "wrong-value 1:10"],
  ["version: 1.0\nmode: global\ncars: []\n", "wrong-value 1:10"],
  ["mode: global\ncars: []\n", "missing-key 1:1"],
  ["version: 1\ncars: []\n", "missing-key 1:1"],
  ["version: 1\nmode: local\ncars: []\n", "wrong-value 2:7"],
])("a value of the wrong kind is refused: %j", (text, finding) => {
  expect(findingsIn(text)).toEqual([finding]);
});

describe("B2: unknown keys", () => {
  it.each([
    ["polcy: {}", "Did you mean `policy`?"],
    ["carFrom: []", "Did you mean `carsFrom`?"],
    ["policy: { alowEmpty: true }", "Did you mean `allowEmpty`?"],
    ["policy: { maxDelete: { count: 1 } }", "Did you mean `maxDeletes`?"],
    ["interface: { pagesize: 10 }", "Did you mean `pageSize`?"],
    ["policy: { protect: { customercare: false } }", "Did you mean `customerCare`?"],
    ["zzz: 1", expect.stringMatching(/^Known keys here: version, mode/)],
  ])("an unknown key is refused: %s", (line, fix) => {
    const findings = diagnosticsOf(read(withLine(line)));
    expect(findings.map((one) => [one.code, one.fix])).toEqual([["unknown-key", fix]]);
  });

  it("no misspelling of any key is accepted", () => {
    const keys = "policy interface timeZone defaults count carsFrom".split(" ");
    const mutated = fc
      .constantFrom(...keys)
      .chain((key) =>
        fc
          .tuple(fc.nat(key.length), fc.constantFrom("x", "S", "_"))
          .map(([at, letter]) => key.slice(0, at) + letter + key.slice(at)),
      );
    fc.assert(
      fc.property(mutated, (key) => {
        expect(findingsIn(withLine(`${key}: {}`))).toEqual(["unknown-key 4:1"]);
      }),
    );
  });

  it("one wrong word hides no other error", () => {
    const text = `${GLOBAL}polcy: {}\npolicy: { prune: some }\ncars: ["#", AB1, {licenseNumber: AB1, nte: x}]\ncount: 9\n`;
    expect(findingsIn(text)).toEqual([
      "unknown-key 3:1",
      "wrong-value 4:18",
      "not-a-plate 5:8",
      "duplicate-plate 5:18",
      "unknown-key 5:39",
      "count-differs 6:8",
    ]);
    const accounts = `${ACCOUNTS}accounts:\n  - { baId: 07, nme: x, cars: ["#"] }\n  - { baId: 8, cars: ["?"] }\n`;
    expect(findingsIn(accounts)).toEqual([
      "wrong-value 4:13",
      "unknown-key 4:17",
      "not-a-plate 4:32",
      "not-a-plate 5:23",
    ]);
  });
});

const entry = (text: string) => withLine(`policy:\n  acknowledge:\n    - ${text}`);

it("acknowledgements are read with their place", () => {
  const text = entry('{ scope: global, deletes: 137, until: 2026-12-01, reason: "lease batch 7" }');
  expect(desiredOf(read(text)).policy.acknowledge).toEqual([
    {
      scope: "global",
      deletes: 137,
      until: "2026-12-01",
      reason: "lease batch 7",
      source: { file: "fleet.yaml", line: 6, column: 7 },
    },
  ]);
});

it.each([
  ["{ scope: account:01, deletes: 1, until: 2026-12-01, reason: x }", "wrong-value 6:16"],
  ["{ scope: global, deletes: 1, until: 2026-02-29, reason: x }", "wrong-value 6:43"],
  ["{ scope: global, deletes: 1, until: 2026-12-01 }", "missing-key 6:7"],
  ["{ scope: global, until: 2026-12-01, reason: x }", "missing-key 6:7"],
  ["{ scope: account:5, adds: 1, until: 2026-12-01, reason: x }", "unknown-scope 6:7"],
])("an invalid acknowledgement is refused: %s", (text, finding) => {
  expect(findingsOf(read(entry(text)))).toEqual([finding]);
});

it("accounts keep their order and their places among wrong ones", () => {
  const accounts = ["baId: 1, cars: [AB1]", "baId: x, cars: [A!]", "baId: 1, cars: []", "nmae: b"];
  expect(findingsIn(`${ACCOUNTS}accounts:\n${accounts.map((one) => `  - { ${one} }\n`).join("")}`)).toEqual([
    "wrong-value 5:13",
    "not-a-plate 5:23",
    "duplicate-account 6:13",
    "missing-key 7:5",
    "not-specified 7:5",
    "unknown-key 7:7",
  ]);
});
