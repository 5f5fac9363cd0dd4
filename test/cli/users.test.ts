import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCsvTable } from "../../src/cli/commands/users/csv-table.ts";
import type {
  FleetReader,
  FleetWriter,
  NewParkingUser,
  ParkingUserItem,
  UserWriteResult,
} from "../../src/fleet-api/index.ts";
import { InterfaceError } from "../../src/ports/index.ts";
import { type CreatedUser, createUsers } from "../../src/users/create-users.ts";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { expectRefusal, loseAnswersOf, type Place, place, writesTo } from "./harness.ts";

const user = (number: number, email = `u${number}@example.com`) => ({
  id: `900719925474099${number}`,
  firstName: "Åsa",
  lastName: "Lind",
  email,
  phoneNumber: `+467000000${number}`,
});

function withUsers(behaviour: Parameters<typeof place>[0]["behaviour"] = {}): Promise<Place> {
  const users = [{ ...user(1), cars: ["AB-1", "CD2"] }];
  return place({ mode: "billing-account", start: { accounts: [{ baId: "4711", users }] }, behaviour });
}

const csv = (...rows: readonly string[]) => `${["firstName;lastName;email;phoneNumber;city", ...rows].join("\n")}\n`;
const flags = ["--first-name", "Bo", "--last-name", "Ek", "--email", "bo@example.com", "--phone-number", "+4670000009"];

it("users create creates a user from options, with the address, and prints its id", async () => {
  const here = await withUsers();
  const ended = await here.run("users", "create", "4711", ...flags, "--city", "Malmö", "--auto-approve", "--json");
  expect(ended.code).toBe(0);
  const { results } = JSON.parse(ended.stdout);
  expect(results).toEqual([
    { email: "bo@example.com", phoneNumber: "+4670000009", outcome: "created", id: expect.stringMatching(/^\d+$/) },
  ]);
  expect(here.sandbox.model.accounts.get("4711")?.users.get(results[0].id)).toMatchObject({
    firstName: "Bo",
    address: { city: "Malmö" },
  });
});

it("users create creates a CSV's users with an outcome for each row: 9 when one is rejected, 0 when they exist", async () => {
  const here = await withUsers();
  here.write(
    "users.csv",
    csv(
      "Åsa;Lind;U1@example.com;+4670000001;",
      'Bo;"Ek; junior";bo@example.com;+4670000002;Lund',
      "Eve;Eel;eve@example.com;+4670000003;",
    ),
  );
  here.sandbox.behave({ requiredUserFields: ["city"] });
  const first = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expect(first.code).toBe(9);
  expect(first.stdout).toMatch(/^exists +9007199254740991 .*users\.csv:2:1/m);
  expect(first.stdout).toMatch(/^created +\d+ +bo@example\.com .*users\.csv:3:1/m);
  expect(first.stdout).toMatch(/^rejected +eve@example\.com .*users\.csv:4:1 .*city must be given/m);
  expect(first.stdout).toContain("Result: 1 created, 1 exists, 1 rejected, 0 unknown, 0 not-sent.");

  here.sandbox.behave({ requiredUserFields: [] });
  const again = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Result: 1 created, 2 exists") });
});

it("users create checks every row before anything is sent, all problems at once", async () => {
  const here = await withUsers();
  here.write(
    "users.csv",
    csv("Bo;;bo;0700;", "Eve;Eel;eve@example.com;+4670000003;", "Eve;Eel;e@example.com;+4670000003;"),
  );
  const ended = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expectRefusal(
    ended,
    3,
    /users\.csv:2:1: lastName[\s\S]*users\.csv:2:1: email[\s\S]*users\.csv:2:1: phoneNumber/,
    here.sandbox,
  );
  expect(ended.stderr).toContain("users.csv:4:1: phoneNumber `+4670000003` is also at users.csv:3:1");
  expect(here.sandbox.requests).toEqual([]);
});

it("users create goes on after a row with a cell too many", async () => {
  const here = await withUsers();
  here.write("users.csv", csv("Bo;Ek;bo@example.com;+4670000002;Lund;x", "Eve;Eel;eve;+4670000003;"));
  const ended = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expectRefusal(
    ended,
    3,
    /users\.csv:2:1: the row has 6 cells, the header has 5[\s\S]*users\.csv:3:1: email/,
    here.sandbox,
  );
});

it("users create reads headers as people write them, and what `users list --format csv` wrote; a closed user's status is shown", async () => {
  const here = await withUsers();
  here.write("users.csv", "sep=;\r\nFirstName;Last name;E-mail;Phone Number\r\nBo;Ek;bo@example.com;+4670000002\r\n");
  const created = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expect(created.stdout).toContain("Result: 1 created");
  here.write("listed.csv", (await here.run("users", "list", "4711", "--format", "csv")).stdout);
  expect(here.read("listed.csv")).toContain("'+4670000002");
  const again = await here.run("users", "create", "4711", "--from-csv", "listed.csv", "--auto-approve", "--json");
  expect(JSON.parse(again.stdout).results).toMatchObject([
    { outcome: "exists", status: "ACTIVE" },
    { outcome: "exists", status: "ACTIVE" },
  ]);
});

it("users create reads a workbook with its sheets, and a CSV in the encoding that is named", async () => {
  const here = await withUsers();
  const header = ["First name", "Last name", "Email", "Phone number"];
  const people = [
    header,
    ["Jørgen", "Ek", "bo@example.com", "+4670000002"],
    ["Eve", "Eel", "e@example.com", 4670000003],
  ];
  writeFileSync(join(here.folder, "users.xlsx"), workbookWith(people));
  const wrong = await here.run("users", "create", "4711", "--from-csv", "users.xlsx", "--auto-approve");
  expectRefusal(wrong, 3, /users\.xlsx:\S+!A3: phoneNumber/, here.sandbox);
  const latin = Buffer.from("firstName;lastName;email;phoneNumber\nÅsa;Ek;asa@example.com;+4670000004\n", "latin1");
  writeFileSync(join(here.folder, "latin.csv"), latin);
  const refused = await here.run("users", "create", "4711", "--from-csv", "latin.csv", "--auto-approve");
  expectRefusal(refused, 3, /latin\.csv:2:1: .*--encoding windows-1252/, here.sandbox);
  writeFileSync(join(here.folder, "users.xlsx"), workbookWith(people.slice(0, 2)));
  const created = await here.run("users", "create", "4711", "--from-csv", "users.xlsx", "--auto-approve");
  expect(created.stdout).toContain("Result: 1 created");
  const named = ["--from-csv", "latin.csv", "--encoding", "windows-1252", "--auto-approve"];
  const read = await here.run("users", "create", "4711", ...named);
  expect(read.stdout).toContain("Result: 1 created");
  expect((await here.run("users", "list", "4711")).stdout).toMatch(/Jørgen[\s\S]*Åsa/);
});

it("users create resolves a lost answer by reading, and needs no second run", async () => {
  const here = await withUsers();
  const lossy = await loseAnswersOf(here.sandbox.url);
  const ended = await here.run("users", "create", "4711", ...flags, "--auto-approve", "--base-url", lossy);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^created +\d+ +bo@example\.com/m) });
});

it.each([
  [
    "text that is not UTF-8",
    Buffer.from("firstName\n\xc5ke\n", "latin1"),
    /users\.csv:2:1: This file is not UTF-8 \(line 2, column 1\)[\s\S]*CSV UTF-8/,
  ],
  [
    "control characters, and rows without a field",
    Buffer.from("firstName,lastName,email,phoneNumber\nA\u001b[31m,,a@b.cd,+4670000003\n"),
    /:2:1: firstName must not hold control characters[\s\S]*:2:1: lastName is missing/,
  ],
])("users create refuses a CSV with %s and contacts nothing", async (_, bytes, words) => {
  const here = await withUsers();
  writeFileSync(join(here.folder, "users.csv"), bytes);
  const ended = await here.run("users", "create", "4711", "--from-csv", "users.csv", "--auto-approve");
  expectRefusal(ended, 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

it.each([
  ["no terminal to ask on", [...flags], /--auto-approve/],
  ["a missing field", ["--first-name", "Bo", "--auto-approve"], /lastName[\s\S]*email[\s\S]*phoneNumber/],
  ["a file that is not there", ["--from-csv", "no.csv", "--auto-approve"], /no\.csv cannot be read/],
  ["S24: a device", ["--from-csv", "/dev/zero", "--auto-approve"], /zero cannot be read: it is not a regular file/],
  ["a file and fields", ["--from-csv", "no.csv", "--first-name", "Bo", "--auto-approve"], /leave out --first-name/],
])("users create refuses %s and contacts nothing", async (_, args, words) => {
  const here = await withUsers();
  expectRefusal(await here.run("users", "create", "4711", ...args), 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

const wanted = [user(2), user(3)].map(({ id: _, ...one }) => ({ user: one }));

async function outcomes(...answers: readonly UserWriteResult<string>[]): Promise<readonly CreatedUser["outcome"][]> {
  const waiting = [...answers];
  const writer: Pick<FleetWriter, "createParkingUser"> = {
    createParkingUser: async (_: string, __: NewParkingUser) => waiting.shift() ?? { kind: "done", value: "7" },
  };
  const reader: Pick<FleetReader, "parkingUsers"> = { async *parkingUsers() {} };
  const results = await createUsers({ reader, writer }, "4711", wanted, new AbortController().signal);
  return results.map(({ outcome }) => outcome);
}

it.each([
  ["confirmed", [], ["created", "created"]],
  ["refused", [{ kind: "refused", status: 422, reason: "no" }], ["rejected", "created"]],
  [
    "not permitted: the next ones are not tried",
    [{ kind: "refused", status: 403, reason: "no" }],
    ["rejected", "not-sent"],
  ],
  ["not sent for once", [{ kind: "not-sent", reason: "refused", permanent: false }], ["not-sent", "created"]],
  ["not sent for good", [{ kind: "not-sent", reason: "certificate", permanent: true }], ["not-sent", "not-sent"]],
  ["lost, and not to be seen", [{ kind: "unknown", reason: "reset" }], ["unknown", "created"]],
] as const)("creating users gives one result for each: %s", async (_, answers, expected) => {
  expect(await outcomes(...answers)).toEqual(expected);
});

it("creating users reads a list of users again when it changes meanwhile", async () => {
  let readings = 0;
  const there: ParkingUserItem = { ...user(2), costCenter: "", status: "ACTIVE" };
  const reader: Pick<FleetReader, "parkingUsers"> = {
    async *parkingUsers() {
      readings += 1;
      yield there;
      if (readings === 1) throw new InterfaceError("moved", { kind: "inconsistent" });
    },
  };
  const writer = { createParkingUser: async () => ({ kind: "done" as const, value: "7" }) };
  const results = await createUsers({ reader, writer }, "4711", wanted, new AbortController().signal);
  expect(results.map(({ outcome }) => outcome)).toEqual(["exists", "created"]);
  expect(readings).toBe(2);
});

const remove = (here: Place, plate: string, ...more: readonly string[]) =>
  here.run("users", "remove-car", "4711", user(1).id, plate, ...more);

it("users remove-car removes the car by the server's spelling, reads back, and succeeds when it is run again", async () => {
  const here = await withUsers();
  const ended = await remove(here, "ab1", "--auto-approve");
  expect(ended).toMatchObject({ code: 0, stdout: `AB-1 was removed from parking user ${user(1).id}.\n` });
  expect(here.sandbox.model.accounts.get("4711")?.users.get(user(1).id)?.cars).toEqual(["CD2"]);
  const again = await remove(here, "ab1", "--auto-approve", "--json");
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ kind: "platectl/user-car-removal", outcome: "absent" });
  expect(writesTo(here.sandbox)).toHaveLength(1);
});

it.each([
  [
    "a confirmation that is not true ends with 10",
    { confirmWithoutDoing: true },
    10,
    /unknown\. .*still shows the car/,
  ],
  ["a refusal ends with 9", { userCarParam: "plate" }, 9, /rejected\. .*plate is required/],
])("users remove-car reports its result: %s", async (_, behaviour, code, words) => {
  const here = await withUsers(behaviour);
  const ended = await remove(here, "CD2", "--auto-approve");
  expect(ended).toMatchObject({ code, stdout: expect.stringMatching(words) });
});

it("users remove-car refuses an empty plate, as a script with an unset variable gives one", async () => {
  const here = await withUsers();
  expectRefusal(await remove(here, "", "--auto-approve"), 3, /The plate is empty/, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

it("users remove-car asks for confirmation: without a terminal it contacts nothing", async () => {
  const here = await withUsers();
  expectRefusal(await remove(here, "CD2"), 3, /--auto-approve/, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

const rows = async (text: string) => {
  const reading = await readCsvTable(Buffer.from(text), "t.csv", {}, ["a", "b"]);
  const { problems } = reading;
  return problems.length > 0 ? problems : reading.rows.map(({ cells, source }) => [source.line, cells]);
};

it.each([
  ["commas", "a,b\n1,2\n", [[2, { a: "1", b: "2" }]]],
  ["semicolons, with commas inside", "a;b\n1,5;2\n", [[2, { a: "1,5", b: "2" }]]],
  ["a byte order mark and CRLF", "\ufeffa,b\r\n1,2\r\n", [[2, { a: "1", b: "2" }]]],
  [
    "quotes over lines",
    'a,b\n"x\ny","say ""hi"""\n3,4',
    [
      [2, { a: "x\ny", b: 'say "hi"' }],
      [4, { a: "3", b: "4" }],
    ],
  ],
  [
    "empty cells and lines",
    "a,b\n,2\n\n1,\n",
    [
      [2, { b: "2" }],
      [4, { a: "1" }],
    ],
  ],
  ["columns in any order, or some of them", "b\n2", [[2, { b: "2" }]]],
])("a CSV table of users reads %s", async (_, text, expected) => {
  expect(await rows(text)).toEqual(expected);
});

it.each([
  ["an unknown column", "a,c\n", [/t\.csv:1:1: .*`c`/]],
  ["a column twice", "a,a\n", [/`a` twice/]],
  ["rows of another width", "a,b\n1\n1,2,3\n", [/t\.csv:2:1: .*1 cells/, /t\.csv:3:1: .*3 cells/]],
  ["an open quote", 'a,b\n"1\n",2\n"1,2\n', [/t\.csv:4:1: .*never closed/]],
  ["a quote within a cell", 'a,b\n1,=F("x")\n', [/t\.csv:2:6: A quote stands inside a cell/]],
  ["an open quote before many others", `a,b\n1,"${'""'.repeat(500_000)}`, [/t\.csv:2:3: .*never closed/]],
  ["nothing", "", [/empty/]],
])("a CSV table of users refuses %s", async (_, text, expected) => {
  expect(await rows(text)).toEqual(expected.map((words) => expect.stringMatching(words)));
});
