import { describe, expect, it } from "vitest";
import { readUntilSame } from "../../src/audit/read/audit-reader.ts";
import { readCalendarDay, usualRange } from "../../src/cli/definitions/readers.ts";
import { retryIfListChanged } from "../../src/live/index.ts";
import { InterfaceError } from "../../src/ports/index.ts";

/** Gives these one after the other, and tells how many were asked for; an error is thrown. */
function readings(...values: readonly (string | InterfaceError)[]) {
  let count = 0;
  const read = async (): Promise<string> => {
    const value = values[count];
    count += 1;
    if (value instanceof InterfaceError || value === undefined) throw value ?? new Error("asked too often");
    return value;
  };
  return { read, count: () => count };
}

const same = (left: string, right: string) => left === right;
const moved = new InterfaceError("moved", { kind: "inconsistent" });

it.each([
  [["a", "a"], "a", 2],
  [["a", "b", "b"], "b", 3],
  [["a", "b", "a", "a"], "a", 4],
])("D8 a list is read until two readings are the same: %j is %s after %i", async (values, result, count) => {
  const source = readings(...values);
  expect(await readUntilSame("the list", source.read, same)).toBe(result);
  expect(source.count()).toBe(count);
});

it("reading until two readings are the same gives up after four", async () => {
  const source = readings("a", "b", "a", "b", "b");
  await expect(readUntilSame("global: the live list", source.read, same)).rejects.toMatchObject({
    failure: { kind: "inconsistent" },
    message: expect.stringContaining("global: the live list changed between any two of 4 readings"),
  });
  expect(source.count()).toBe(4);
});

it("reading is done with one reading where that is enough", async () => {
  const source = readings("a", "b");
  expect(await readUntilSame("the list", source.read, same, (first) => first === "a")).toBe("a");
  expect(source.count()).toBe(1);
});

describe("D7 a streamed list that changes under the reader", () => {
  it("a streamed list that changes while it is read is read again", async () =>
    expect(await retryIfListChanged(readings(moved, moved, "a").read)).toBe("a"));

  it("reading a streamed list that changes is given up after four attempts", async () => {
    const source = readings(moved, moved, moved, moved, "a");
    await expect(retryIfListChanged(source.read)).rejects.toBe(moved);
    expect(source.count()).toBe(4);
  });

  it("any other failure of a streamed list is passed on at once", async () => {
    const source = readings(new InterfaceError("403", { kind: "auth", status: 403 }), "a");
    await expect(retryIfListChanged(source.read)).rejects.toThrow("403");
    expect(source.count()).toBe(1);
  });
});

it.each([
  [{}, "2026-02-10", "2026-03-11"],
  [{ from: "2026-03-01" }, "2026-03-01", "2026-03-11"],
  [{ to: "2024-03-01" }, "2024-02-01", "2024-03-01"],
  [{ from: "2026-03-11", to: "2026-03-11" }, "2026-03-11", "2026-03-11"],
])("the days of an audit: %j on 2026-03-11 are %s to %s", (options, from, to) => {
  expect(usualRange(options, "2026-03-11")).toEqual({ from, to });
});

it("the days of an audit are refused when they run backwards", () => {
  expect(() => usualRange({ from: "2026-03-12" }, "2026-03-11")).toThrow(/after --to 2026-03-11, which is today/);
});

it.each(["2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "", "2026-01-01T00:00:00Z"])(
  "the text %j is not a day",
  (text) => {
    expect(() => readCalendarDay(text, "--from")).toThrow(/--from takes a day that exists/);
  },
);

it.each(["2024-02-29", "0001-01-01", "9999-12-31"])("the text %s is a day", (text) => {
  expect(readCalendarDay(text, "--from")).toBe(text);
});
