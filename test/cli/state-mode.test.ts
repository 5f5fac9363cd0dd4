import { describe, expect, it } from "vitest";
import { accountFleet, expectEnd, globalPlace, type Place, place, placeWith } from "./harness.ts";

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
    expectEnd(applied, 0, { stdout: "2 acknowledged" });
    const second = await here.run("plan", "--exit-code", "--account", "4711");
    expectEnd(second, 0, { stdout: /state[\s\S]*Nothing to send\. Which other cars[\s\S]*state adopt --account 4711/ });

    here.write("fleet.yaml", accountFleet({ "4711": ["AB1"], "4712": [] }));
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(here.sandbox.model.plates("account:4711")).toEqual(["STRANGER", "AB1"].sort());
  });

  it("an account without a list is reported as unknown as long as the state knows none of its cars", async () => {
    const here = await placeWith(
      accountFleet({ "4711": ["AB1"] }),
      { accounts: [{ baId: "4711", cars: ["AB1"] }] },
      { behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" } },
    );
    expect((await here.run("doctor", "--account", "4711", "--write", "DOCTOR1", "--auto-approve")).code).toBe(0);
    const { stdout } = await here.run("plan");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "account 4711 — unknown: the list cannot be read and the state knows none of its cars",
    );
    expect(stdout).not.toContain("0 cars");
  });
});

describe("kill -9 (H1)", () => {
  it("a killed run does not block the lock: a dead holder is taken over (I1)", async () => {
    const here = await globalPlace([], ["AB1"]);
    const { child, ended } = here.start("apply", "--auto-approve");
    await here.answered("POST", 1);
    child.kill("SIGKILL");
    await ended;
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  });
});
