import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, type RowSetAside, type Scope } from "../../src/allowlist/index.ts";
import { readAgain, readUserHoldings, readUsersOneByOne } from "../../src/live/index.ts";
import type { InterfaceError, UserReader } from "../../src/run/ports/index.ts";
import { failure, pageOf, portsWith, SERVER_DOWN } from "./support.ts";

type User = readonly string[] | InterfaceError;

const GONE = failure("no such user", { kind: "status", status: 404 });
const FORBIDDEN = failure("not allowed", { kind: "status", status: 403 });
const MOVED = failure("the list changed", { kind: "inconsistent" });
const ODD = failure("cars is not a list", { kind: "shape" });

/** The users of each account with their cars, or why these cannot be read; `moves`: how often a list changes meanwhile. */
function readerOf(accounts: Readonly<Record<string, Readonly<Record<string, User>> | InterfaceError>>, moves = 0) {
  let left = moves;
  const idsOf = (baId: string) => {
    const users = accounts[baId] ?? {};
    if (users instanceof Error) throw users;
    if (left-- > 0) throw MOVED;
    return Object.keys(users);
  };
  const parkingUser: UserReader["parkingUser"] = async (baId, id) => {
    const users = accounts[baId];
    const cars = users instanceof Error ? users : (users?.[id] ?? GONE);
    if (cars instanceof Error) throw cars;
    return { id, cars: cars.map((licenseNumber) => ({ licenseNumber })) };
  };
  return {
    parkingUser,
    async *parkingUsers(baId: string) {
      for (const id of idsOf(baId)) yield { id };
    },
    async *parkingUserRows(baId: string) {
      for (const id of idsOf(baId))
        if (id.startsWith("odd")) yield { kind: "odd" as const, row: { id, licensePlate: "", reason: "no id" } };
        else yield { kind: "row" as const, item: { id } };
    },
  };
}

const ACCOUNTS: readonly Scope[] = ["account:1", "account:2"];
const holdingsOf = async (reader: UserReader) => {
  const reading = await readUserHoldings(ACCOUNTS, DEFAULT_INTERFACE, reader);
  if (reading.kind === "unreadable") return reading.failures;
  return reading.holdings.map(({ scope, parkingUser, held }) => [scope, parkingUser, ...held.entries.keys()].join(" "));
};

it.each([
  [
    "all of them, account by account",
    { 1: { u1: ["AB1", "ab-2"], u2: [] }, 2: { u3: ["CD1"] } },
    0,
    ["account:1 u1 AB1 AB2", "account:1 u2", "account:2 u3 CD1"],
  ],
  ["not those who have gone meanwhile", { 1: { u1: GONE, u2: ["AB1"] } }, 0, ["account:1 u2 AB1"]],
  ["after a list that changed was read again", { 1: { u1: ["AB1"] } }, 3, ["account:1 u1 AB1"]],
  [
    "every failure, account by account",
    { 1: SERVER_DOWN, 2: { u1: ["AB1"], u2: FORBIDDEN } },
    0,
    [SERVER_DOWN, FORBIDDEN],
  ],
  ["no list that keeps changing", { 1: { u1: ["AB1"] } }, 9, [MOVED, MOVED]],
])("the holders of cars are read: %s", async (_, accounts, moves, found) => {
  expect(await holdingsOf(readerOf(accounts, moves))).toEqual(found);
});

it("the global list has no parking users", async () => {
  const reader = readerOf({});
  await expect(readUserHoldings(["global"], DEFAULT_INTERFACE, reader)).rejects.toThrow(RangeError);
});

it("a parking user who is not as documented is set aside and hides no other", async () => {
  const users = { odd1: [], u1: ["AB1"], u2: ODD, u3: GONE };
  const { users: read, setAside } = await readUsersOneByOne("1", readerOf({ 1: users }, 1));
  expect(read).toEqual([{ id: "u1", cars: [{ licenseNumber: "AB1" }] }]);
  const expected: RowSetAside[] = [
    { id: "odd1", licensePlate: "", reason: "no id" },
    { id: "u2", licensePlate: "", reason: "cars is not a list" },
  ];
  expect(setAside).toEqual(expected);
  await expect(readUsersOneByOne("1", readerOf({ 1: { u1: FORBIDDEN } }))).rejects.toBe(FORBIDDEN);
});

it("a list or a parking user is read again: who has gone holds no car, and a list that is offered no more is a failure", async () => {
  const reader = readerOf({ 1: { u1: ["AB1"], u2: SERVER_DOWN } });
  const again = async (parkingUser?: string, list: readonly string[] | undefined = ["CD1", "CD2"]) => {
    const { ports } = portsWith({ carPage: async (_, page) => (list ? pageOf(list, page) : "not-offered") });
    const about = { scope: ACCOUNTS[0] ?? "global", ...(parkingUser !== undefined && { parkingUser }) };
    const live = await readAgain(about, DEFAULT_INTERFACE, { ...ports, reader: { ...ports.reader, ...reader } });
    return [...live.entries.keys()];
  };
  expect(await again()).toEqual(["CD1", "CD2"]);
  expect(await again("u1")).toEqual(["AB1"]);
  expect(await again("u9")).toEqual([]);
  await expect(again("u2")).rejects.toBe(SERVER_DOWN);
});
