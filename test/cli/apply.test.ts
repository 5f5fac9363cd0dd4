import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { accountPlace, expectEnd, expectRefusal, globalFleet, place, plates, writesTo } from "./harness.ts";

const live = (...cars: readonly string[]) => ({ mode: "global", start: { cars: [...cars] } }) as const;

it("apply brings the list to the file, verified, and the next plan is empty (V7)", async () => {
  const here = await place(live("AB1", "OLD1", "OLD2"));
  here.write("fleet.yaml", globalFleet(["AB1", "CD2", "1E51234"]));
  const applied = await here.run("apply", "--auto-approve", "--report", "report.json");
  expectEnd(applied, 0, { stdout: "4 verified" });
  expect(applied.stderr).toContain("Plan: 2 to add, 0 to update, 2 to delete");
  expect([...here.sandbox.model.plates("global")].sort()).toEqual(["1E51234", "AB1", "CD2"]);
  expect(JSON.parse(here.read("report.json"))).toMatchObject({
    kind: "platectl/report",
    counts: { verified: 4, acknowledged: 0, rejected: 0, unknown: 0, notSent: 0 },
    exitCode: 0,
    complete: true,
  });
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
  const before = writesTo(here.sandbox).length;
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  expect(writesTo(here.sandbox)).toHaveLength(before);
});

it("apply --all names every car, the verified ones in its report too, and of a long list all of the plan", async () => {
  const here = await place(live("AB1"));
  here.write("fleet.yaml", globalFleet(["AB1", ...plates("NEW", 30)], "policy: { maxAdds: { always: 30 } }\n"));
  const { code, stdout, stderr } = await here.run("apply", "--auto-approve", "--all");
  expect({ code, cars: stdout.match(/^ {2}verified {2}\+ NEW\d+$/gm)?.length }).toEqual({ code: 0, cars: 30 });
  expect(stderr.match(/^ {2}\+ NEW\d+ /gm)).toHaveLength(30);
});

it("apply names every car of a 207 and ends with 9, in text and JSON, which stands alone on stdout (G1, J4)", async () => {
  const here = await place(live("AB1"));
  here.write("fleet.yaml", globalFleet(["AB1", "GOOD1", "REJECT1"]));
  const { code, stdout } = await here.run("apply", "--auto-approve");
  expect({ code, stdout }).toEqual({ code: 9, stdout: expect.stringMatching(/REJECT1\n.*refused by the sandbox/) });
  const again = await here.run("apply", "--auto-approve", "--json");
  expect(again.code).toBe(9);
  expect(JSON.parse(again.stdout)).toMatchObject({
    scopes: [
      { results: [{ licenseNumber: "REJECT1", outcome: "rejected", error: expect.stringContaining("refused") }] },
    ],
    exitCode: 9,
  });
});

it("apply applies accounts side by side and reports each", async () => {
  const here = await accountPlace(
    { "1": ["OLD1"], "9223372036854775807": [] },
    { "1": ["AB1"], "9223372036854775807": ["CD2"] },
  );
  const { code, stdout } = await here.run("apply", "--auto-approve", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).scopes).toMatchObject([
    { scope: "account:1", counts: { verified: 2 } },
    { scope: "account:9223372036854775807", counts: { verified: 1 } },
  ]);
});

describe("apply refuses, having written nothing (V8)", () => {
  it("apply refuses with 3 without a terminal, a plan or --auto-approve, having contacted nothing", async () => {
    const here = await place(live("AB1"));
    here.write("fleet.yaml", globalFleet(["AB1"]));
    expectRefusal(await here.run("apply"), 3, /--auto-approve/, here.sandbox);
    expect(here.sandbox.requests).toEqual([]);
  });

  it("apply refuses with 4 when too much would be deleted, and names the exact override, which then works", async () => {
    const here = await place(live(...plates("AB", 40)));
    here.write("fleet.yaml", globalFleet(plates("AB", 20)));
    const refused = await here.run("apply", "--auto-approve");
    expectRefusal(refused, 4, /--allow-deletes=20/, here.sandbox);
    expectRefusal(
      await here.run("apply", "--auto-approve", "--allow-deletes=19"),
      4,
      /--allow-deletes=20/,
      here.sandbox,
    );
    expect((await here.run("apply", "--auto-approve", "--allow-deletes=20")).code).toBe(0);
  });

  it("apply refuses with 4 when the file is empty and the list is not, whatever is allowed (A7)", async () => {
    const here = await place(live("AB1"));
    here.write("fleet.yaml", globalFleet([]));
    expectRefusal(await here.run("apply", "--auto-approve", "--allow-deletes=9"), 4, /allowEmpty/, here.sandbox);
  });

  it("apply refuses with 8 while another run holds the lock", async () => {
    const here = await place(live("AB1"));
    here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
    const holder = {
      id: "0123456789ab",
      user: "ann",
      host: "elsewhere",
      pid: 4711,
      command: "platectl apply",
      at: "2026-01-02T03:04:05.000Z",
    };
    here.write(".platectl/state.jsonl.lock", `${JSON.stringify(holder)}\n`);
    const ended = await here.run("apply", "--auto-approve");
    expectRefusal(ended, 8, /locked by ann on elsewhere[\s\S]*platectl state unlock 0123456789ab/, here.sandbox);
    expect(here.sandbox.requests).toEqual([]);
  });

  it("apply refuses with 3 when the state cannot be written (H3)", async () => {
    const here = await place(live("AB1"), { PLATECTL_STATE: "file:/proc/state.jsonl" });
    here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
    expectRefusal(await here.run("apply", "--auto-approve"), 3, /\/proc\/state\.jsonl/, here.sandbox);
  });
});

it("apply prints the whole report on stderr, and ends with 11, when the report cannot be delivered", async () => {
  const here = await place(live("AB1"));
  here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
  mkdirSync(`${here.folder}/taken`);
  const { code, stderr } = await here.run("apply", "--auto-approve", "--report", "taken");
  expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining('"licenseNumber": "CD2"') });
  expect(here.sandbox.model.plates("global")).toContain("CD2");
});
