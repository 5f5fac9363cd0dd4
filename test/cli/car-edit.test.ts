import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accountFleet, expectEnd, globalFleet, type Place, place } from "./harness.ts";

const offline = { mode: "global", start: {} } as const;
const FLEET = `version: 1 # one list
mode: global
cars:
  - BX200 # pool
  # - AX100 is sold
  - AX300
carsFrom:
  - file: cars/pool.txt
  - { file: cars/lease.csv, column: plate }
`;
const POOL = "# pool cars\r\nPO100\r\nPO200 # van\r\n";
const LEASE = "plate;driver\nLE100;x\n";

async function fleet(text = FLEET): Promise<Place> {
  const here = await place(offline);
  here.write("fleet.yaml", text);
  here.write("cars/pool.txt", POOL);
  here.write("cars/lease.csv", LEASE);
  return here;
}

async function expectUnchanged(here: Place, ...args: readonly string[]): Promise<string> {
  const ended = await here.run(...args);
  expect(ended).toMatchObject({ code: 3, stdout: "" });
  expect(ended.stderr).toMatch(/Nothing was written\.|Nothing was contacted\./);
  expect([here.read("fleet.yaml"), here.read("cars/pool.txt"), here.read("cars/lease.csv")]).toEqual([
    FLEET,
    POOL,
    LEASE,
  ]);
  return ended.stderr;
}

it("car add writes the car into the fleet file, names its place and the next command, and contacts nothing", async () => {
  const here = await fleet();
  const ended = await here.run("car", "add", "CX 400", "--until", "2099-01-31", "--note", "hire car");
  expect(ended).toEqual({ code: 0, stdout: "fleet.yaml:7:5: added CX 400\nNext: platectl plan\n", stderr: "" });
  const line = "  - { licenseNumber: CX 400, validUntil: 2099-01-31, note: hire car }\n";
  expect(here.read("fleet.yaml")).toBe(FLEET.replace("  - AX300\n", `  - AX300\n${line}`));
  expect((await here.run("validate")).code).toBe(0);
  expect(here.sandbox.requests).toEqual([]);
  expect(readdirSync(here.folder).sort()).toEqual(["cars", "fleet.yaml"]);
});

it("car add changes nothing where the car is on the list already, in whatever spelling", async () => {
  const here = await fleet();
  for (const [plate, source] of [
    ["ax-300", "fleet.yaml:6:5: AX300"],
    ["po 100", "cars/pool.txt:2:1: PO100"],
    ["LE100", "cars/lease.csv:2:1: LE100"],
  ] as const) {
    const stdout = `${source}: already there. Nothing was changed.\n`;
    expect(await here.run("car", "add", plate)).toEqual({ code: 0, stdout, stderr: "" });
  }
  expect(here.read("fleet.yaml")).toBe(FLEET);
});

it("car add changes the days of a car that is there, but not its other values", async () => {
  const here = await fleet();
  const ended = await here.run("car", "add", "AX300", "--from", "2026-01-01", "--until", "2099-01-31");
  expect(ended.stdout).toBe("fleet.yaml:6:5: changed AX300\nNext: platectl plan\n");
  const written = "- { licenseNumber: AX300, validFrom: 2026-01-01, validUntil: 2099-01-31 }";
  expect(here.read("fleet.yaml")).toBe(FLEET.replace("- AX300", written));
  const other = await here.run("car", "add", "AX300", "--note", "x");
  expectEnd(other, 3, { stderr: /fleet\.yaml:6:5, with another value of note\./ });
  expect(here.read("fleet.yaml")).toContain(written);
});

it("car add writes into the list that --into names, one plate a line, with its line ends", async () => {
  const here = await fleet();
  expect(await here.run("car", "add", "PO300", "--into", "cars/pool.txt")).toMatchObject({ code: 0, stderr: "" });
  expect(here.read("cars/pool.txt")).toBe(`${POOL}PO300\r\n`);
  expect(here.read("fleet.yaml")).toBe(FLEET);
});

it("car add refuses a car that must not be on the list, and what would make the file invalid", async () => {
  const here = await place(offline);
  const text = `${globalFleet(["AX100"])}absent: [SX100]\n`;
  here.write("fleet.yaml", text);
  expectEnd(await here.run("car", "add", "sx-100"), 3, { stderr: "`absent` at fleet.yaml:5:10" });
  const backwards = await here.run("car", "add", "BX1", "--from", "2026-02-01", "--until", "2026-01-01");
  expectEnd(backwards, 3, { stderr: /is earlier[\s\S]*Nothing was written\./ });
  expect((await here.run("car", "add", "BX1", "--country", "ZZ")).code).toBe(3);
  expect((await here.run("car", "add", "B*1")).code).toBe(3);
  expect(here.read("fleet.yaml")).toBe(text);
});

it("car add asks for the account, and for the file where several would do", async () => {
  const here = await place(offline);
  here.write("fleet.yaml", accountFleet({ "4711": ["AX100"], "4712": [] }));
  const without = await here.run("car", "add", "BX1");
  expectEnd(without, 3, { stderr: "--account: the fleet files have 4711, 4712" });
  expect((await here.run("car", "add", "BX1", "--account", "4713")).stderr).toContain(
    "no fleet file declares this account",
  );
  expect(await here.run("car", "add", "BX1", "--account", "4712", "--json")).toMatchObject({ code: 0 });
  expect(here.read("fleet.yaml")).toContain("baId: 4712\n    cars:\n      - BX1\n");
  here.write("a.yaml", globalFleet(["AX100"]));
  here.write("b.yaml", "version: 1\nmode: global\ncars: [CX1]\n");
  const files = ["-f", "a.yaml", "-f", "b.yaml"];
  expect((await here.run("car", "add", "BX1", ...files)).stderr).toContain(
    "`a.yaml`, `b.yaml`. Name one of them with --into.",
  );
  expect((await here.run("car", "add", "BX1", ...files, "--into", "./b.yaml")).stdout).toContain(
    "Next: platectl plan -f a.yaml -f b.yaml",
  );
  expect(here.read("b.yaml")).toBe("version: 1\nmode: global\ncars: [CX1, BX1]\n");
});

it("car add keeps the byte order mark and the permissions, and follows a link inside the folder", async () => {
  const here = await place(offline);
  mkdirSync(join(here.folder, "lists"));
  const real = here.write("lists/real.yaml", `\ufeff${globalFleet(["KÜ100"])}`);
  chmodSync(real, 0o640);
  symlinkSync("lists/real.yaml", join(here.folder, "fleet.yaml"));
  mkdirSync(join(here.folder, ".git"));
  expect(await here.run("car", "add", "BX1")).toMatchObject({ code: 0, stderr: "" });
  expect(here.read("lists/real.yaml")).toBe(`\ufeff${globalFleet(["KÜ100", "BX1"])}`);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(here.folder, "fleet.yaml")).isSymbolicLink()).toBe(true);
});

it.skipIf(process.getuid?.() === 0)(
  "car add ends with 11 when the file cannot be written, and leaves it as it was",
  async () => {
    const here = await fleet();
    chmodSync(join(here.folder, "fleet.yaml"), 0o400);
    const ended = await here.run("car", "add", "BX1");
    expect(ended).toMatchObject({ code: 11, stderr: expect.stringContaining("fleet.yaml could not be written") });
    expect(here.read("fleet.yaml")).toBe(FLEET);
  },
);

it("car end writes the last day of a car beside its comment", async () => {
  const here = await fleet();
  const ended = await here.run("car", "end", "bx 200", "--on", "2099-01-31");
  expect(ended).toEqual({ code: 0, stdout: "fleet.yaml:4:5: changed BX200\nNext: platectl plan\n", stderr: "" });
  const written = "- { licenseNumber: BX200, validUntil: 2099-01-31 } # pool";
  expect(here.read("fleet.yaml")).toBe(FLEET.replace("- BX200 # pool", written));
  const again = await here.run("car", "end", "BX200", "--on", "2099-01-31");
  expectEnd(again, 0, { stdout: "already ends on 2099-01-31. Nothing was changed." });
});

it("car end names the place of a car that it cannot give a day, and what to do", async () => {
  const here = await fleet();
  const end = async (plate: string) => expectUnchanged(here, "car", "end", plate, "--on", "2099-01-31");
  expect(await end("PO100")).toMatch(/cars\/pool\.txt:2:1, a list of plates without days\. .*`platectl car add`/);
  expect(await end("LE100")).toMatch(/cars\/lease\.csv:2:1, a list that another system exports/);
  expect(await end("BX201")).toMatch(/BX201` is in no fleet file .*\nDid you mean `BX200` \(fleet\.yaml:4:5\)\?/);
});

it("car remove removes the line of the car from a fleet file or a list of plates", async () => {
  const here = await fleet();
  expect((await here.run("car", "remove", "bx200")).stdout).toBe(
    "fleet.yaml:4:5: removed BX200\nNext: platectl plan\n",
  );
  expect(here.read("fleet.yaml")).toBe(FLEET.replace("  - BX200 # pool\n", ""));
  expect((await here.run("car", "remove", "PO 200", "--json")).stdout).toBe(
    `${JSON.stringify({ kind: "platectl/car-edit", schemaVersion: 1, change: "removed", scope: "global", licenseNumber: "PO200", source: "cars/pool.txt:3:1" }, null, 2)}\n`,
  );
  expect(here.read("cars/pool.txt")).toBe("# pool cars\r\nPO100\r\n");
});

it("car remove refuses a car of an exported list, an unknown car, and one of a list that several accounts share", async () => {
  const here = await fleet();
  expect(await expectUnchanged(here, "car", "remove", "LE100")).toContain("Change it in that system");
  expect(await expectUnchanged(here, "car", "remove", "ZZ9")).not.toContain("Did you mean");
  const shared = "version: 1\nmode: billing-account\naccounts:\n";
  const item = (baId: number) => `  - { baId: ${baId}, carsFrom: [{ file: cars/pool.txt }] }\n`;
  here.write("fleet.yaml", `${shared}${item(1)}${item(2)}`);
  const ended = await here.run("car", "remove", "PO100", "--account", "1");
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining("account:1, account:2") });
  expect(here.read("cars/pool.txt")).toBe(POOL);
});

it("commands that edit a car need valid files, and change no invalid one", async () => {
  const here = await place(offline);
  const text = "version: 1\nmode: global\ncars: [&a AX100, *a]\n";
  here.write("fleet.yaml", text);
  const ended = await here.run("car", "add", "BX1");
  expectEnd(ended, 3, { stderr: /^fleet\.yaml:3:11: error: .*anchor[\s\S]*Fix the files first\./ });
  expect(here.read("fleet.yaml")).toBe(text);
});
