import { expect, it } from "vitest";
import { globalFleet, place } from "./harness.ts";

const world = { mode: "global", start: { cars: ["AB12345"] } } as const;
const PLATES = ["AB12345", "AB1234S", "PKL 38000"];
const DANISH = globalFleet(PLATES, "defaults: { country: DK }\n");

it("plates that match no series of the declared country are warnings of `plan`, whose changes are the same without the country", async () => {
  const here = await place(world);
  const documents = [];
  for (const fleet of [DANISH, globalFleet(PLATES)]) {
    here.write("fleet.yaml", fleet);
    const { code, stdout } = await here.run("plan", "--json");
    expect(code).toBe(0);
    documents.push(JSON.parse(stdout));
  }
  const [withCountry, without] = documents;
  expect(withCountry.warnings).toEqual([
    {
      code: "plate-series",
      licenseNumber: "AB1234S",
      scope: "global",
      message: "`AB1234S` does not match any Danish series. Did you mean `AB12345`?",
      source: expect.stringMatching(/^fleet\.yaml:\d+:5$/),
    },
    {
      code: "foreign-plates",
      message: "1 plate looks foreign, not Danish (possibly PL 1): `PKL 38000`.",
      source: expect.stringMatching(/^fleet\.yaml:\d+:5$/),
    },
  ]);
  expect(without.warnings).toEqual([]);
  const changesOf = (document: { scopes: { changes: { action: string; licenseNumber: string }[] }[] }) =>
    document.scopes.flatMap(({ changes }) => changes.map(({ action, licenseNumber }) => [action, licenseNumber]));
  expect(changesOf(withCountry)).toEqual(changesOf(without));
});
