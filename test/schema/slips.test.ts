import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

it.each(rowsOf(import.meta.url, "is one error", TEXT, TEXT, TEXT, TEXT, TEXT))(
  "%s is one error, at its place, that says what to write",
  (_, text, at, message, fix) => {
    const [first, ...others] = diagnosticsOf(parseFleet(GLOBAL + text, "fleet.yaml"));
    expect(others).toEqual([]);
    expect(`${first?.source?.line}:${first?.source?.column}`).toBe(at);
    expect(first?.message).toContain(message);
    expect(first?.fix).toContain(fix);
    expect(`${first?.message} ${first?.fix}`).not.toMatch(/implicit|block|flow|scalar|token|collection|node\b/i);
  },
);

it("the reader of long lists and that of whole texts tell the same slips", () => {
  const piece = fc.constantFrom(
    ..."cars:|\n  - AB1|\n  CD2|\n\t- EF3|\n   - GH4|\n  - 'IJ5|\n  - [K6|\nmode:x|\n  -L7|: |, |}|note:y".split("|"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, isLong) => {
      const long = isLong ? `cars:\n${"  - AB12345\n".repeat(40)}` : "";
      const text = `${GLOBAL}${long}${pieces.join("")}\n`;
      expect(diagnosticsOf(parseFleet(text, "f"))).toEqual(diagnosticsOf(parseFleetWhole(text, "f")));
    }),
    { numRuns: cases(2000) },
  );
});
