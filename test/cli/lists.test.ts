import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { accountFleet, expectRefusal, place, writesTo } from "./harness.ts";

const PUID = "9007199254740995";
const accounts = [
  {
    baId: "4711",
    name: "=cmd|' /C calc'!A0",
    cars: ["CD2", "AB1"],
    users: [
      {
        id: PUID,
        firstName: "Åsa",
        lastName: "\u001b[31mLind",
        email: "asa@example.com",
        phoneNumber: "+4670000001",
        cars: ["AB1", "CD2"],
        address: { city: "Malmö", street: "Storgatan 1", postalCode: "211 34", co: "" },
      },
    ],
  },
  { baId: "9223372036854775807", name: "Acme" },
];

const documentOf = (stdout: string): Record<string, unknown> => JSON.parse(stdout);
const cells = (stdout: string): Record<string, string>[] => parse(stdout, { columns: true });

const start = { mode: "billing-account", start: { accounts, fleet: ["AB1", "ZZ9"] } } as const;

it("lists in billing-account mode show accounts, cars, fleet and users as a table, as a document and as CSV", async () => {
  const here = await place(start);
  const [table, json, csv, cars, fleet, users] = await Promise.all([
    here.run("accounts", "list"),
    here.run("accounts", "list", "--json"),
    here.run("accounts", "list", "--format", "csv"),
    here.run("cars", "list", "--account", "4711"),
    here.run("fleet", "list", "--json"),
    here.run("users", "list", "4711", "--format", "csv"),
  ]);
  expect(table.stdout).toMatch(/^baId +name\n4711 +=cmd\|' \/C calc'!A0\n9223372036854775807 +Acme\n$/);
  expect(documentOf(json.stdout)).toEqual({
    kind: "platectl/accounts",
    schemaVersion: 1,
    accounts: [
      { baId: "4711", name: "=cmd|' /C calc'!A0" },
      { baId: "9223372036854775807", name: "Acme" },
    ],
  });
  expect(cells(csv.stdout)[0]).toEqual({ baId: "4711", name: "'=cmd|' /C calc'!A0" });
  expect(cars.stdout).toMatch(/^scope +licenseNumber .*\naccount:4711 +AB1\naccount:4711 +CD2\n$/);
  expect(documentOf(fleet.stdout)).toMatchObject({
    kind: "platectl/fleet-cars",
    fleet: [{ licenseNumber: "AB1" }, { licenseNumber: "ZZ9" }],
  });
  expect(cells(users.stdout)).toMatchObject([{ id: PUID, firstName: "Åsa", lastName: "\\u{1b}[31mLind" }]);
  expect([table, json, csv, cars, fleet, users].map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    Array.from({ length: 6 }, () => ({ code: 0, stderr: "" })),
  );
  expect(writesTo(here.sandbox)).toEqual([]);
});

it("a list of parking users shows one user with cars and address; ids are exact and nothing escapes (S16)", async () => {
  const here = await place(start);
  const { stdout } = await here.run("users", "get", "4711", PUID);
  expect(stdout).toMatch(/^id +9007199254740995$/m);
  expect(stdout).toMatch(/^lastName +\\u\{1b\}\[31mLind$/m);
  expect(stdout).toMatch(/^city +Malmö$/m);
  expect(stdout).toMatch(/^cars +AB1 CD2$/m);
  const json = await here.run("users", "get", "4711", PUID, "--json");
  expect(documentOf(json.stdout)).toMatchObject({
    kind: "platectl/users",
    account: "4711",
    users: [{ id: PUID, cars: [{ licenseNumber: "AB1" }, { licenseNumber: "CD2" }] }],
  });
});

it("lists use the fleet file's accounts and settings where there is one", async () => {
  const here = await place({ ...start, behaviour: { pageParam: "p" } });
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }, "interface: { pageParam: p, pageSize: 1 }\n"));
  const { code, stdout } = await here.run("cars", "list", "--format", "csv");
  expect({ code, plates: cells(stdout).map(({ licenseNumber }) => licenseNumber) }).toEqual({
    code: 0,
    plates: ["AB1", "CD2"],
  });
});

it.each([
  ["an account id that is none", ["users", "list", "47x"], 3, /<baId> takes an id \(digits only\), not "47x"/],
  ["a user id that is none", ["users", "get", "4711", "me"], 3, /<puId> takes an id \(digits only\), not "me"/],
  ["a user that does not exist", ["users", "get", "4711", "1"], 6, /404/],
  ["the global list of another mode", ["cars", "list"], 5, /403/],
  ["an account's list that is not there", ["cars", "list", "--account", "1"], 6, /account:1/],
  ["two forms at once", ["accounts", "list", "--json", "--format", "csv"], 3, /contradict each other/],
  ["no subcommand", ["accounts"], 3, /Usage: platectl accounts/],
])("lists in billing-account mode refuse %s", async (_, args, code, words) => {
  const here = await place(start);
  expectRefusal(await here.run(...args), code, words, here.sandbox);
});

it("lists in global mode show features and customer care, in the order of plates", async () => {
  const cars = ["ZZ9", { licenseNumber: "AB1", features: ["LEASING", "X"], addedByCustomerCare: true }];
  const here = await place({ mode: "global", start: { cars } });
  const { stdout } = await here.run("cars", "list", "--format", "csv");
  expect(cells(stdout)).toEqual([
    { scope: "global", licenseNumber: "AB1", features: "LEASING X", addedByCustomerCare: "true" },
    { scope: "global", licenseNumber: "ZZ9", features: "", addedByCustomerCare: "" },
  ]);
});

it("lists in global mode say when there are no rows", async () => {
  const here = await place({ mode: "global", start: {} });
  const [fleet, cars] = await Promise.all([here.run("fleet", "list"), here.run("cars", "list")]);
  expect([fleet.stdout, cars.stdout]).toEqual(["No cars use the fleet.\n", "No cars.\n"]);
});
