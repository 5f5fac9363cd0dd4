import { expect, it } from "vitest";
import { type ChaosProfile, chaosProfiles, startSandbox } from "../../src/sandbox/index.ts";
import { type Visitor, visit, visitorOf } from "./visitor.ts";

const calm = profile("none");
const add = [{ licenseNumber: "AB1" }];

it("chaos is the same for the same seed, request by request", async () => {
  const wild: ChaosProfile = { ...profile("hostile"), latency: [0, 0], drip: 0 };
  const runs = await Promise.all([1, 1, 2].map((seed) => statuses(wild, seed)));
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]).not.toEqual(runs[2]);
  expect(new Set(runs[0]).size).toBeGreaterThan(3);
});

it.each([
  ["reset: nothing", { reset: 1 }, []],
  ["lost: everything", { lost: 1 }, ["AB1"]],
])("F2: chaos %s is done and no answer comes", async (_, chaos, plates) => {
  const { sandbox, send } = await loggedIn({ ...calm, ...chaos });
  await expect(send("POST", "/api/cars", add)).rejects.toThrow();
  expect(sandbox.model.plates("global")).toEqual(plates);
  expect(sandbox.requests.at(-1)).toMatchObject({ method: "POST", status: 0 });
});

it("F11: chaos unavailable: 500 or 503, half of them after everything is done", async () => {
  const { sandbox, send } = await loggedIn({ ...calm, unavailable: 1 });
  const seen = new Set<string>();
  for (let at = 0; at < 40; at += 1) {
    const { status } = await send("POST", "/api/cars", [{ licenseNumber: `P${at}` }]);
    seen.add(`${status} ${sandbox.model.plates("global").includes(`P${at}`) ? "done" : "not done"}`);
  }
  expect(seen).toEqual(new Set(["500 done", "500 not done", "503 done", "503 not done"]));
});

it("F10: chaos too many: 429 with Retry-After, nothing done", async () => {
  const { sandbox, send } = await loggedIn({ ...calm, tooMany: 1 });
  const reply = await send("POST", "/api/cars", add);
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(sandbox.model.plates("global")).toEqual([]);
});

it("F6: chaos cut: the body ends in the middle", async () => {
  const { get } = await loggedIn({ ...calm, cut: 1 });
  await expect(get("/api/cars")).rejects.toThrow();
});

it("F5: chaos drip: the body comes whole, in pieces", async () => {
  const { get } = await loggedIn({ ...calm, drip: 1 });
  expect((await get("/api/cars")).body).toMatchObject({ content: [] });
});

it("chaos failing cars: those named were not added, the others were", async () => {
  const { sandbox, send } = await loggedIn({ ...calm, failingCars: 0.5 });
  const cars = Array.from({ length: 20 }, (_, at) => ({ licenseNumber: `P${at}` }));
  const reply = await send("POST", "/api/cars", cars);
  const added = sandbox.model.plates("global");
  const failures = cars.filter(({ licenseNumber }) => !added.includes(licenseNumber));
  expect(failures.length).toBeGreaterThan(0);
  expect(added.length).toBeGreaterThan(0);
  expect([reply.status, reply.body]).toEqual([207, { failures: failures.map((car) => expect.objectContaining(car)) }]);
});

function profile(name: string): ChaosProfile {
  const found = chaosProfiles.get(name);
  if (!found) throw new Error(`no profile ${name}`);
  return found;
}

/** A visitor whose first request, the login, went well in spite of the profile. */
async function loggedIn(chaos: ChaosProfile): Promise<Visitor> {
  const fate = { ...calm };
  const visitor = await visit({ start: {}, chaos: fate });
  Object.assign(fate, chaos);
  return visitor;
}

async function statuses(chaos: ChaosProfile, seed: number): Promise<(number | string)[]> {
  const sandbox = await startSandbox({ mode: "global", seed, chaos, start: {} });
  const { get } = visitorOf(sandbox);
  const seen: (number | string)[] = [];
  for (let at = 0; at < 40; at += 1) {
    seen.push(
      await get("/api/cars").then(
        ({ status }) => status,
        () => "no answer",
      ),
    );
  }
  await sandbox.close();
  return seen;
}
