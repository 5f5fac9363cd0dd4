import fc from "fast-check";
import { expect, it } from "vitest";
import { type FleetReading, parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { ACCOUNTS, GLOBAL } from "./fleet-text.ts";

// Long lists of cars are read past the YAML parser. Whatever the file, the result must be that of reading it whole.

/** Everything that a reading says, tables of entries written out. */
function all(reading: FleetReading): unknown {
  if (reading.kind === "invalid") return reading;
  const scopes = reading.desired.scopes.map((scope) => ({ ...scope, entries: [...scope.entries] }));
  return { ...reading, desired: { ...reading.desired, scopes } };
}

function expectSame(text: string): void {
  expect(all(parseFleet(text, "fleet.yaml"))).toEqual(all(parseFleetWhole(text, "fleet.yaml")));
}

const REGULAR = [
  "- AB1",
  "- CD2 # Malmö",
  "-   EF3",
  '- "0123456"',
  "- '1E5'",
  "- B-MW 123  ",
  "- ÅÄ 12:30",
  "- licenseNumber: GH4\n  features: [LEASING]",
  "- licenseNumber: GH5\n  features: [LEASING]",
  '- licenseNumber: "GH6" # pool\n\n  # why\n  features:\n    - LEASING\n    - "B"\n  note: pool car, Malmö',
  "- features:\n  - LEASING\n  licenseNumber: IJ5\n  validFrom: 2026-01-01",
  "- { licenseNumber: KL6, features: [LEASING] }",
  "- { licenseNumber: KL7, features: [LEASING] }",
  '- {  licenseNumber: "MN7" , features: [ ] , note: a b }',
  "# a comment",
  "",
  "- AB1 # again",
  '- "AB\\x20\\u0031\\"2\\U00000033"',
  "- 'AB''4'",
  "- { licenseNumber: \"AB\\_5\", note: 'it''s', validUntil: 2026-12-31 }",
  "- licenseNumber: AB6\n  note: 12:30, or\ttwelve [noon] {#1}\n  validFrom: 2026-01-01",
  "- licenseNumber: OP8\n  features: [OTHER]",
  "- licenseNumber: OP9\n  features: [OTHER]\n  validUntil: 2026-02-31",
];

const HOSTILE = [
  "- &a AB1",
  "- *a",
  "- !x AB1",
  "- |\n  AB1",
  "- >-\n    AB1\n    CD2",
  "- AB1\n    CD2",
  "- 'AB1\n  CD2'",
  '- "AB1',
  '- "A\\u00c51"',
  '- "A\\q1"',
  '- "A\\ud8001"',
  '- "A\\U001100001"',
  '- "AB1\\"',
  "- [AB1, CD2]",
  "- - AB1",
  "-",
  "- # nothing",
  "-AB1",
  "- {",
  "- { licenseNumber: AB9,\n  features: [LEASING] }",
  "- { licenseNumber: AB9 features: [] }",
  "- { licenseNumber: AB9, licenseNumber: CD9 }",
  "- { licenseNumber: AB9, }",
  "- {}",
  "- licenseNumber: AB9\n  licenseNumber: CD9",
  "- licenseNumber:",
  "- licenseNumber: AB9\n  features:\n  - LEASING\n  -\n",
  "- licenseNumber: AB9\n  features:",
  "- licenseNumber: AB9\n   note: deeper",
  "- licenseNumber: AB9\n note: less deep",
  "- licenseNumber: AB9\n  <<: *a",
  "- licenceNumber: AB9",
  "- licenseNumber: AB9\n  note: |\n    cars:\n      - AB1\n      - CD2",
  "- ? licenseNumber\n  : AB9",
  "- AB1: CD2",
  "- AB1:",
  "- AB1 :",
  "- AB1 #no\t",
  "-\tAB1",
  "- AB1\t",
  "\t- AB1",
  "- ~",
  "- @AB1",
  "- `AB1",
  "- %AB1",
  "- A]B",
  "- A{B, C",
  "- a#b",
  "- \u00a0AB1",
  "- АВ1",
  "- AB12345678901234567890",
  "}",
  "]",
  '"',
  "'",
  "cars:",
  "  cars:\n    - AB1\n    - CD2\n    - EF3\n    - GH4",
  "x: 1",
  "---",
  "...",
  "%YAML 1.1",
  "<<<<<<< ours",
  "\ufeff- AB1",
];

const AROUND = [
  "",
  "timeZone: Europe/Copenhagen",
  "policy: { prune: owned }",
  "defaults:\n  features: [LEASING]",
  "carsFrom: []",
  "carsFrom: [{ file: a.txt }]",
  "# cars:\n#   - AB1\n#   - AB2\n#   - AB3",
  "note: |\n  cars:\n    - AB1\n    - CD2\n    - EF3\n    - GH4",
  'x: "\n  cars:\n  - AB1\n  - CD2\n  - EF3\n  - GH4"',
  "policy:\n  cars:\n    - AB1\n    - CD2\n    - EF3\n    - GH4",
  "interface: [",
  "count: 3",
  "cars: [ZZ1, ZZ2]",
  "cars:\n  - ZZ1\n  - ZZ2\n  - ZZ3\n  - ZZ4",
  "  - ZZ3",
  ": ",
  "? ",
  "timeZone:",
  "accounts:\n  -",
];

/** Cars that differ in their plates alone, one right behind the other. */
const run = fc
  .tuple(
    fc.constantFrom(
      (plate: string) => `- ${plate}`,
      (plate: string) => `- "${plate}" # pool`,
      (plate: string) => `- '${plate}'`,
      (plate: string) => `- ${plate}\n# why`,
      (plate: string) => `- licenseNumber: ${plate}\n  features: [LEASING]`,
      (plate: string) => `- { licenseNumber: ${plate}, note: a }`,
      (plate: string) => `- features: []\n  licenseNumber: ${plate}`,
    ),
    fc.array(
      fc.constantFrom(
        ...["AB1", "AB2", "ab3", "A-B4", "0123", "AB1234567890", "ÅÄ5", "A:1", ""],
        ...["A\\x201", "\\u00c52", "\\U000000413", "A\\x4", "A\\q5", 'A\\"6', "A''7", "A'8"],
      ),
      { minLength: 2, maxLength: 6 },
    ),
  )
  .map(([write, plates]) => plates.map(write).join("\n"));

/** Cars that differ in other values and in comments, too. */
const varied = fc
  .tuple(
    fc.constantFrom(
      (plate: string, value: string) => `- ${plate} #${value}`,
      (plate: string, value: string) => `# ${value}\n- ${plate}`,
      (plate: string, value: string) => `- licenseNumber: ${plate}\n  note: ${value}`,
      (plate: string, value: string) => `- note: "${value}"\n  licenseNumber: '${plate}' # ${value}`,
      (plate: string, value: string) => `- licenseNumber: ${plate}\n  features: [${value}]\n  validFrom: 2026-01-01`,
      (plate: string, value: string) => `- features: # ${value}\n    - ${value}\n    - POOL\n  licenseNumber: ${plate}`,
      (plate: string, value: string) => `- { licenseNumber: ${plate}, validFrom: 2026-06-01, validUntil: ${value} }`,
      (plate: string, value: string) => `- { note: ${value}, features: [A, ${value}], licenseNumber: "${plate}" }`,
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom("AB1", "AB2", "AB 3", "A-B4", "ÅÄ5"),
        fc.constantFrom(
          ...[
            "pool",
            "pool car",
            "2026-01-01",
            "2027-02-03",
            "2026-02-31",
            "LEASING",
            "a: b",
            "a #b",
            "a#b",
            "a\tb",
            "b ",
          ],
          ...[
            "'c'",
            '"d"',
            "it's",
            "it''s",
            '\\"',
            "\\x20e\\\\",
            "\\u12",
            "[",
            "x, y",
            "}",
            "",
            "#",
            "12:30",
            "é\ufeff",
            "\n    more",
          ],
        ),
      ),
      { minLength: 2, maxLength: 6 },
    ),
  )
  .map(([write, cars]) => cars.map(([plate, value]) => write(plate, value)).join("\n"));

const item = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...REGULAR) },
  { weight: 4, arbitrary: run },
  { weight: 4, arbitrary: varied },
  fc.constantFrom(...HOSTILE),
);
const indented = (text: string, indent: number) => text.replace(/^(?=.)/gm, " ".repeat(indent));

/** A `cars:` key with items, mostly indented alike. */
const carList = fc
  .record({
    items: fc.array(fc.tuple(item, fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, fc.constantFrom(1, -1, 2))), {
      maxLength: 8,
    }),
    indent: fc.constantFrom(2, 2, 4, 0, 1),
    head: fc.constantFrom("cars:", "cars:", "cars:  # all of them", "cars: &a", "cars: !!seq", "'cars':"),
  })
  .map(({ items, indent, head }) => {
    const lines = items.map(([text, shift]) => indented(text, Math.max(0, indent + shift)));
    return [head, ...lines].join("\n");
  });

/** A list in brackets, on one line or on several. */
const flowList = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ...[
          "AB1",
          "CD 2",
          '"EF3"',
          '"G\\x48 4"',
          "'I''5'",
          "{ licenseNumber: JK6, features: [A] }",
          "12:30",
          "ÅÄ7",
          "a#b",
        ],
        ...[
          "AB1",
          "AB2",
          "AB3",
          "AB4",
          "{}",
          "[AB1]",
          "&a AB1",
          "AB1: 2",
          "'AB\n   1'",
          '"AB',
          "",
          "#",
          "- A",
          "?",
          "a #b",
        ],
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom(",", ", ", " ,  ", ",\n  ", "\n  , ", ", # c\n\n   ", ",\n", ",#c\n  ", " "),
    fc.constantFrom("", " ", "\n", "\n  ", " # c\n ", ","),
    fc.constantFrom("]", "]", "] # c", "]x", "", "}"),
  )
  .map(([items, comma, end, close]) => `cars: [${items.join(comma)}${end}${close}`);

const ending = fc.constantFrom("\n", "\n", "", "\n\n# end\n", "\n...\n", " ");
const lineEnd = fc.constantFrom("\n", "\n", "\r\n");

const anyList = fc.oneof({ weight: 4, arbitrary: carList }, flowList);

const globalFile = fc
  .tuple(fc.constantFrom(...AROUND), anyList, fc.constantFrom(...AROUND), ending, lineEnd)
  .map(([before, cars, after, end, eol]) => {
    return (GLOBAL + [before, cars, after].filter(Boolean).join("\n") + end).replaceAll("\n", eol);
  });

const baId = fc.constantFrom("4711", "4712", "4713", "4714", '"4715"', "12", "x", "");
const ACCOUNT_PAIRS = [
  "name: Acme",
  "name: 'A: b' # c",
  "count: 2",
  "note: x",
  "carsFrom: []",
  "# c",
  "cars: []",
  "name:",
  "a:\n  b: 1",
];

const blockAccount = fc
  .record({
    baId,
    cars: anyList,
    others: fc.array(fc.constantFrom(...ACCOUNT_PAIRS), { maxLength: 2 }),
    isFirst: fc.boolean(),
    gap: fc.constantFrom(" ", " ", " ", "   "),
  })
  .map(({ baId, cars, others, isFirst, gap }) => {
    const pairs = isFirst ? [cars, ...others, `baId: ${baId}`] : [`baId: ${baId}`, ...others, cars];
    return `-${gap}${indented(pairs.join("\n"), 1 + gap.length).trimStart()}`;
  });

/** Accounts that are mostly written in the plain way. */
const plainAccount = fc
  .tuple(
    baId,
    fc.array(fc.constantFrom("AB1", "AB2", "AB3", '"CD\\x204"', "EF5: x", "- G"), { maxLength: 3 }),
    fc.nat(5),
  )
  .map(([baId, cars, form]) => {
    if (form === 0) return `- { baId: ${baId}, cars: [${cars.join(", ")}] }`;
    if (form === 1) return `- baId: ${baId}\n  cars: [${cars.join(", ")}]`;
    if (form === 2) return `- baId: ${baId}\n  name: Acme\n  cars: # c\n${cars.map((car) => `  - ${car}\n`).join("")}`;
    return `- baId: ${baId}\n  cars:\n${cars.map((car) => `    - licenseNumber: ${car}\n      note: ${car}\n`).join("")}`;
  });

const odd = fc.constantFrom(
  "- &a AB1",
  "- AB1",
  "-",
  "- []",
  "- ? a\n  : b",
  "x: 1",
  "- baId: 1\n  baId: 2",
  "- 'a\n  b'",
  "# c",
  "",
);

const account = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: blockAccount }, { weight: 8, arbitrary: plainAccount }, odd),
    fc.constantFrom(2, 2, 2, 2, 2, 2, 2, 3, 1, 0),
  )
  .map(([text, indent]) => indented(text, indent));

const accountFile = fc
  .tuple(
    fc.constantFrom("accounts:", "accounts:", "accounts:", "accounts: # c", "accounts: &a", "x:"),
    fc.array(account, { maxLength: 7 }),
    fc.constantFrom(...AROUND),
    ending,
  )
  .map(([head, accounts, after, end]) => `${[`${ACCOUNTS}${head}`, ...accounts, after].join("\n")}${end}`);

it("a long list that is read past the YAML parser means what it means to the YAML parser, in global mode", () => {
  fc.assert(fc.property(globalFile, expectSame), { numRuns: cases(3000) });
});

it("a long list that is read past the YAML parser means what it means to the YAML parser, in billing-account mode", () => {
  fc.assert(fc.property(accountFile, expectSame), { numRuns: cases(1500) });
});

it("a long list that is read past the YAML parser means what it means to the YAML parser, wherever a character is changed", () => {
  const soup = fc.constantFrom(..."\n -:#[]{},'\"&*!|>%@`?\t~aA1é\ufeff");
  const text = `${GLOBAL}cars:\n${indented(REGULAR.join("\n"), 2)}\ntimeZone: UTC\n`;
  const change = fc.tuple(fc.nat(text.length), fc.constantFrom(0, 1, 1, 3), soup);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let changed = text;
      for (const [at, gone, character] of changes) {
        changed = changed.slice(0, at) + character + changed.slice(at + gone);
      }
      expectSame(changed);
    }),
    { numRuns: cases(3000) },
  );
});

it.each([...REGULAR, ...HOSTILE])("the fast reader of lists reads %j between regular cars", (text) => {
  for (const indent of [0, 2]) {
    const cars = ["- AA1", "- AA2", text, "- AA3", "- AA4", text, "- AA5"].map((line) => indented(line, indent));
    expectSame(`${GLOBAL}cars:\n${cars.join("\n")}\ntimeZone: UTC\n`);
    expectSame(`${GLOBAL}cars:\n${indented(text, indent)}\n${cars.join("\n")}\n`);
  }
});

it.each([
  ["in brackets", "{ baId: $, cars: [AB$, CD$] }"],
  ["with cars below", "baId: $\n    cars:\n    - AB$\n    - licenseNumber: CD$\n      note: n$"],
  ["with cars first", "cars: [AB$] # c\n    name: Acme $\n    baId: $"],
  [
    "with a block of text that only YAML reads",
    "baId: $\n    name: |-\n      Acme\n    cars:\n    - AB$\n    - CD$\n    - EF$",
  ],
])("the fast reader of lists reads every account %s", (_, account) => {
  const plain = "baId: $\n    cars: [ZZ$]";
  const accounts = [plain, plain, account, account, account, plain, plain].map(
    (text, at) => `  - ${text.replaceAll("$", String(100 + at))}\n`,
  );
  expectSame(`${ACCOUNTS}accounts:\n${accounts.join("")}timeZone: UTC\n`);
});

it.each(["x", "\\x41"])("the fast reader refuses the same long texts, written as %j", (character) => {
  const longest = 65_536;
  for (const length of [longest - 3, longest - 2, longest - 1, longest, longest + 1]) {
    const notes = ["a", "b", character.repeat(length).slice(0, length)];
    for (const quote of ['"', "'", ""]) {
      const cars = notes.map((note, at) => `  - licenseNumber: AB${at}\n    note: ${quote}${note}${quote}\n`);
      expectSame(`${GLOBAL}cars:\n${cars.join("")}`);
    }
  }
});

it.each(["30000", "40000", "2000000"])(
  "a comment of %s characters behind every car is read like a short one",
  (length) => {
    const cars = [1, 2, 3].map((at) => `  - licenseNumber: "CD${at}" # an ${"A".repeat(Number(length))}\n`);
    expectSame(`${GLOBAL}cars:\n${cars.join("")}`);
    expect(parseFleet(`${GLOBAL}cars:\n${cars.join("")}`, "fleet.yaml").kind).toBe("desired");
  },
);

it("A10: the fast reader says where a file that is too long to be read whole breaks YAML", () => {
  const cars = "  - AB12345678901234\n".repeat(900_000);
  const reading = parseFleet(`${GLOBAL}cars:\n${cars}  - licenseNumber: [\n${cars}`, "fleet.yaml");
  expect(reading.kind === "invalid" && reading.diagnostics[0]).toMatchObject({
    code: "yaml-bad-indent",
    source: { line: 900_004 },
  });
});
