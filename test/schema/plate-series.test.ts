import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

it("plates that match no series are named up to the thousandth; one warning says how many more there are", () => {
  const plates = Array.from({ length: 1036 }, (_, at) => `  - AB1${1000 + at}S\n`);
  const text = `${GLOBAL}defaults: { country: DK }\ncars:\n${plates.join("")}`;
  const warnings = diagnosticsOf(parseFleet(text, "fleet.yaml"));
  expect(warnings).toHaveLength(1001);
  const message = "36 more warnings of the kind `plate-series` are not shown.";
  expect(warnings[1000]).toMatchObject({ code: "too-many-problems", message });
});
