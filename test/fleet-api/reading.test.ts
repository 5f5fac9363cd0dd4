import nock from "nock";
import { expect, it } from "vitest";
import { clientCases } from "./cases.ts";
import { answers, interceptAllHttp } from "./mocked-http.ts";
import { BASE, clientFor, json, page } from "./support.ts";

interceptAllHttp();
clientCases(import.meta.url);

it("every read keeps a base path", async () => {
  answers("POST /auth/v1", 200, json({ idToken: "t", validUntilDate: "2027-01-01T00:00:00Z" }));
  nock(BASE)
    .get("/fleet/v2/api/cars")
    .query(true)
    .reply(200, ...json(page([])));
  const api = clientFor(BASE, { baseUrl: new URL(`${BASE}/fleet/v2`) });
  await expect(api.reader.carPage("global", { number: 0, size: 1000 })).resolves.toMatchObject({ items: [] });
});
