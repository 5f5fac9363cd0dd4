import nock from "nock";
import { expect, it } from "vitest";
import { clientCases } from "./cases.ts";
import { answers, interceptAllHttp, login } from "./mocked-http.ts";
import { BASE, clientFor, fakeClock, json, page } from "./support.ts";

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

it("the request that waits for an answer leaves before the rows of that answer are read", async () => {
  const events: string[] = [];
  let onAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  login();
  nock(BASE)
    .get("/api/cars")
    .query(true)
    .twice()
    .reply((uri) => {
      const number = Number(new URL(uri, BASE).searchParams.get("page"));
      if (events.push(`asked ${number}`) === 2) onAsked();
      return [200, ...json(page([], { number }))];
    });
  const { reader } = clientFor(BASE, { concurrency: 1, clock: { ...fakeClock(), turn: () => asked } });
  const read = (number: number) => reader.carPage("global", { number, size: 1000 }).then(() => events.push("read"));
  await Promise.all([read(0), read(1)]);
  expect(events).toEqual(["asked 0", "asked 1", "read", "read"]);
});
