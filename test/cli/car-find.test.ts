import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  accountFleet,
  accountPlace,
  commit,
  expectEnd,
  git,
  globalFleet,
  inFrontOf,
  type Place,
  place,
  placeWith,
  writesTo,
} from "./harness.ts";

const DAY = /\d{4}-\d\d-\d\dT[\d:.]+Z/.source;

async function applied(): Promise<Place> {
  const here = await place({ mode: "global", start: { cars: ["OTHER 9"] } });
  const car = "  - { licenseNumber: AX-100, features: [LEASING], validUntil: 2099-01-31, note: pool car }\n";
  here.write(
    "fleet.yaml",
    `version: 1\nmode: global\ncars:\n${car}  - BX200\nabsent:\n  - { licenseNumber: SX1, reason: sold }\npolicy: { prune: none }\n`,
  );
  git(here, "init", "-q");
  commit(here, "Lease a car");
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  return here;
}

it("car find says whether a plate is on the list now, as what, since when, where it is written and why", async () => {
  const here = await applied();
  const writes = writesTo(here.sandbox).length;
  const { code, stdout, stderr } = await here.run("car", "find", "ax 100");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "ax 100 (compared as AX100)",
    expect.stringMatching(`^On the list now: yes, as AX-100, with LEASING, since ${DAY}$`),
    "In the fleet files: fleet.yaml:4:5, as AX-100, with LEASING, until 2099-01-31, pool car",
    expect.stringMatching(/^Last edit: \S+ by a: Lease a car \(gained in fleet\.yaml, commit [0-9a-f]{12}\)$/),
    expect.stringMatching(`^Last sent: ${DAY} add verified, by .+`),
    "",
  ]);
  expect(writesTo(here.sandbox)).toHaveLength(writes);
});

it("car find says since when a car is on the list, not when its features changed", async () => {
  const here = await applied();
  const since = async () => /, since (\S+)$/m.exec((await here.run("car", "find", "AX100")).stdout)?.[1];
  const before = await since();
  here.write("fleet.yaml", here.read("fleet.yaml").replace("features: [LEASING], ", ""));
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  expect(await since()).toBe(before);
  expect((await here.run("car", "find", "AX100")).stdout).toMatch(/^Last sent: /m);
});

it("car find says acknowledged of a run that was killed before it had read the list back", async () => {
  const here = await applied();
  const journal = join(here.folder, ".platectl", "state.jsonl");
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  // The end of the run is the last line.
  writeFileSync(journal, `${lines.slice(0, -1).join("\n")}\n`);
  const { stdout } = await here.run("car", "find", "AX100");
  expect(stdout).toMatch(/^Last sent: \S+Z add acknowledged, by /m);
});

it("car find tells a car that others put on the list, one that must not be there, and one that is nowhere", async () => {
  const here = await applied();
  const other = await here.run("car", "find", "other9");
  expect(other.stdout).toContain("On the list now: yes, as OTHER 9\nIn the fleet files: no\nLast sent: never\n");
  const sold = await here.run("car", "find", "SX-1");
  expect(sold.stdout).toContain("On the list now: no\nMust not be on the list: fleet.yaml:7:5, as SX1, sold\n");
  const slip = await here.run("car", "find", "BX20");
  expect(slip).toMatchObject({ code: 0 });
  expect(slip.stdout).toContain("On the list now: no\nIn the fleet files: no\nDid you mean BX200 (fleet.yaml:5:5)?\n");
});

it("car find needs no server, and says that the list was not read", async () => {
  const here = await placeWith(globalFleet(["AX100"]), {}, { env: { PLATECTL_BASE_URL: "" } });
  const ended = await here.run("car", "find", "AX100");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toContain(
    "On the list now: not read: PLATECTL_BASE_URL names no server\nIn the fleet files: fleet.yaml:4:5, as AX100\n",
  );
  expect(here.sandbox.requests).toEqual([]);
});

it("car find ends with 6 when the list cannot be read, after what is known without it", async () => {
  const here = await applied();
  const url = await inFrontOf(here.sandbox.url, ({ url: path = "" }) =>
    path.startsWith("/api/cars") ? 404 : undefined,
  );
  const ended = await here.run("car", "find", "AX100", "--base-url", url);
  expect(ended.code).toBe(6);
  expect(ended.stdout).toMatch(/^On the list now: could not be read: .*\nIn the fleet files: fleet\.yaml:4:5/m);
});

it("car find names each account whose list has the car, and takes the state's word where there is no list", async () => {
  const accounts = [
    { baId: "4711", cars: ["AX100"] },
    { baId: "4712", cars: [] },
    { baId: "4713", cars: ["AX 100"] },
  ];
  const listed = await placeWith(accountFleet({ "4711": ["AX100"], "4712": [], "4713": [] }), { accounts });
  const { stdout } = await listed.run("car", "find", "AX100");
  expect(stdout).toContain(
    "On the lists now:\n  account:4711: yes, as AX100\n  account:4713: yes, as AX 100\nIn the fleet files: fleet.yaml:5:12 (account:4711), as AX100\n",
  );
  const without = await listed.run("car", "find", "AX100", "--account", "4712");
  expect(without.stdout).toContain("On the list now: no\n");
  const blind = await accountPlace({ "4711": [] }, { "4711": ["AX100"] }, "interface: { accountList: false }\n");
  expect((await blind.run("car", "find", "AX100")).stdout).toContain("On the list now: account:4711: not known\n");
  expect((await blind.run("apply", "--auto-approve")).code).toBe(0);
  expect((await blind.run("car", "find", "AX100")).stdout).toMatch(
    /^On the list now: account:4711: yes, by the state \(the list cannot be read\), as AX100, since /m,
  );
});

it("car find refuses what is not a plate", async () => {
  const here = await place({ mode: "global", start: {} });
  expectEnd(await here.run("car", "find", "B*1"), 3, { stderr: "is not a plate" });
});
