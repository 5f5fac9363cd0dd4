import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

it("plates that match no series are named up to the thousandth; one warning says where the others begin, and how many they are", () => {
  const plates = Array.from({ length: 1036 }, (_, at) => `  - AB1${1000 + at}S\n`);
  const text = `${GLOBAL}defaults: { country: DK }\ncars:\n${plates.join("")}`;
  const warnings = diagnosticsOf(parseFleet(text, "fleet.yaml"));
  expect(warnings).toHaveLength(1000);
  expect(warnings[999]).toMatchObject({
    code: "plate-series",
    message: "37 more plates, from here on, match no series of their country.",
    source: { line: 1004, column: 5 },
  });
});
