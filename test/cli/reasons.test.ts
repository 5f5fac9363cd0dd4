import { expect, it } from "vitest";
import type { PlanDocument } from "../../src/documents/index.ts";
import { flows } from "./flows.ts";
import { commit, git, globalFleet, globalPlace, type Place } from "./harness.ts";

flows(import.meta.url);

type Reason = NonNullable<PlanDocument["scopes"][number]["changes"][number]["reason"]>;

const AUTHOR = "a";
const DAY = "2026-02-28";

async function reasons(here: Place, ...options: readonly string[]): Promise<Record<string, Reason | undefined>> {
  const { stdout } = await here.run("plan", "--json", ...options);
  const plan: PlanDocument = JSON.parse(stdout);
  const sign = { add: "+", update: "~", delete: "-", detach: "x" };
  const changes = plan.scopes.flatMap((scope) => scope.changes);
  return Object.fromEntries(changes.map((one) => [`${sign[one.action]} ${one.licenseNumber}`, one.reason]));
}

const LIST = "carsFrom: [{ file: pool.txt }]\n";
const by = (name: string) => ({ commit: name, author: AUTHOR, at: "2026-02-28T09:00:00.000Z" });

/** A repository with a fleet file and a list, on a server that has all of their cars. */
async function repository(): Promise<Place> {
  const here = await globalPlace(["KEEP1", "GONE1", "ROW1", "ROW2"], ["KEEP1", "GONE1"], LIST);
  here.write("pool.txt", "ROW1\nROW2\n");
  git(here, "init", "-q", "-b", "main");
  commit(here, "cars", DAY);
  return here;
}

it("plan in a git repository names the commit, its author and the line, of lines that came and that went", async () => {
  const here = await repository();
  here.write("fleet.yaml", globalFleet(["KEEP1", "new 1"], LIST));
  const cars = commit(here, "a new car for an old one", DAY);
  here.write("pool.txt", "ROW1\n");
  const pool = commit(here, "a row goes", DAY);
  expect(await reasons(here)).toEqual({
    "+ new 1": { kind: "edit", ...by(cars), source: "fleet.yaml:5:5" },
    "- GONE1": { kind: "edit", ...by(cars), source: "fleet.yaml:5" },
    "- ROW2": { kind: "row-gone", ...by(pool), source: "pool.txt:2" },
  });
  const { stdout } = await here.run("plan");
  expect(stdout).toContain(`commits  `);
  expect(stdout).toContain(`${cars.slice(0, 7)}  2026-02-28  ${AUTHOR}\n`);
});

it("plan in a git repository believes no header that a line of a file imitates", async () => {
  const here = await repository();
  const fake = "\u0000feedfeed\u001f1700000000\u001f\u001fMallory";
  here.write("notes.txt", `${fake}\n-- a/pool.txt\n+ROW2\nx\r${fake}\r create mode 100644 fleet.yaml\n`);
  here.write("fleet.yaml", globalFleet(["KEEP1"], LIST));
  const cars = commit(here, "a car goes, and a strange note", DAY);
  expect(await reasons(here)).toEqual({ "- GONE1": { kind: "edit", ...by(cars), source: "fleet.yaml:5" } });
});
