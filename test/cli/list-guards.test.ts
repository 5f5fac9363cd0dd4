import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, type Place, place, plates, writesTo } from "./harness.ts";

const CARS = plates("AB", 60);
const YES = "--auto-approve";
/** 25 hours apart, so that the second one's day is a later one at any time. */
const [WEST, EAST] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
const OPEN = "policy: { maxDeletes: { percent: 100, always: 999 }, maxAdds: { percent: 100, always: 999 } }\n";

/** A folder that is a repository with a remote beside it, where `git:state@origin` can be. */
async function repository(accounts?: readonly string[]): Promise<Place> {
  const here = await place(
    accounts
      ? { mode: "billing-account", start: { accounts: accounts.map((baId) => ({ baId })) } }
      : { mode: "global", start: {} },
  );
  git(here, "init", "-q", "--bare", join(here.folder, "remote.git"));
  git(here, "init", "-q");
  git(here, "remote", "add", "origin", join(here.folder, "remote.git"));
  return here;
}

const csv = (some: readonly string[]) => `plate\n${some.map((plate) => `${plate}\n`).join("")}`;
const fleet = (keys: string, timeZone = "UTC") =>
  `version: 1\nmode: global\ntimeZone: ${timeZone}\n${OPEN}carsFrom: [{ file: export/a.csv, column: plate, ${keys} }]\n`;
const live = (here: Place) => [...here.sandbox.model.plates("global")].sort();

/** Applies all cars once, with the state on a branch of the remote. */
async function appliedOnce(keys: string): Promise<Place> {
  const here = await repository();
  here.write("fleet.yaml", fleet(keys, WEST));
  here.write("export/a.csv", csv(CARS));
  expect(await here.run("apply", YES, "--state", "git:state@origin")).toMatchObject({ code: 0 });
  return here;
}

const STATE = ["--state", "git:state@origin"] as const;

it("maxShrink stops a list that was cut off, names what it saw, and --allow-shrink lets so many rows pass", async () => {
  const here = await appliedOnce("maxShrink: 10%");
  here.write("export/a.csv", csv(CARS.slice(0, 50)));
  const before = writesTo(here.sandbox).length;
  const planned = await here.run("plan", "--exit-code", ...STATE);
  expect(planned).toMatchObject({ code: 4, stdout: expect.stringContaining("--allow-shrink=10") });
  const stopped = await here.run("apply", YES, ...STATE);
  expect(stopped.code).toBe(4);
  expect(stopped.stderr.replaceAll(/\s+/g, " ")).toContain(
    "export/a.csv had 60 cars when it was last applied and has 50 now; it may lose 6 (maxShrink)",
  );
  expect((await here.run("apply", YES, ...STATE, "--allow-shrink=9")).code).toBe(4);
  expect(writesTo(here.sandbox)).toHaveLength(before);
  expect((await here.run("apply", YES, ...STATE, "--allow-shrink=10")).code).toBe(0);
  expect(live(here)).toEqual(CARS.slice(0, 50));
});

it("maxShrink stops a list of which `skip` leaves out many more rows than before, though as many cars came", async () => {
  const here = await appliedOnce("maxShrink: 10%, skip: [bestellt]");
  const list = (cars: readonly string[], ordered: number) =>
    here.write("export/a.csv", csv([...cars, ...Array.from({ length: ordered }, () => "Bestellt")]));
  list(CARS, 5);
  expect(await here.run("apply", YES, ...STATE)).toMatchObject({ code: 0 });
  list([...CARS.slice(0, 53), ...plates("CD", 7)], 12);
  const stopped = await here.run("plan", "--exit-code", ...STATE);
  expect(stopped).toMatchObject({ code: 4, stdout: expect.stringContaining("--allow-shrink=7") });
  expect(stopped.stdout.replaceAll(/\s+/g, " ")).toContain(
    "the skip of export/a.csv left out 5 rows when it was last applied and leaves out 12 now; it may leave out 6 more (maxShrink)",
  );
  expect((await here.run("apply", YES, ...STATE, "--allow-shrink=7")).code).toBe(0);
  list(CARS, 12);
  expect((await here.run("plan", ...STATE, "--exit-code")).code).toBe(2);
});

describe("guards of a list file with the rows of several accounts, in runs over some of them", () => {
  const ACCOUNTS = ["4711", "4712", "4713", "4714"];
  const HALVES = [ACCOUNTS.slice(0, 2), ACCOUNTS.slice(2)];
  const rows = ACCOUNTS.flatMap((baId) => plates(`A${baId}X`, 10).map((plate) => `${plate},${baId}\n`));
  const write = (here: Place, some: readonly string[], keys: string, timeZone = WEST) => {
    here.write("all.csv", `plate,account\n${some.join("")}`);
    const accounts = ACCOUNTS.map((baId) => `  - baId: ${baId}\n`).join("");
    here.write(
      "fleet.yaml",
      `version: 1\nmode: billing-account\ntimeZone: ${timeZone}\n${OPEN}carsFrom: [{ file: all.csv, column: plate, account: account, ${keys} }]\naccounts:\n${accounts}`,
    );
  };
  const apply = async (here: Place, ...more: readonly string[]) => {
    const runs: { readonly code: number | null; readonly stderr: string }[] = [];
    for (const [at, half] of HALVES.entries()) {
      const chosen = half.flatMap((baId) => ["--account", baId]);
      runs.push(await here.run("apply", YES, ...chosen, "--state", `git:state-${at}@origin`, ...more));
    }
    return runs;
  };
  const count = (here: Place) =>
    ACCOUNTS.reduce((sum, baId) => sum + here.sandbox.model.plates(`account:${baId}`).length, 0);

  it("each run keeps what vanished from its own accounts, and deletes it on a later day", async () => {
    const here = await repository(ACCOUNTS);
    write(here, rows, "grace: 1d");
    expect((await apply(here)).map(({ code }) => code)).toEqual([0, 0]);
    expect(count(here)).toBe(40);
    const cut = rows.filter((row) => !/0010,/.test(row));
    write(here, cut, "grace: 1d");
    const runs = await apply(here);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const said = runs.map(({ stderr }) => stderr).join("");
    for (const baId of ACCOUNTS) expect(said).toContain(`account:${baId}: 1 car has vanished from \`all.csv\` since`);
    expect(count(here)).toBe(40);
    write(here, cut, "grace: 1d", EAST);
    expect((await apply(here)).map(({ code }) => code)).toEqual([0, 0]);
    expect(count(here)).toBe(36);
  });
});
