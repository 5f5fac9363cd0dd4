import { expect, it } from "vitest";
import { targetOf } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";

planCases(import.meta.url);

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
