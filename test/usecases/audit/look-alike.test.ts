import fc from "fast-check";
import { expect, it } from "vitest";
import { formatSource, type PlateKey, plateLook } from "../../../src/allowlist/index.ts";
import { type AuditFacts, audit } from "../../../src/usecases/audit/index.ts";
import { factsOf } from "./support.ts";

/** The definition, pair by pair: one look, and one character that differs. Too slow for a large list. */
function pairsByDefinition({ lists }: AuditFacts): string[] {
  return lists.flatMap(({ desired }) => {
    const cars = [...desired.entries.values()];
    return cars.flatMap((left) =>
      cars
        .filter((right) => left.plateKey < right.plateKey && isPair(left.plateKey, right.plateKey))
        .map((right) => `${left.licenseNumber}: looks like \`${right.licenseNumber}\` (${formatSource(right.source)})`),
    );
  });
}

function isPair(left: PlateKey, right: PlateKey): boolean {
  const others = [...right];
  const differences = [...left].filter((character, at) => character !== others[at]).length;
  return plateLook(left) === plateLook(right) && differences === 1;
}

function pairsFound(facts: AuditFacts): string[] {
  return audit(facts)
    .findings.filter(({ rule }) => rule === "look-alike")
    .map(({ licenseNumber, message }) => `${licenseNumber}: ${message}`);
}

// Few characters and short texts, so that many plates look alike.
const textOf = (characters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((some) => some.join(""));
const plate = fc.oneof(textOf("O0О1I", 4), textOf("O0ООI1ІB8ВВAАΑ2", 7));
const plates = fc.uniqueArray(
  fc.oneof(
    plate,
    plate.map((text) => `${text.slice(0, 1)}-${text}`),
  ),
  { maxLength: 60 },
);

it("S25 look-alike finds the pairs that comparing each plate with each finds, and no other", () => {
  fc.assert(
    fc.property(plates, plates, (one, other) => {
      const facts = factsOf({ lists: { "1": { wanted: one }, "2": { wanted: other } } });
      expect(pairsFound(facts).toSorted()).toEqual(pairsByDefinition(facts).toSorted());
    }),
    { numRuns: 300 },
  );
});
