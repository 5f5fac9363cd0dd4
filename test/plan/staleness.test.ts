import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, type Plan, type ScopePlan, stalenessOf } from "../../src/plan/index.ts";
import { desiredCars, liveCars, planFor } from "./support.ts";

const plan = planFor({
  desired: ["AB1", { plate: "MM1", features: ["LEASING"] }, "KK1"],
  live: ["MM1", "XX7777", "KK1"],
});

/** The plan with other values of its only scope, or of the changes with an action. */
const withScope = (other: Partial<ScopePlan>): Plan => ({
  ...plan,
  scopes: plan.scopes.map((scope) => ({ ...scope, ...other })),
});
const withChange = (action: Change["action"], other: Partial<Change>): Plan =>
  withScope({
    changes: plan.scopes.flatMap(({ changes }) =>
      changes.map((one) => (one.action === action ? { ...one, ...other } : one)),
    ),
  });

const { target } = plan;
const ALL = /add `AB1` \(global\), update `MM1` \(global\), delete `XX7777` \(global\)$/;

describe("an approved plan no longer covers what there is to do (E6, E7, I5, B1)", () => {
  it.each<[string, Plan, RegExp]>([
    ["the target", { ...plan, target: { ...target, fingerprint: "0" } }, /^the plan is for https:/],
    ["the address", { ...plan, target: { ...target, baseUrl: "https://other.example.com" } }, /: it was edited$/],
    ["the mode", { ...plan, mode: "billing-account" }, /in billing-account mode, this run is for .* in global mode$/],
    ["the desired files", { ...plan, desired: { ...plan.desired, digest: "0" } }, /^the fleet files have changed/],
    ["a scope's name", withScope({ scope: "account:1" }), /does not approve add `AB1` \(global\)/],
    ["a scope's presence", { ...plan, scopes: [] }, ALL],
    ["an added plate", withChange("add", { licenseNumber: "AB2" }), /approve add `AB1` \(global\)$/],
    ["a plate's spelling", withChange("add", { licenseNumber: "AB-1" }), /approve add `AB1`/],
    ["a deleted plate", withChange("delete", { licenseNumber: "XX7" }), /approve delete `XX7777`/],
    ["an action", withChange("delete", { action: "add" }), /approve delete `XX7777`/],
    ["features to give", withChange("update", { features: { from: [], to: ["POOL"] } }), /approve update `MM1`/],
    [
      "features to replace",
      withChange("update", { features: { from: ["POOL"], to: ["LEASING"] } }),
      /approve update `MM1`/,
    ],
    ["features of an add", withChange("add", { features: { from: [], to: ["POOL"] } }), /approve add `AB1`/],
  ])("an approved plan is stale when %s was another", (_, approved, reason) => {
    expect(stalenessOf(approved, plan)).toEqual([expect.stringMatching(reason)]);
  });

  it.each<[string, Plan]>([
    ["nothing", plan],
    ["hints", withChange("add", { hint: "another" })],
    ["where a car is written", withChange("add", { source: "fleet.yaml:1:1" })],
    ["unchanged cars", withScope({ live: { source: "list", count: 99, digest: "0" } })],
    ["warnings", { ...plan, warnings: [{ code: "half-move", message: "b" }] }],
  ])("an approved plan is not stale when only %s differs", (_, approved) => {
    expect(stalenessOf(approved, plan)).toEqual([]);
  });

  it("a stale plan names a few changes and counts the others", () => {
    const desired = ["AA1", "BB2", "CC3", "DD4", "EE5", "FF6", "GG7"];
    const [reason] = stalenessOf(planFor({ desired: [] }), planFor({ desired }));
    expect(reason).toMatch(/add `EE5` \(global\) and 2 more$/);
  });

  it("E7: any part of an approved plan may be carried out, and nothing besides", () => {
    const cases = fc.tuple(desiredCars, liveCars, fc.infiniteStream(fc.boolean()));
    fc.assert(
      fc.property(cases, ([desired, live, coins]) => {
        const whole = planFor({ desired, live });
        const part: Plan = {
          ...whole,
          scopes: whole.scopes.map((scope) => ({
            ...scope,
            changes: scope.changes.filter(() => coins.next().value === true),
          })),
        };
        expect(stalenessOf(whole, part)).toEqual([]);
        const changesOf = ({ scopes }: Plan) => scopes.flatMap(({ changes }) => changes).length;
        expect(stalenessOf(part, whole).length === 0).toBe(changesOf(part) === changesOf(whole));
      }),
    );
  });

  it("the digest of the files changes with any file's content, and not with names or order", () => {
    const digestOf = (...contents: string[]) =>
      planFor({ files: contents.map((sha256, at) => ({ path: `${at}.yaml`, sha256 })) }).desired.digest;
    expect(digestOf("a", "b")).toBe(digestOf("b", "a"));
    const others = [digestOf("a"), digestOf("a", "c"), digestOf("a", "b", "b"), digestOf()];
    expect(others).not.toContain(digestOf("a", "b"));
  });
});
