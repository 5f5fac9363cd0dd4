import fc from "fast-check";
import { expect, it } from "vitest";
import { type FleetReading, parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { textsOf } from "../rows.ts";
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

const REGULAR = textsOf(import.meta.url, "plain cars");

const HOSTILE = textsOf(import.meta.url, "what only YAML reads");

const AROUND = textsOf(import.meta.url, "around a list");

/** Cars written alike that differ in their values and comments. */
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
        fc.constantFrom(...textsOf(import.meta.url, "values and comments")),
      ),
      { minLength: 2, maxLength: 6 },
    ),
  )
  .map(([write, cars]) => cars.map(([plate, value]) => write(plate, value)).join("\n"));

const item = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...REGULAR) },
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
    fc.array(fc.constantFrom(...textsOf(import.meta.url, "cars in brackets")), { maxLength: 6 }),
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
const ACCOUNT_PAIRS = textsOf(import.meta.url, "pairs of an account");

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

const odd = fc.constantFrom(...textsOf(import.meta.url, "accounts that are none"));

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
