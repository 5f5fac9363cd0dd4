import { expect, it } from "vitest";
import { findChromium } from "./chromium.ts";

it("a path of Chromium that does not exist is named, not replaced", () => {
  expect(findChromium({ PLATECTL_CHROMIUM: "/nowhere/chromium" })).toEqual({
    missing: "PLATECTL_CHROMIUM names /nowhere/chromium, which does not exist",
  });
});
