import { expect, it } from "vitest";
import type { Acceptance, Diagnostic } from "../../src/allowlist/index.ts";
import { planFor } from "./support.ts";

const SOURCE = { file: "fleet.yaml", line: 4, column: 5 };
const accepted = (one: Partial<Acceptance> & Pick<Acceptance, "code">): Acceptance => ({
  reason: "seen",
  source: SOURCE,
  ...one,
});
const briefs = (inputs: Parameters<typeof planFor>[0]) =>
  planFor(inputs).warnings.map(({ code, accepted: why }) => `${code}${why ? ` (${why.reason})` : ""}`);
const GREEK = "ΑB1";
const lookalike: Diagnostic = {
  severity: "warning",
  code: "lookalike-letters",
  message: "The plate `ΑB1` has letters that look Latin but are not.",
  source: SOURCE,
  licenseNumber: GREEK,
  scope: "global",
};

it.each([
  ["stands on the live list as written", { live: [GREEK] }, 0],
  ["stands there among other spellings", { live: [{ plate: "ΑB-1", otherSpellings: [GREEK] }] }, 0],
  ["stands there in another spelling", { live: ["ΑB-1"] }, 1],
  ["is not on the list", { live: [] }, 1],
  ["is on a list that cannot be read", { live: [GREEK], source: "state" }, 1],
] as const)("a plate with look-alike letters that %s brings as many warnings as it needs", (_, list, count) => {
  const plan = planFor({ desired: [GREEK], ...list, diagnostics: [lookalike] });
  expect(plan.warnings.filter(({ code }) => code === "lookalike-letters")).toHaveLength(count);
});

it("a plate that fits no series of its country is named although the list holds it", () => {
  const doubt: Diagnostic = { ...lookalike, code: "plate-series" };
  expect(briefs({ desired: [GREEK], live: [GREEK], diagnostics: [doubt] })).toEqual(["plate-series"]);
});

const twins = { desired: ["AB1"], live: [{ plate: "AB1", otherSpellings: ["AB-1"] }] };

it("policy.accept marks the warning of a live list, and leaves it in the plan", () => {
  const accept = [accepted({ code: "two-spellings", licenseNumber: "ab 1" })];
  expect(briefs({ ...twins, policy: { accept } })).toEqual(["two-spellings (seen)"]);
});

it("policy.accept that has ended is said beside the warning", () => {
  const accept = [accepted({ code: "two-spellings", until: "2026-04-30" })];
  const warnings = planFor({ ...twins, policy: { accept } }).warnings;
  expect(warnings.map(({ code }) => code)).toEqual(["two-spellings", "acceptance-past"]);
  expect(warnings[1]).toEqual({
    code: "acceptance-past",
    message: "The acceptance of `two-spellings` ended on 2026-04-30; its warnings are shown again.",
    source: "fleet.yaml:4:5",
  });
});

it("policy.accept that matches nothing on a list that was read is said once", () => {
  const accept = [accepted({ code: "two-spellings" })];
  expect(briefs({ desired: ["AB1"], live: ["AB1"], policy: { accept } })).toEqual(["acceptance-unused"]);
});

it("policy.accept is not judged where its list was not read, or is not part of the plan", () => {
  const accept = [accepted({ code: "two-spellings", scope: "account:1" })];
  const scopes = { "account:1": { desired: ["AB1"], live: ["AB1"] }, "account:2": { desired: [], live: [] } };
  expect(briefs({ scopes, chosen: ["account:2"], policy: { accept } })).toEqual([]);
  expect(briefs({ scopes, policy: { accept } })).toEqual(["acceptance-unused"]);
  expect(briefs({ desired: ["AB1"], source: "none", policy: { accept: [accepted({ code: "equal-rows" })] } })).toEqual([
    "live-unknown",
  ]);
});

it("a list that shrank is never accepted, whatever the entries say", () => {
  const accept = [accepted({ code: "live-shrunk" as Acceptance["code"] })];
  const memory = { lastCount: 100, entries: new Map() };
  expect(briefs({ desired: ["AB1"], live: ["AB1"], memory, policy: { accept } })).toEqual(["live-shrunk"]);
});
