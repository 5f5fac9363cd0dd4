import { expect, it } from "vitest";
import { targetOf } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import { planFor } from "./support.ts";

planCases(import.meta.url);

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

it("the target is shown without a slash at its end, and is the same each time and in every version", () => {
  expect(fingerprint).toBe("e5e31e493b317769e7b0e4ecfb54151b");
  expect(targetOf(base, partner, "global")).toEqual({ baseUrl: "https://fleet.example/api", fingerprint });
});
