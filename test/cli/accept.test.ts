import { expect, it } from "vitest";
import { globalPlace, type Place } from "./harness.ts";

// Latin A before Greek letters: what somebody typed with the wrong keyboard, or what the server really holds.
const GREEK = ["AΒ1", "AΕ2", "AΗ3", "AΙ4", "AΚ5", "AΜ6", "AΝ7", "AΟ8", "AΡ9"];
const ACCEPT = "policy:\n  accept:\n    - { warning: lookalike-letters, reason: Greek fleet }\n";

async function greekFleet(more = "", live: readonly string[] = []): Promise<Place> {
  const here = await globalPlace(live, ["AB1", ...GREEK], more);
  return here;
}

it("nine plates with Greek letters take one warning of a plan and of validate, and --all shows each", async () => {
  const here = await greekFleet();
  const { stdout } = await here.run("plan");
  expect(stdout.match(/warning/g)).toHaveLength(1);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "8 more like this (lookalike-letters): fleet.yaml:6:5, fleet.yaml:7:5, fleet.yaml:8:5, … (plan --all shows each)",
  );
  const validated = await here.run("validate");
  expect(validated.stderr.match(/warning:/g)).toHaveLength(1);
  expect(validated.stderr).toContain("0 errors, 9 warnings.");
  expect(validated.stderr).toContain("`interface.foldLookalikes`");
  expect((await here.run("plan", "--all")).stdout.match(/warning/g)).toHaveLength(9);
  expect((await here.run("validate", "--all")).stderr.match(/warning:/g)).toHaveLength(9);
  expect(JSON.parse((await here.run("plan", "--json")).stdout).warnings).toHaveLength(9);
  expect(JSON.parse((await here.run("validate", "--json")).stdout).diagnostics).toHaveLength(9);
});

it.each([
  ["error", "", 0],
  ["warning", "", 2],
  ["warning", ACCEPT, 0],
  ["warning", ACCEPT.replace("lookalike-letters", "lookalike-letters, licenseNumber: AΒ1"), 2],
])("validate --fail-on %s, with the policy %j, ends with %i", async (severity, policy, code) => {
  const here = await greekFleet(policy);
  expect((await here.run("validate", "--fail-on", severity)).code).toBe(code);
  expect((await here.run("validate", "--fail-on", severity, "--json")).code).toBe(code);
  expect((await here.run("validate", "--fail-on", severity, "--quiet")).code).toBe(code);
});

it("validate --fail-on warning ends with 3 for a file with errors", async () => {
  const here = await greekFleet("carz: []\n");
  expect((await here.run("validate", "--fail-on", "warning")).code).toBe(3);
});
