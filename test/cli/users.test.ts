import { expect, it } from "vitest";
import type { FleetReader, FleetWriter, ParkingUserItem } from "../../src/fleet-api/index.ts";
import { InterfaceError } from "../../src/ports/index.ts";
import { createUser } from "../../src/users.ts";
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

const flags = ["--first-name", "Bo", "--last-name", "Ek", "--email", "bo@example.com", "--phone-number", "+4670000009"];

it("users create creates a user from options, with the address, and prints its id", async () => {
  const here = await withUsers();
  const ended = await here.run("users", "create", "4711", ...flags, "--city", "Malmö", "--auto-approve", "--json");
  expect(ended.code).toBe(0);
  const created = JSON.parse(ended.stdout);
  expect(created).toMatchObject({
    account: "4711",
    email: "bo@example.com",
    phoneNumber: "+4670000009",
    outcome: "created",
  });
  expect(here.sandbox.model.accounts.get("4711")?.users.get(created.id)).toMatchObject({
    firstName: "Bo",
    address: { city: "Malmö" },
  });
  const again = await here.run("users", "create", "4711", ...flags, "--auto-approve");
  expect(again).toMatchObject({ code: 0, stdout: `bo@example.com: exists, ${created.id}, ACTIVE\n` });
  expect(writesTo(here.sandbox)).toHaveLength(1);
});

it("users create resolves a lost answer by reading, and needs no second run", async () => {
  const here = await withUsers();
  const lossy = await loseAnswersOf(here.sandbox.url);
  const ended = await here.run("users", "create", "4711", ...flags, "--auto-approve", "--base-url", lossy);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bo@example\.com: created, \d+$/m) });
});

it.each([
  ["no terminal to ask on", [...flags], /--auto-approve/],
  ["a missing field", ["--first-name", "Bo", "--auto-approve"], /lastName[\s\S]*email[\s\S]*phoneNumber/],
])("users create refuses %s and contacts nothing", async (_, args, words) => {
  const here = await withUsers();
  expectRefusal(await here.run("users", "create", "4711", ...args), 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});

it("users create ends with 9 when the server refuses the user, and says why", async () => {
  const here = await withUsers({ requiredUserFields: ["city"] });
  const ended = await here.run("users", "create", "4711", ...flags, "--auto-approve");
  expect(ended).toMatchObject({
    code: 9,
    stdout: expect.stringMatching(/^bo@example\.com: rejected, .*city must be given/),
  });
});

const { id: _, ...wanted } = user(2);

it.each([
  ["confirmed", { kind: "done", value: "7" }, "created"],
  ["refused", { kind: "refused", status: 422, reason: "no" }, "rejected"],
  ["not sent", { kind: "not-sent", reason: "certificate", permanent: true }, "not-sent"],
  ["lost, and not to be seen", { kind: "unknown", reason: "reset" }, "unknown"],
] as const)("creating a user has one outcome: %s", async (_, answer, expected) => {
  const writer: Pick<FleetWriter, "createParkingUser"> = { createParkingUser: async () => answer };
  const reader: Pick<FleetReader, "parkingUsers"> = { async *parkingUsers() {} };
  expect(await createUser({ reader, writer }, "4711", wanted)).toMatchObject({ outcome: expected });
});

it("creating a user reads a list of users again when it changes meanwhile", async () => {
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
  expect(await createUser({ reader, writer }, "4711", wanted)).toMatchObject({ outcome: "exists" });
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
