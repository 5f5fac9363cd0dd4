import { expect, it } from "vitest";
import type { Reply, WriteRequest } from "../../src/run/ports/index.ts";
import { response } from "../apply/world.ts";
import { globalFile, numbered, type Run, Town } from "./town.ts";

const LIVE = numbered("C", 0, 19);

interface Row {
  readonly name: string;
  readonly file: string;
  readonly fault: (request: WriteRequest) => Reply | undefined;
  /** What the file is once the server has healed; the same unless given. */
  readonly corrected?: string;
}

function allRefused(words: string): (request: WriteRequest) => Reply {
  return ({ cars }) => response(207, { failures: cars.map(({ licenseNumber }) => ({ licenseNumber, error: words })) });
}

const wanted = (last: number, ...more: string[]) => [...numbered("C", 0, last), ...more];
const MISNAMED = globalFile(numbered("C", 5, 19), "interface: { globalDelete: { in: query, name: licenseNumber } }\n");

const ROWS: readonly Row[] = [
  { name: "403", file: globalFile(wanted(14, "N1", "N2")), fault: () => response(403) },
  { name: "401", file: globalFile(wanted(19, "N1")), fault: () => response(401) },
  { name: "400", file: globalFile(wanted(19, "N1")), fault: () => response(400) },
  { name: "422", file: globalFile(wanted(19, "N1")), fault: () => response(422) },
  { name: "404", file: globalFile(wanted(14, "N1")), fault: () => response(404) },
  { name: "429", file: globalFile(wanted(14, "N1")), fault: () => response(429) },
  {
    name: "207, every car refused",
    file: globalFile(wanted(19, "N1", "N2", "N3")),
    fault: allRefused("backend temporarily unavailable"),
  },
  { name: "204, nothing is done", file: globalFile(wanted(19, "N1")), fault: () => response(204) },
  {
    name: "deletes only: 207, car is parked now",
    file: globalFile(numbered("C", 2, 19)),
    fault: (request) => (request.action === "delete" ? allRefused("car is parked now")(request) : undefined),
  },
  {
    name: "deletes only: 204, nothing is done",
    file: globalFile(numbered("C", 2, 19)),
    fault: ({ action }) => (action === "delete" ? response(204) : undefined),
  },
  {
    name: "a delete parameter by the wrong name, corrected in the file",
    file: MISNAMED,
    corrected: globalFile(numbered("C", 5, 19)),
    fault: ({ action }) => (action === "delete" ? response(400) : undefined),
  },
  { name: "503", file: globalFile(wanted(19, "N1")), fault: () => response(503) },
];

async function times(count: number, run: () => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  for (let at = 0; at < count; at += 1) runs.push(await run());
  return runs;
}

it.each(ROWS)("V7: after three runs with $name the next runs converge", async ({ file, fault, corrected = file }) => {
  const town = new Town().put(LIVE, "global", ["LEASING"]);
  town.fault = fault;
  for (const run of await times(3, () => town.apply(file))) expect([9, 10]).toContain(run.exitCode);
  town.fault = () => undefined;
  const [first, second, third] = await times(3, () => town.apply(corrected));
  expect((first?.exitCode === 0 ? first : second)?.exitCode).toBe(0);
  expect(third).toMatchObject({ exitCode: 0, writes: 0 });
  const desired = /cars: \[(.*)\]/.exec(corrected)?.[1]?.split(", ");
  expect(town.plates()).toEqual(desired?.sort());
});

it("an add that was lost waits for a list that lags, and is not sent twice", async () => {
  const town = new Town().put(["OLD1"]);
  let lost = 0;
  town.fault = (request) => {
    if (request.action !== "add" || lost > 0) return undefined;
    lost += 1;
    // The rows show themselves a second later.
    const arriveAt = town.clock.passed + 1_000;
    const sleep = town.clock.sleep.bind(town.clock);
    town.clock.sleep = async (milliseconds, signal) => {
      await sleep(milliseconds, signal);
      if (town.clock.passed >= arriveAt) town.obey(request);
    };
    return { kind: "lost", reason: "connection reset" };
  };
  const run = await town.apply(globalFile(["OLD1", "N1", "N2"]));
  expect(run).toMatchObject({ exitCode: 0, writes: 1 });
});
