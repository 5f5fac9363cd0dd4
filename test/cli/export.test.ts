import { expect, it } from "vitest";
import { accountFleet, expectRefusal, place, placeWith, plates, writesTo } from "./harness.ts";

it.each([
  ["global", 1],
  ["global", 2],
  ["billing-account", 1],
  ["billing-account", 2],
] as const)("export of a %s sandbox (seed %i) validates and plans to no changes", async (mode, seed) => {
  const here = await place({ mode, seed });
  const exported = await here.run("export", "--output", "fleet.yaml");
  expect({ code: exported.code, stdout: exported.stdout }).toEqual({ code: 0, stdout: "" });
  expect(exported.stderr).toMatch(/^Exported \d+ cars of .*\n$/);
  expect((await here.run("validate")).code).toBe(0);
  expect(await here.run("fmt", "--check")).toMatchObject({ code: 0, stderr: "" });
  const planned = await here.run("plan", "--exit-code");
  expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining("No changes") });
  expect(writesTo(here.sandbox)).toEqual([]);
});

it("export quotes plates that a reader of YAML takes for something else, keeps features, and names what it does not export", async () => {
  const here = await place({
    mode: "global",
    start: {
      cars: [
        "1E51234",
        { licenseNumber: "NULL", features: ["LEASING"] },
        { licenseNumber: "CC1", addedByCustomerCare: true },
        "no plate!",
        { licenseNumber: "ODD1", features: ["lease!"] },
      ],
    },
  });
  const { code, stdout, stderr } = await here.run("export");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("3 rows are not included") });
  expect(stdout).toBe(
    [
      `# The lists of ${here.sandbox.url}/, as \`platectl export\` read them.`,
      "version: 1",
      "mode: global",
      "# left alone: CC1 (added by customer care)",
      "# left alone: ODD1 (has features that a fleet file cannot hold)",
      "# left alone: no plate! (is not a plate)",
      "cars:",
      '  - "1E51234"',
      '  - { licenseNumber: "NULL", features: [LEASING] }',
      "policy:",
      "  protect: { plates: [ODD1] }",
      "",
    ].join("\n"),
  );
  here.write("fleet.yaml", stdout);
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
});

it("export of accounts with names that no file could hold as they are validates and plans to no changes", async () => {
  const names = [
    "é".repeat(500),
    "😀".repeat(150),
    "\u0000\u202e".repeat(90),
    "A: b # no",
    "- [x]",
    "null",
    " ",
    "line\nbreak",
  ];
  const accounts = names.map((name, at) => ({ baId: String(at + 1), name, cars: [`AB${at}`] }));
  const here = await place({ mode: "billing-account", start: { accounts } });
  expect(await here.run("export", "--output", "fleet.yaml")).toMatchObject({
    code: 0,
    stderr: "Exported 8 cars of 8 lists to fleet.yaml.\n",
  });
  expect(here.read("fleet.yaml")).toContain(`name: ${"é".repeat(100)}\n`);
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
});

it("export of lists without a car of the fleet validates and plans to no changes, too", async () => {
  const here = await place({
    mode: "global",
    start: { cars: [{ licenseNumber: "CC1", addedByCustomerCare: true }] },
  });
  await here.run("export", "--output", "fleet.yaml");
  expect(here.read("fleet.yaml")).toContain("allowEmpty: true");
  expect((await here.run("plan", "--exit-code")).code).toBe(0);

  const empty = await place({ mode: "global", start: {} });
  await empty.run("export", "--output", "fleet.yaml");
  expect((await empty.run("plan", "--exit-code")).code).toBe(0);
});

it("export finds the accounts by itself, or takes those that are named, and keeps their names", async () => {
  const here = await place({
    mode: "billing-account",
    start: {
      accounts: [
        { baId: "4711", name: 'Acme: "Danmark" #1', cars: ["AB1"] },
        { baId: "9223372036854775807", cars: [] },
      ],
    },
  });
  const { stdout } = await here.run("export");
  expect(stdout).toContain('  - baId: 4711\n    name: "Acme: \\"Danmark\\" #1"\n    cars:\n      - AB1\n');
  expect(stdout).toContain("  - baId: 9223372036854775807\n    cars: []\n");
  const one = await here.run("export", "--account", "4711", "--json");
  expect(JSON.parse(one.stdout)).toMatchObject({
    kind: "platectl/export",
    mode: "billing-account",
    scopes: [{ scope: "account:4711", source: "list", cars: [{ licenseNumber: "AB1", features: [] }] }],
  });
});

it("export keeps the interface settings that it was given", async () => {
  const here = await place({
    mode: "global",
    start: { cars: plates("AB", 5) },
    behaviour: { pageParam: "pageNumber", globalDelete: { in: "body", name: "plates" } },
  });
  const block = 'interface: { pageParam: pageNumber, globalDelete: { in: body, name: "plates" } }\n';
  here.write("settings.yaml", `version: 1\nmode: global\ncars: []\n${block}`);
  await here.run("export", "-f", "settings.yaml", "--output", "fleet.yaml");
  expect(here.read("fleet.yaml")).toContain(
    "interface:\n  pageParam: pageNumber\n  globalDelete: { in: body, name: plates }\n",
  );
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
});

it("export names where the cars come from when a list cannot be read, and refuses when nothing is known", async () => {
  const here = await placeWith(
    "version: 1\nmode: billing-account\naccounts: [{ baId: 4711, cars: [AB1] }]\n",
    { accounts: [{ baId: "4711" }, { baId: "4712" }] },
    { behaviour: { accountCars: 404 } },
  );
  await here.run("apply", "--auto-approve");
  const before = writesTo(here.sandbox).length;
  expect(await here.run("export")).toMatchObject({ code: 6, stderr: expect.stringContaining("account:4712") });
  const known = await here.run("export", "--account", "4711", "--output", "again.yaml");
  expect(known).toMatchObject({ code: 0, stderr: expect.stringContaining("account:4711: the server shows no list") });
  expect((await here.run("plan", "-f", "again.yaml", "--exit-code")).code).toBe(0);
  expect(writesTo(here.sandbox)).toHaveLength(before);
});

it("S9 export writes no empty file of a list of which the state knows only that platectl was there", async () => {
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: ["AB1"] }] },
    behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" },
  });
  expect((await here.run("doctor", "--account", "4711", "--write", "DOCTOR1", "--auto-approve")).code).toBe(0);
  const refused = await here.run("export", "--account", "4711");
  expect(refused).toMatchObject({ code: 6, stdout: "", stderr: expect.stringContaining("`platectl state adopt") });
  here.write("fleet.yaml", accountFleet({ "4711": [] }));
  await here.run("state", "adopt", "--empty", "--account", "4711", "--auto-approve");
  expect((await here.run("export", "--account", "4711")).code).toBe(0);
});

it("export never overwrites, and then contacts nothing", async () => {
  const here = await place({ mode: "global", start: {} });
  here.write("fleet.yaml", "precious");
  expectRefusal(
    await here.run("export", "--output", "fleet.yaml"),
    3,
    /already exists and will not be overwritten/,
    here.sandbox,
  );
  expect(here.read("fleet.yaml")).toBe("precious");
  expect(here.sandbox.requests).toEqual([]);
});
