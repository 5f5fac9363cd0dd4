import { describe, expect, it } from "vitest";
import { nextStep, reportText } from "../../src/render/index.ts";
import { reportOf, typicalReport } from "./documents.ts";

const PLAIN = { color: false, width: 80 };

describe("reportText", () => {
  it.each([
    {
      plate: "AB12347",
      words: "rejected  + AB12347\n            License number not valid for country (traceId 4bf92f3577b34da6)",
    },
    { plate: "ZZ 99", words: "unknown   - ZZ 99\n            the connection was cut while waiting" },
    { plate: "ZZ 98", words: "not-sent  - ZZ 98" },
  ])("names $plate, which is not as planned, and why", ({ words }) => {
    expect(reportText(typicalReport, PLAIN)).toContain(words);
  });

  it("does not list the cars that are as planned", () => {
    expect(reportText(typicalReport, PLAIN)).not.toContain("AB12345");
  });

  it("sums up, and says what to do next", () => {
    const text = reportText(typicalReport, PLAIN);
    expect(text).toContain("Result: 1 verified, 1 acknowledged, 1 rejected, 1 unknown, 1 not sent.\n");
    expect(text).toContain("Running again is safe");
  });

  it("says so when there was nothing to do", () => {
    expect(reportText(reportOf([], 0), PLAIN)).toContain("global — nothing to do");
  });
});

describe("nextStep", () => {
  it.each([3, 4, 5, 6, 7, 8])("V8 code %i says that no list was changed", (code) => {
    expect(nextStep(code)).toContain("No list was changed");
  });

  it.each([10, 130, 143])("code %i says that running again is safe", (code) => {
    expect(nextStep(code)).toContain("Running again is safe");
  });

  it.each([0, 1, 2, 9, 11, 77])("code %i has an answer too", (code) => {
    expect(nextStep(code)).toMatch(/\.$/);
  });
});
