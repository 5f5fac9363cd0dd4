import { expect, it } from "vitest";
import { ciRun } from "../../src/cli/process/process-info.ts";
import { dataFile } from "../data-file.ts";
import { globalFleet, placeWith } from "./harness.ts";

interface Job {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly run: ReturnType<typeof ciRun>;
}
const SYSTEMS: readonly Job[] = dataFile("cli/ci-systems.yaml");

it.each(SYSTEMS)("$name says who started the run and where it is", ({ variables, run }) => {
  expect(ciRun(variables)).toEqual(run);
});

it.each([
  "javascript:alert(1)",
  "https://anna:secret@ci.example.com/1",
  "https://ci.example.com/a b",
  "https://ci.example.com/\u001b[31m",
  "not an address",
  `https://ci.example.com/${"x".repeat(500)}`,
])("an address that nobody should follow is left out: %j", (url) => {
  expect(ciRun({ CIRCLECI: "true", CIRCLE_BUILD_URL: url })).toEqual({});
});

it("the lock and the journal of an apply in CI link to the job", async () => {
  const url = "https://circleci.com/gh/acme/fleet/12";
  const env = { CIRCLECI: "true", CIRCLE_USERNAME: "anna", CIRCLE_BUILD_URL: url };
  const here = await placeWith(globalFleet(["AB1"]), { cars: [] }, { env });
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  const { targets } = JSON.parse((await here.run("state", "show", "--json")).stdout);
  expect(targets[0].runs).toEqual([expect.objectContaining({ actor: "anna", url })]);
  const holder = {
    user: "bo",
    host: "elsewhere",
    pid: 1,
    command: "platectl apply",
    url,
    at: "2026-01-01T00:00:00.000Z",
  };
  here.write(".platectl/state.jsonl.lock", `${JSON.stringify({ id: "0123456789ab", ...holder })}\n`);
  const refused = await here.run("apply", "--auto-approve");
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain(`since 2026-01-01T00:00:00.000Z (${url}). Wait`);
  expect((await here.run("state", "show")).stdout).toContain(`0123456789ab, ${url}`);
});
