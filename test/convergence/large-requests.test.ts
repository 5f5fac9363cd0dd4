import { expect, it } from "vitest";
import { LOST, response } from "../apply/world.ts";
import { accountsFile, globalFile, numbered, Town } from "./town.ts";

const MOST = 5;
const CARS = numbered("C", 1, 30);
const MORE = numbered("D", 1, 30);
const ALLOWED = { allowances: { adds: 999 } };

/** A town whose server fails on requests of more cars than it can handle in time. */
function gateway(reply = response(504)): Town {
  const town = new Town();
  town.fault = ({ cars }) => (cars.length > MOST ? reply : undefined);
  return town;
}

const sizes = ({ sent }: Town) => sent.map(({ cars }) => cars.length);

it.each([response(500), response(503), response(504), LOST])(
  "a server that fails on large requests ($kind $status) gets all cars in one run, and no large request from the next one",
  async (reply) => {
    const town = gateway(reply);
    expect((await town.apply(globalFile(CARS), ALLOWED)).exitCode).toBe(0);
    expect(town.plates()).toEqual(CARS);
    expect((await town.apply(globalFile([...CARS, ...MORE]), ALLOWED)).exitCode).toBe(0);
    expect(Math.max(...sizes(town))).toBeLessThanOrEqual(MOST);
    expect((await town.apply(globalFile([]), { allowances: { deletes: 999 } })).exitCode).toBe(0);
    expect(Math.max(...sizes(town))).toBeLessThanOrEqual(MOST);
  },
);

it("each run begins smaller where the list cannot be read, until the server answers", async () => {
  const town = gateway();
  town.offersLists = false;
  const file = accountsFile({ 4711: CARS });
  const first: (number | undefined)[] = [];
  for (let run = 1; run <= 3; run += 1) {
    const { exitCode, results } = await town.apply(file, ALLOWED);
    expect(exitCode).toBe(run < 3 ? 10 : 0);
    if (run < 3) expect(results[0]?.error).toContain("may be too many (interface.batchSize)");
    first.push(sizes(town)[0]);
  }
  expect(first).toEqual([30, 15, 4]);
  expect(town.plates("account:4711")).toEqual(CARS);
});

it("a server that was down once gets large requests again after a week, and at once where the list shows that the request was done", async () => {
  const town = new Town();
  let isDown = true;
  town.fault = () => (isDown ? response(503) : undefined);
  expect((await town.apply(globalFile(CARS), ALLOWED)).exitCode).toBe(10);
  isDown = false;
  await town.clock.sleep(8 * 24 * 60 * 60_000);
  await town.apply(globalFile(CARS), ALLOWED);
  town.fault = (request) => (town.sent.length === 1 ? { ...town.obey(request), ...response(504) } : undefined);
  expect((await town.apply(globalFile([...CARS, ...MORE]), ALLOWED)).exitCode).toBe(0);
  await town.apply(globalFile([]), { allowances: { deletes: 999 } });
  expect(sizes(town)).toEqual([1, 59]);
});
