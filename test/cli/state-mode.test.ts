import { describe, expect, it } from "vitest";
import { accountFleet, globalFleet, loseAnswersOf, type Place, place, plates } from "./harness.ts";

/** An account whose cars can be added and deleted, and not listed. */
function listless(cars: readonly string[] = []): Promise<Place> {
  return place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: [...cars] }, { baId: "4712" }] },
    behaviour: { accountCars: 404 },
  });
}

describe("an account without a list (D16)", () => {
  it("an account without a list is known from the state: acknowledged, then no changes, then deletes of its own cars alone", async () => {
    const here = await listless(["STRANGER"]);
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"], "4712": [] }));
    const first = await here.run("plan");
    expect(first.stdout).toMatch(/account 4711[\s\S]*unknown/);
    const applied = await here.run("apply", "--auto-approve");
    expect({ code: applied.code, stdout: applied.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("2 acknowledged"),
    });
    const second = await here.run("plan", "--exit-code", "--account", "4711");
    expect({ code: second.code, stdout: second.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/state[\s\S]*Nothing to send\. Which other cars[\s\S]*state adopt --account 4711/),
    });

    here.write("fleet.yaml", accountFleet({ "4711": ["AB1"], "4712": [] }));
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(here.sandbox.model.plates("account:4711")).toEqual(["STRANGER", "AB1"].sort());
  });

  it("an account without a list asks in each run whether there is a list by now", async () => {
    const here = await listless();
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }));
    await here.run("apply", "--auto-approve");
    const before = here.sandbox.requests.length;
    await here.run("plan");
    const paths = here.sandbox.requests.slice(before).map(({ path }) => path);
    expect(paths).toContain("/api/billing-accounts/4711/cars");
  });

  it("an account without a list is reported as unknown as long as the state knows none of its cars", async () => {
    const here = await place({
      mode: "billing-account",
      start: { accounts: [{ baId: "4711", cars: ["AB1"] }] },
      behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" },
    });
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }));
    expect((await here.run("doctor", "--account", "4711", "--write", "DOCTOR1", "--auto-approve")).code).toBe(0);
    const { stdout } = await here.run("plan");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "account 4711 — unknown: the list cannot be read and the state knows none of its cars",
    );
    expect(stdout).not.toContain("0 cars");
  });

  it("an account without a list reports lost replies as unknown (10), and the next run resolves them (F2)", async () => {
    const here = await listless();
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"] }));
    const lossy = await loseAnswersOf(here.sandbox.url);
    const lost = await here.run("apply", "--auto-approve", "--json", "--base-url", lossy);
    expect(lost.code).toBe(10);
    expect(JSON.parse(lost.stdout)).toMatchObject({ counts: { unknown: 2 }, exitCode: 10 });
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(here.sandbox.model.plates("account:4711")).toEqual(["AB1", "CD2"]);
  });

  it("fleet cars of an account without a list never count as listed", async () => {
    const here = await place({
      mode: "billing-account",
      start: { accounts: [{ baId: "4711", cars: ["AB1"] }], fleet: [{ licenseNumber: "AB1" }] },
      behaviour: { accountCars: 404 },
    });
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"] }));
    const { stdout } = await here.run("plan");
    expect(stdout).toContain("Plan: 2 to add, 0 to update, 0 to delete, 0 unchanged, 0 kept.");
  });
});

describe("kill -9 (H1)", () => {
  it.each([["with a list", "offered"] as const, ["without a list", 404] as const])(
    "the run after kill -9 converges, %s",
    async (_, accountCars) => {
      const cars = plates("AB", 60);
      const here = await place({
        mode: "billing-account",
        start: { accounts: [{ baId: "4711" }] },
        behaviour: { accountCars },
        chaos: { latency: [5, 10], reset: 0, lost: 0, unavailable: 0, tooMany: 0, drip: 0, cut: 0, failingCars: 0 },
      });
      here.write("fleet.yaml", accountFleet({ "4711": cars }, "interface: { batchSize: 2 }\n"));
      const { child, ended } = here.start("apply", "--auto-approve", "--allow-adds=60");
      await here.answered("POST", 10);
      child.kill("SIGKILL");
      expect((await ended).code).toBe(null);
      const halfway = here.sandbox.model.plates("account:4711").length;
      expect(halfway).toBeGreaterThan(0);
      expect(halfway).toBeLessThan(cars.length);

      expect((await here.run("apply", "--auto-approve", "--allow-adds=60")).code).toBe(0);
      expect([...here.sandbox.model.plates("account:4711")].sort()).toEqual(cars);
      expect((await here.run("plan", "--exit-code")).code).toBe(0);
    },
  );

  it("a killed run does not block the lock: a dead holder is taken over (I1)", async () => {
    const here = await place({ mode: "global", start: {} });
    here.write("fleet.yaml", globalFleet(["AB1"]));
    const { child, ended } = here.start("apply", "--auto-approve");
    await here.answered("POST", 1);
    child.kill("SIGKILL");
    await ended;
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  });
});

describe("a run for some accounts", () => {
  it("a run for some accounts keeps a car that moves to an account that it leaves out, and warns of it", async () => {
    const here = await place({
      mode: "billing-account",
      start: { accounts: [{ baId: "4711", cars: ["MV1", "AB1"] }, { baId: "4712" }] },
    });
    here.write("fleet.yaml", accountFleet({ "4711": ["AB1"], "4712": ["MV1"] }));
    const planned = await here.run("plan", "--account", "4711", "--json");
    const { warnings, scopes } = JSON.parse(planned.stdout);
    expect(warnings).toEqual([expect.objectContaining({ code: "half-move" })]);
    expect(scopes[0].changes).toEqual([]);
    expect(scopes[0].kept).toEqual([{ licenseNumber: "MV1", reason: "waits until it is on the list of account:4712" }]);
    expect(JSON.parse((await here.run("plan", "--json")).stdout).warnings).toEqual([]);
  });
});
