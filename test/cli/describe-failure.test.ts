import { describe, expect, it } from "vitest";
import { describeFailure } from "../../src/cli/process/describe-failure.ts";

describe("a defect (H7)", () => {
  it("a defect ends the program with 1, and the message says what to look at first and where it happened", () => {
    const { exitCode, text, document } = describeFailure(new TypeError("x is not a function"));
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^error: This is a defect in platectl\. Run `platectl state show`/);
    expect(text).toContain("describe-failure.test.ts");
    expect(JSON.parse(document)).toMatchObject({ kind: "platectl/error", exitCode: 1 });
  });

  it("a defect is reported whatever was thrown, and its text gives no commands to a terminal", () => {
    for (const thrown of [undefined, null, "::error::x", 7, { message: "no error" }]) {
      const { exitCode, text } = describeFailure(thrown);
      expect(exitCode).toBe(1);
      expect(text).not.toMatch(/^\s*::/m);
    }
  });
});
