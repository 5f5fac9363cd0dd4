import { expect, it } from "vitest";
import { response } from "../apply/world.ts";
import { accountsFile, MASKS, numbered, Town, WORDS } from "./town.ts";

const A = "account:4711";
const B = "account:4712";

/** A town whose accounts cannot be listed, and whose server says why it refuses a car. */
function unread(): Town {
  const town = new Town();
  town.offersLists = false;
  town.words = WORDS;
  return town;
}

function file(cars: readonly string[], more = ""): string {
  return accountsFile({ 4711: cars }, more);
}

function adopted(scope: typeof A | typeof B, ...plates: readonly string[]) {
  return { kind: "adopted", scope, cars: plates.map((licenseNumber) => ({ licenseNumber, features: [] })) } as const;
}

it("V17: a car that was there before and was refused is remembered, and deleted once it leaves the file", async () => {
  const town = unread().put(["OLD1"], A);
  expect((await town.apply(file(["OLD1", "NEW1"]))).exitCode).toBe(9);
  expect(await town.known(A)).toContainEqual(expect.objectContaining({ plateKey: "OLD1", uncertain: true }));
  expect((await town.apply(file(["NEW1"]))).exitCode).toBe(0);
  expect(town.plates(A)).toEqual(["NEW1"]);
  expect(await town.apply(file(["NEW1"]))).toMatchObject({ exitCode: 0, writes: 0 });
});

it("the server's words are an answer where masks are set", async () => {
  const town = unread().put(["OLD1"], A);
  const run = await town.apply(file(["OLD1", "NEW1"], MASKS));
  expect(run.exitCode).toBe(0);
  expect(run.results).toContainEqual(
    expect.objectContaining({ licenseNumber: "OLD1", outcome: "acknowledged", error: "already there" }),
  );
  expect(await town.apply(file(["OLD1", "NEW1"], MASKS))).toMatchObject({ exitCode: 0, writes: 0 });
  await town.apply(file(["NEW1"], MASKS));
  expect(town.plates(A)).toEqual(["NEW1"]);
});

it("a move to an account that holds the car already leaves the car on one list", async () => {
  const town = unread().put(["MOVE1"], B);
  await town.apply(accountsFile({ 4711: ["MOVE1"], 4712: [] }, MASKS));
  const moved = accountsFile({ 4711: [], 4712: ["MOVE1"] }, MASKS);
  expect((await town.apply(moved)).exitCode).toBe(0);
  expect([town.plates(A), town.plates(B)]).toEqual([[], ["MOVE1"]]);
});

it("a move without masks waits, and the message says which command ends it", async () => {
  const town = unread().put(["MOVE1"], B);
  await town.apply(accountsFile({ 4711: ["MOVE1"], 4712: [] }));
  const moved = accountsFile({ 4711: [], 4712: ["MOVE1"] });
  const held = await town.apply(moved);
  expect(held.results).toContainEqual(
    expect.objectContaining({
      action: "delete",
      outcome: "not-sent",
      error: expect.stringContaining("state adopt MOVE1 --account 4712"),
    }),
  );
  await town.say(adopted(B, "MOVE1"));
  expect((await town.apply(moved)).exitCode).toBe(0);
  expect([town.plates(A), town.plates(B)]).toEqual([[], ["MOVE1"]]);
});

it("a delete of a car that was never added ends with the server's words, or with `state forget`", async () => {
  for (const [more, said] of [
    [MASKS, []],
    ["", ["GHOST"]],
  ] as const) {
    const town = unread();
    let isFirst = true;
    town.fault = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return { kind: "lost", reason: "connection reset" };
    };
    expect((await town.apply(file(["GHOST"], more))).exitCode).toBe(10);
    const next = await town.apply(file(["OTHER"], more));
    expect(next.exitCode).toBe(said.length === 0 ? 0 : 9);
    if (said.length > 0) expect((await town.apply(file(["OTHER"], more))).exitCode).toBe(9);
    await town.say(
      ...said.map((plate) => ({ kind: "forgotten", scope: A, cars: [{ licenseNumber: plate }] }) as const),
    );
    expect(await town.apply(file(["OTHER"], more))).toMatchObject({ exitCode: 0, writes: 0 });
  }
});

it("refusals of single cars do not stop the sending", async () => {
  const old = numbered("A", 0, 39);
  const town = unread().put(old, A);
  await town.apply(file([...old, "Z1", "Z2", "Z3", "Z4", "Z5"], "interface: { batchSize: 10 }\n"));
  expect(town.plates(A)).toEqual([...old, "Z1", "Z2", "Z3", "Z4", "Z5"]);
});

it("V17: a refused delete is planned again until it is answered", async () => {
  const town = unread();
  await town.apply(file(["K1", "K2"], MASKS));
  town.fault = ({ action }) =>
    action === "delete" ? response(207, { failures: [{ licenseNumber: "K1", error: "car is parked" }] }) : undefined;
  for (let run = 1; run <= 6; run += 1)
    expect(await town.apply(file(["K2"], MASKS))).toMatchObject({ exitCode: 9, writes: 1 });
  town.fault = () => undefined;
  expect((await town.apply(file(["K2"], MASKS))).exitCode).toBe(0);
  expect(town.plates(A)).toEqual(["K2"]);
});

it("V17: a refusal of the whole request leaves a car as it was known, and in doubt when it was not", async () => {
  const town = unread();
  town.fault = () => response(403);
  await town.apply(file(["K1"]));
  expect(await town.known(A)).toEqual([expect.objectContaining({ plateKey: "K1", uncertain: true })]);
  const other = unread();
  await other.say({ ...adopted(A), whole: true });
  other.fault = () => response(403);
  await other.apply(file(["K1"]));
  expect(await other.known(A)).toEqual([]);
});

it("V19: apply says that an unread list may hold other cars until it is adopted whole", async () => {
  const town = unread();
  const codes = async (cars: readonly string[]) => (await town.plan(file(cars))).plan?.warnings.map(({ code }) => code);
  expect(await codes(["K1"])).toEqual(["live-unknown"]);
  await town.apply(file(["K1"]));
  expect(await codes(["K1"])).toEqual(["others-unknown"]);
  await town.say(adopted(A, "K1"));
  expect(await codes(["K1"])).toEqual(["others-unknown"]);
  await town.say({ ...adopted(A, "K1"), whole: true });
  expect(await codes(["K1"])).toEqual([]);
  expect((await town.plan(file(["K1"]))).plan?.scopes[0]?.live).toMatchObject({ source: "state", baseline: "known" });
});

it("the first adds to an unread list stop above maxAdds.always; after --empty they are an ordinary first run", async () => {
  const cars = numbered("A", 0, 79);
  const town = unread();
  const stopped = await town.apply(file(cars));
  expect(stopped).toMatchObject({ exitCode: 4, writes: 0 });
  expect(stopped.plan?.guards).toContainEqual(
    expect.objectContaining({ rule: "maxAdds", tripped: true, limit: 50, actual: 80, override: "--allow-adds=80" }),
  );
  expect((await town.apply(file(cars), { allowances: { adds: 80 } })).exitCode).toBe(0);
  const other = unread();
  await other.say({ kind: "adopted", scope: A, cars: [], whole: true });
  expect((await other.apply(file(cars))).exitCode).toBe(0);
});

it("unconfirmed cars are sent again without asking the guard again", async () => {
  const cars = numbered("A", 0, 79);
  const town = unread();
  town.fault = () => response(503);
  expect((await town.apply(file(cars), { allowances: { adds: 80 } })).exitCode).toBe(10);
  town.fault = () => undefined;
  expect((await town.apply(file(cars))).exitCode).toBe(0);
});

it("--reassert sends every desired car, and what the answers say is recorded", async () => {
  const town = unread();
  await town.apply(file(["K1", "K2"], MASKS));
  town.list(A).delete("K2");
  expect(await town.apply(file(["K1", "K2"], MASKS))).toMatchObject({ exitCode: 0, writes: 0 });
  const census = await town.apply(file(["K1", "K2"], MASKS), { reassert: true });
  expect(census.results.map(({ licenseNumber, error }) => [licenseNumber, error])).toEqual([
    ["K1", "already there"],
    ["K2", undefined],
  ]);
  expect(town.plates(A)).toEqual(["K1", "K2"]);
});

it("a run ends with 6 and does nothing when the server cannot be reached", async () => {
  for (const more of ["", "interface: { accountList: false }\n"]) {
    const town = unread();
    await town.apply(file(["K1"], more));
    town.isDown = true;
    expect((await town.apply(file(["K2"], more))).exitCode).toBe(6);
    expect((await town.plan(file(["K1"], more))).exitCode).toBe(6);
  }
});

it("one 404 ends the run with 6, and the next run reads again", async () => {
  const town = new Town();
  await town.apply(file(["A1", "A2"]));
  town.readFault = () => "not-offered";
  expect(await town.apply(file(["A1", "A2", "A3"]))).toMatchObject({ exitCode: 6, writes: 0 });
  town.readFault = () => undefined;
  town.put(["ROGUE"], A).list(A).delete("A2");
  expect((await town.apply(file(["A1", "A2", "A3"]))).exitCode).toBe(0);
  expect(town.plates(A)).toEqual(["A1", "A2", "A3"]);
});

it("a list that the server shows is read again after a run that took it for not offered", async () => {
  const foreign = numbered("L", 0, 29);
  const town = new Town().put(foreign, A);
  town.words = WORDS;
  town.readFault = () => "not-offered";
  await town.apply(file([...foreign, "N1"]));
  town.readFault = () => undefined;
  const healed = await town.apply(file([...foreign.slice(1), "N1", "N2"]));
  expect(healed.exitCode).toBe(0);
  expect(town.plates(A)).toEqual([...foreign.slice(1), "N1", "N2"]);
  expect(await town.apply(file([...foreign.slice(1), "N1", "N2"]))).toMatchObject({ exitCode: 0, writes: 0 });
});

it("fleet cars never make a car unchanged", async () => {
  const town = unread().put(["A1", "A2"], A).put(["B1", "B2", "B3"], B);
  town.fleet = ["A1", "A2", "B1", "B2", "B3"];
  await town.apply(file(["A1", "A2", "B1"], MASKS));
  expect(town.plates(A)).toEqual(["A1", "A2", "B1"]);
});

it("fleet cars are not a list that a later run can lose", async () => {
  const there = numbered("A", 0, 29);
  const town = unread().put(there, A);
  town.fleet = there;
  expect((await town.apply(file([...there, "NEW1"], MASKS))).exitCode).toBe(0);
  expect(await town.apply(file([...there, "NEW1"], MASKS))).toMatchObject({ exitCode: 0, writes: 0 });
  await town.apply(file([...there.slice(5), "NEW1"], MASKS));
  expect(town.plates(A)).toEqual([...there.slice(5), "NEW1"]);
});

const absent = (more: string) =>
  `version: 1\nmode: billing-account\naccounts:\n  - { baId: 4711, cars: [K1], absent: ${more} }\n${MASKS}`;

it("cars named in absent are deleted from a list that cannot be read until the server answers, and then no more", async () => {
  const town = unread().put(["SOLD1"], A);
  town.fault = ({ action }) => (action === "delete" ? response(503) : undefined);
  expect((await town.apply(absent("[SOLD1, SOLD2]"))).exitCode).toBe(10);
  town.fault = () => undefined;
  expect((await town.apply(absent("[SOLD1, SOLD2]"))).exitCode).toBe(0);
  expect(town.plates(A)).toEqual(["K1"]);
  expect(await town.apply(absent("[SOLD1, SOLD2]"))).toMatchObject({ exitCode: 0, writes: 0 });
});

it("cars named in absent are deleted from their day on, not before", async () => {
  const town = unread().put(["SOLD1"], A);
  const plan = (since: string) => town.plan(absent(`[{ licenseNumber: SOLD1, since: ${since}, reason: lease ended }]`));
  expect((await plan("2026-05-02")).plan?.counts.delete).toBe(0);
  const [, change] = (await plan("2026-05-01")).plan?.scopes[0]?.changes ?? [];
  expect(change).toMatchObject({
    action: "delete",
    licenseNumber: "SOLD1",
    hint: "named in absent: `lease ended`",
    source: "fleet.yaml:4:40",
  });
});

it("cars named in absent are deleted in any spelling, also with prune: none; protection wins, with a warning", async () => {
  const town = new Town().put(["SO-LD 1", "VIP1", "OTHER"]);
  const yaml =
    "version: 1\nmode: global\ncars: [OTHER]\nabsent: [sold1, VIP1]\npolicy: { prune: none, protect: { plates: [VIP1] } }\n";
  const run = await town.apply(yaml);
  expect(run.exitCode).toBe(0);
  expect(town.plates()).toEqual(["OTHER", "VIP1"]);
  expect(run.plan?.warnings).toEqual([
    {
      code: "absent-kept",
      licenseNumber: "VIP1",
      scope: "global",
      message: expect.stringContaining("`VIP1` is named in absent"),
      source: "fleet.yaml:4:17",
    },
  ]);
});
