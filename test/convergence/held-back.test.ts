import { expect, it } from "vitest";
import { response } from "../apply/world.ts";
import { accountsFile, globalFile, MASKS, numbered, Town, WORDS } from "./town.ts";

it("a delete beside an add that looks like it is sent when the add was merely refused", async () => {
  const town = new Town().put([...numbered("C", 0, 19), "AB12344"]);
  town.fault = ({ action, cars }) =>
    action === "add" && cars.some(({ licenseNumber }) => licenseNumber === "AB12345")
      ? response(207, { failures: [{ licenseNumber: "AB12345", error: "not a valid plate" }] })
      : undefined;
  const both = globalFile([...numbered("C", 0, 19), "AB12344", "AB12345"]);
  for (let run = 1; run <= 3; run += 1) expect((await town.apply(both)).exitCode).toBe(9);
  await town.apply(globalFile([...numbered("C", 0, 19), "AB12345"]));
  expect(town.plates()).toEqual(numbered("C", 0, 19));
});

it.each([
  ["is refused by name", { failures: [{ licenseNumber: "AB12354", error: "not a valid plate" }] }, 207, 9],
  ["is refused", {}, 400, 9],
  // The list may be late.
  ["is confirmed without effect", {}, 204, 10],
])(
  "V20: a car stays on the list while its correction %s for the first time, and the next run deletes it",
  async (_, body, status, ended) => {
    const town = new Town().put(["AB12345", "KEEP"]);
    town.fault = ({ action }) => (action === "add" ? response(status, body) : undefined);
    const corrected = globalFile(["AB12354", "KEEP"]);
    const { exitCode, results } = await town.apply(corrected);
    expect(exitCode).toBe(ended);
    expect(town.plates()).toEqual(["AB12345", "KEEP"]);
    expect(results).toContainEqual({
      scope: "global",
      action: "delete",
      licenseNumber: "AB12345",
      outcome: "not-sent",
      error:
        "held back: `AB12354`, which may be its correction, could not be added; the next run deletes this car even so",
    });
    expect((await town.apply(corrected)).exitCode).toBe(ended);
    expect(town.plates()).toEqual(["KEEP"]);
  },
);

it("V20: a car whose correction was refused is deleted at once when the add has left the file, or is accepted", async () => {
  const town = new Town().put(["AB12345", "CD12345", "KEEP"]);
  town.fault = ({ action }) => (action === "add" ? response(400) : undefined);
  await town.apply(globalFile(["AB12354", "CD12354", "KEEP"]));
  expect(town.plates()).toEqual(["AB12345", "CD12345", "KEEP"]);
  town.fault = () => undefined;
  expect((await town.apply(globalFile(["CD12354", "KEEP"]))).exitCode).toBe(0);
  expect(town.plates()).toEqual(["CD12354", "KEEP"]);
});

it("V20: a correction that was refused before the file took it back is tried for the first time again", async () => {
  const town = new Town().put(["AB12345", "KEEP"]);
  town.fault = ({ cars }) =>
    cars.some(({ licenseNumber }) => licenseNumber === "AB12354") ? response(400) : undefined;
  await town.apply(globalFile(["AB12354", "KEEP"]));
  await town.apply(globalFile(["AB12345", "KEEP", "NEW1"]));
  await town.apply(globalFile(["AB12354", "KEEP", "NEW1"]));
  expect(town.plates()).toEqual(["AB12345", "KEEP", "NEW1"]);
});

it("V20: a car stays on a list that cannot be read while its correction is refused for the first time", async () => {
  const town = new Town();
  town.offersLists = false;
  town.words = WORDS;
  await town.apply(accountsFile({ 4711: ["AB12345", "KEEP"] }, MASKS));
  town.fault = ({ action }) =>
    action === "add" ? response(207, { failures: [{ licenseNumber: "AB12354", error: "no" }] }) : undefined;
  const corrected = accountsFile({ 4711: ["AB12354", "KEEP"] }, MASKS);
  await town.apply(corrected);
  expect(town.plates("account:4711")).toEqual(["AB12345", "KEEP"]);
  await town.apply(corrected);
  expect(town.plates("account:4711")).toEqual(["KEEP"]);
});

it("a delete is sent when the added car shows with other features than asked, which the report states", async () => {
  const town = new Town().put([...numbered("C0", 0, 9), "AB12344"], "global", ["APP"]);
  town.featuresFor = (asked) => [...asked, "APP"];
  const rest = numbered("C0", 0, 9).map((plate) => `{ licenseNumber: ${plate}, features: [APP] }`);
  const file = globalFile([...rest, "AB12345"]);
  const run = await town.apply(file);
  expect(run.results).toContainEqual(
    expect.objectContaining({
      licenseNumber: "AB12345",
      outcome: "rejected",
      error: "it is on the list with other features: has APP; wanted none",
    }),
  );
  expect(run.results).toContainEqual(expect.objectContaining({ licenseNumber: "AB12344", outcome: "verified" }));
  expect(town.plates()).toEqual(["AB12345", ...numbered("C0", 0, 9)]);
});

it("E3: a delete is held back while the added car shows under the server's spelling, and is sent when that row is gone", async () => {
  const town = new Town();
  town.spelling = (plate) => plate.replaceAll("O", "0");
  const file = globalFile(["BO10007"]);
  for (let run = 1; run <= 6; run += 1) {
    const { exitCode, results } = await town.apply(file);
    expect(exitCode).toBe(9);
    expect(town.plates(), `run ${run}`).toEqual(["B010007"]);
    const [held] = results.filter(({ action }) => action === "delete");
    if (run > 1) expect(held).toMatchObject({ outcome: "not-sent", error: expect.stringContaining("held back") });
  }
  expect((await town.apply(globalFile([]))).exitCode).toBe(0);
  expect(town.plates()).toEqual([]);
});

it("E3: a row that was there before the add was first sent is not held back for it but in that run", async () => {
  const town = new Town().put(["B010007"]);
  town.fault = (request) =>
    request.action === "add"
      ? town.obey({ ...request, cars: request.cars.filter(({ licenseNumber }) => licenseNumber !== "BO10007") })
      : undefined;
  await town.apply(globalFile(["BO10007", "GOOD1"]));
  expect(town.plates()).toEqual(["B010007", "GOOD1"]);
  const run = await town.apply(globalFile(["BO10007", "GOOD1"]));
  expect(run.results).toContainEqual(expect.objectContaining({ licenseNumber: "B010007", outcome: "verified" }));
});
