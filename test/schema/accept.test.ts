import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

const many = Array.from({ length: 1500 }, (_, at) => `A+${at}`);
const warningsIn = (head: string, cars: readonly string[]) =>
  diagnosticsOf(parseFleet(`${GLOBAL}${head}cars: [${cars.map((one) => `"${one}"`).join(", ")}]\n`, "fleet.yaml"));

it("a kind of warning of which there are thousands hides no other kind, and says how many more there are", () => {
  const codes = warningsIn("defaults: { country: DK }\n", [...many, "AB1234S"]).map(({ code }) => code);
  expect(codes.filter((code) => code === "unusual-plate")).toHaveLength(1000);
  expect(codes).toContain("plate-series");
  const left = warningsIn("", [...many, "ΑB1"]);
  expect(left.map(({ code }) => code)).toContain("lookalike-letters");
  expect(left.at(-1)?.message).toBe("500 more warnings of the kind `unusual-plate` are not shown.");
});

it("accepted warnings hide none that are not accepted, and what is left of them is accepted as well", () => {
  const entries = many
    .slice(0, 1200)
    .map((plate) => `{ warning: unusual-plate, licenseNumber: "${plate}", reason: seen }`);
  const warnings = warningsIn(`policy: { accept: [${entries.join(", ")}] }\n`, many);
  expect(warnings.filter(({ accepted }) => !accepted).map(({ code }) => code)).toEqual(
    Array.from({ length: 300 }, () => "unusual-plate"),
  );
  expect(warnings.at(-1)).toMatchObject({
    message: "200 more warnings of the kind `unusual-plate` are not shown.",
    accepted: { reason: "seen" },
  });
});
