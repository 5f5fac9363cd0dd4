import { describe, expect, it } from "vitest";
import { targetOf } from "../../src/plan/index.ts";
import { type LiveText, memoryOf, planFor, plates } from "./support.ts";

/** Codes of the warnings that a plan over this list gives. */
function codesOf(inputs: Parameters<typeof planFor>[0]): string[] {
  return planFor(inputs).warnings.map(({ code }) => code);
}

describe("a list that is much smaller or larger than when last seen (D10)", () => {
  it.each([
    [10, 7, ["live-shrunk"]],
    [10, 8, []],
    [100, 71, []],
    [100, 70, ["live-shrunk"]],
    [100, 0, ["live-shrunk"]],
    [100, 129, []],
    [100, 130, ["live-grown"]],
    [9, 1, []],
    [9, 900, []],
  ])("a list that changed its size much is a warning: %i cars before, %i now: %j", (before, now, codes) => {
    const live = plates(now);
    expect(codesOf({ live, desired: live, memory: memoryOf(before) })).toEqual(codes);
  });

  it("the warning about a list's size names both numbers", () => {
    const live = plates(60);
    const [warning] = planFor({ live, desired: live, memory: memoryOf(100) }).warnings;
    expect(warning?.message).toContain("global: the list held 100 cars when it was last seen and holds 60 now");
  });

  it("cars that only the state remembers are not a list that could shrink", () => {
    const memory = { ...memoryOf(100), baseline: true as const };
    expect(codesOf({ live: ["AB1"], desired: ["AB1"], source: "state", memory })).toEqual([]);
  });

  it("no warning is given about the size of a list that was never seen whole", () => {
    expect(codesOf({ live: ["AB1"], desired: ["AB1"], memory: memoryOf(undefined) })).toEqual([]);
  });
});

it("the plan says that the live side is not known (D16)", () => {
  expect(codesOf({ desired: ["AB1"], source: "none" })).toEqual(["live-unknown"]);
});

it("rows that are not plates are named, clipped and counted, never changed (D13)", () => {
  const rows = ["\u001b[2J", "X".repeat(10_000), ...Array.from({ length: 30 }, (_, at) => `? ${at}`)];
  const plan = planFor({ desired: ["AB1"], live: ["AB1"], unreadable: rows });
  expect(plan.counts).toMatchObject({ add: 0, delete: 0, exempt: 0 });
  const messages = plan.warnings.map(({ message }) => message);
  expect(messages).toHaveLength(21);
  expect(messages[0]).toContain("`\u001b[2J`");
  expect(messages[1]?.length).toBeLessThan(150);
  expect(messages.at(-1)).toBe("global: and 12 more like these");
});

it("cars under several spellings are named, in the order of plates whatever the order of rows (D6, E5)", () => {
  const live: LiveText[] = [
    { plate: "CD-1", otherSpellings: ["CD1"] },
    { plate: "A-B1", otherSpellings: ["AB 1", "AB1"] },
  ];
  const desired = ["AB1", "CD1"];
  const { warnings } = planFor({ desired, live });
  expect(warnings.map(({ message }) => message)).toEqual([
    "global: the live list holds one car under several spellings: `A-B1`, `AB 1`, `AB1`",
    "global: the live list holds one car under several spellings: `CD-1`, `CD1`",
  ]);
  expect(planFor({ desired, live: live.toReversed() }).warnings).toEqual(warnings);
});

const base = new URL("https://fleet.example/api/");
const partner = new URL("https://partner.example/");
const fingerprint = targetOf(base, partner, "global").fingerprint;

it.each([
  ["base address", targetOf(new URL("https://staging.example/api/"), partner, "global")],
  ["path", targetOf(new URL("https://fleet.example/"), partner, "global")],
  ["partner address", targetOf(base, base, "global")],
  ["mode", targetOf(base, partner, "billing-account")],
])("another %s makes another target of a plan", (_, other) => {
  expect(other.fingerprint).not.toBe(fingerprint);
});

it("the target is shown without a slash at its end, and is the same each time", () => {
  expect(targetOf(base, partner, "global")).toEqual({ baseUrl: "https://fleet.example/api", fingerprint });
});
