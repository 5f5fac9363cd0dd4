import { expect, it } from "vitest";
import { z } from "zod";
import { attributeFailures } from "../../src/apply/index.ts";
import { keyOf } from "../plan/support.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";

const RULES = { foldLookalikes: false };

function attribute(sent: readonly string[], ...failures: readonly (readonly [string, string])[]) {
  const result = attributeFailures(
    failures.map(([licenseNumber, error]) => ({ licenseNumber, error })),
    sent.map((licenseNumber) => ({ licenseNumber, plateKey: keyOf(licenseNumber) })),
    RULES,
  );
  return result.kind === "ambiguous" ? `ambiguous: ${result.licenseNumber}` : Object.fromEntries(result.errors);
}

it.each(
  rowsOf(
    import.meta.url,
    "the cars that were sent, the failures of the 207, and what they come to",
    TEXT,
    TEXTS,
    z.array(z.tuple([TEXT, TEXT])),
    z.unknown(),
  ),
)("the failures of a 207 are assigned to cars: %s", (_, sent, failures, expected) => {
  expect(attribute(sent, ...failures)).toEqual(expected);
});
