import { describe, expect, it } from "vitest";
import { loadFleet, parseFleet } from "../../src/schema/index.ts";
import { findingsIn, findingsOf, folderWith, GLOBAL } from "./fleet-text.ts";

describe("A10: files as large as they may be", () => {
  it("a list in brackets that is too long to be kept whole is an error that says what to write", () => {
    expect(findingsIn(`${GLOBAL}cars: [A1${",A1".repeat(4_000_000)}]\n`)).toEqual([
      expect.stringContaining("yaml-too-long 3:"),
    ]);
  });

  it.each([
    [150_000, 1],
    [10_000, 100],
  ])("%i accounts in block style with %i cars in brackets are read, as a large company has them", (count, cars) => {
    const carsOf = (account: number) => Array.from({ length: cars }, (_, at) => `A${account}X${at}`).join(", ");
    const accounts = Array.from({ length: count }, (_, at) => `  - baId: ${at + 1}\n    cars: [${carsOf(at)}]\n`);
    const reading = parseFleet(`version: 1\nmode: billing-account\naccounts:\n${accounts.join("")}`, "f");
    expect(reading.kind === "desired" && reading.desired.scopes).toHaveLength(count);
  });

  it("an error beside a long list has its place", () => {
    const text = `${GLOBAL}cars:\n${"  - A1\n".repeat(300_000)}policy: [\n`;
    expect(findingsIn(text)).toEqual(["yaml-bad-indent 300004:9"]);
  });

  it("S25: many patterns over many files stop at a limit", async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `p${at}.txt`);
    const lists = names.map((_, at) => `  - { file: "*${at}.txt" }\n`);
    const files = Object.fromEntries(names.map((name, at) => [name, `A${at}\n`]));
    const cwd = folderWith({ ...files, "slow.yaml": `${GLOBAL}carsFrom:\n${lists.join("")}` });
    expect(findingsOf(await loadFleet(["slow.yaml"], { cwd }))).toContain("too-many-names 4002:13");
  });
});
