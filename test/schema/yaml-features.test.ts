import { describe, expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { diagnosticsOf, findingsIn, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

describe("A10: bombs", () => {
  it("deep nesting is one clear error", () => {
    for (const bomb of [
      "[".repeat(100_000),
      "- ".repeat(16_000),
      "? ".repeat(16_000),
      Array.from({ length: 1_000 }, (_, at) => `${" ".repeat(at)}a:\n`).join(""),
      "{a: ".repeat(5_000),
      `${GLOBAL}cars: ${"[".repeat(2_000)}${"]".repeat(2_000)}`,
    ]) {
      expect(findingsIn(`${bomb}\n`)).toEqual([expect.stringMatching(/^yaml-resource-exhaustion/)]);
    }
  });

  it("a plate of 10 MB is cut short in the message", () => {
    const reading = parseFleet(`${GLOBAL}cars: [${"A".repeat(10_000_000)}]\n`, "f");
    expect(diagnosticsOf(reading)).toHaveLength(1);
    expect(diagnosticsOf(reading)[0]?.message.length).toBeLessThan(200);
  });

  it("a value or key that is far too long is one error, in quotes and over lines, too", () => {
    const long = "A".repeat(10_000_000);
    expect(findingsIn(`${GLOBAL}cars: ["${long}"]\n`)).toEqual(["yaml-long-value 3:8"]);
    expect(findingsIn(`${GLOBAL}cars: ['${long}']\n`)).toEqual(["yaml-long-value 3:8"]);
    expect(findingsIn(`${GLOBAL}cars:\n  - AB1\n  - note: "${"A\n      ".repeat(20_000)}"\n`)).toEqual([
      "yaml-long-value 5:11",
    ]);
    expect(findingsIn(`${GLOBAL}${long}: 1\n`)).toEqual(["yaml-long-value 3:1"]);
    expect(findingsIn(`${GLOBAL}cars: [] # ${long}\n${" ".repeat(1_000_000)}\n`)).toEqual([]);
  });

  it("a list in brackets that would fill the memory is refused, and says what to write", () => {
    const [finding, ...others] = diagnosticsOf(
      parseFleet(`${GLOBAL}cars: ["\\x41",${"A1,".repeat(1_000_000)}A1]\n`, "f"),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "yaml-too-long",
      source: { line: 3 },
      fix: expect.stringContaining("carsFrom"),
    });
  });
});
