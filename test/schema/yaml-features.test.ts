import { describe, expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { diagnosticsOf, findingsIn, GLOBAL, platesOf } from "./fleet-text.ts";

describe("A2, S22: YAML beyond plain lists and mappings is refused with its place", () => {
  it.each([
    ["an anchor", `${GLOBAL}cars:\n  - &AB1\n  - CD2\n`, ["yaml-anchor 4:9"]],
    ["an anchor on a list", `${GLOBAL}cars: &all [AB1]\n`, ["yaml-anchor 3:12"]],
    ["an alias", `${GLOBAL}cars:\n  - *AB1\n`, ["yaml-alias 4:5"]],
    ["a tag", `${GLOBAL}cars:\n  - !AB1\n`, ["yaml-tag 4:9"]],
    ["a known tag", `${GLOBAL}cars:\n  - !!str AB1\n`, ["yaml-tag 4:11"]],
    ["a tag on a list", `${GLOBAL}cars: !!seq [AB1]\n`, ["yaml-tag 3:13"]],
    ["a merge key", `${GLOBAL}cars: []\n<<: { count: 0 }\n`, ["yaml-merge-key 4:1"]],
    ["%YAML", `%YAML 1.1\n---\n${GLOBAL}cars: [NO]\n`, ["yaml-directive 1:1"]],
    ["%YAML after a comment", `# x\n%YAML 1.2\n---\n${GLOBAL}cars: []\n`, ["yaml-directive 2:1"]],
    ["%TAG", `%TAG ! tag:x,2000:\n---\n${GLOBAL}cars: []\n`, ["yaml-directive 1:1"]],
    ["a literal block", `${GLOBAL}cars:\n  - |\n    AB1\n`, ["yaml-block-scalar 4:5"]],
    ["a folded block", `${GLOBAL}cars:\n  - licenseNumber: >\n      AB1\n`, ["yaml-block-scalar 4:20"]],
    ["a list as a key", `${GLOBAL}cars:\n  - ? [AB1]\n    : x\n`, ["yaml-non-string-key 4:7"]],
    ["a tab as indentation", `${GLOBAL}cars:\n\t- AB1\n`, ["yaml-tab-as-indent 4:1"]],
    ["duplicate keys", `${GLOBAL}cars: [AB1]\ncars: []\n`, ["duplicate-key 4:1"]],
    ["duplicate keys by quotes", `${GLOBAL}cars: [AB1]\n"cars": []\n`, ["duplicate-key 4:1"]],
    ["duplicate keys in a car", `${GLOBAL}cars: [{licenseNumber: A1, licenseNumber: B1}]\n`, ["duplicate-key 3:28"]],
  ])("YAML beyond plain lists and mappings is refused with its place: %s", (_, text, findings) => {
    expect(findingsIn(text)).toEqual(findings);
  });

  it.each([
    ["---", `${GLOBAL}cars: [AB1]\n---\nversion: 1\n`, ["yaml-multiple-docs 4:1"]],
    ["... and more", `${GLOBAL}cars: [AB1]\n...\nversion: 1\n`, ["yaml-multiple-docs 5:1"]],
  ])("A6: a second document after %s is refused", (_, text, findings) => {
    expect(findingsIn(text)).toEqual(findings);
  });
});

describe("A5: rows that ran together", () => {
  it.each([
    ["a lost dash", `${GLOBAL}cars:\n  - AB1\n    CD2\n`, ["several-lines 5:5"]],
    ["dashes without blanks", `${GLOBAL}cars:\n  -AB1\n  -CD2\n`, ["several-lines 4:3"]],
    ["a double-quoted fold", `${GLOBAL}cars:\n  - "AB1\n    CD2"\n`, ["several-lines 4:5"]],
    ["a flow list", `${GLOBAL}cars: [AB1\n  CD2]\n`, ["several-lines 3:8"]],
    ["CR alone", `${GLOBAL}cars:\n  - AB1\r  - CD2\n`, ["line-break 4:8"]],
    ["NEL", `${GLOBAL}cars:\n  - AB1\u0085  - CD2\n`, ["line-break 4:8"]],
    ["a comment with a line separator", `${GLOBAL}cars: [] # x\u2028- AB1\n`, ["line-break 3:13"]],
    ["a tab inside", `${GLOBAL}cars:\n  - AB1\tCD2\n`, ["not-a-plate 4:5"]],
    ["two spaces inside", `${GLOBAL}cars:\n  - AB1  CD2\n`, ["not-a-plate 4:5"]],
    ["a bullet inside quotes", `${GLOBAL}cars:\n  - "- AB1"\n`, ["not-a-plate 4:5"]],
  ])("rows that were joined by mistake are refused: %s", (_, text, findings) => {
    expect(findingsIn(text)).toEqual(findings);
  });

  it("line ends as CRLF and a BOM are accepted", () => {
    expect(platesOf(parseFleet(`${GLOBAL}cars:\n  - AB1\n  - CD2\n`.replaceAll("\n", "\r\n"), "f"))).toEqual([
      "AB1",
      "CD2",
    ]);
  });
});

describe("A7: nothing is not the same as an empty list", () => {
  it.each([
    ["an empty file", "", ["empty-file 1:1"]],
    ["comments only", "# fleet\n", ["empty-file 1:1"]],
    ["no cars", GLOBAL, ["not-specified 1:1"]],
    ["cars without a value", `${GLOBAL}cars:\n`, ["missing-value 3:1"]],
    ["an empty item", `${GLOBAL}cars:\n  - AB1\n  -\n`, ["missing-value 5:4"]],
    ["an empty plate", `${GLOBAL}cars: [{licenseNumber: }]\n`, ["missing-value 3:9"]],
    ["an empty quoted plate", `${GLOBAL}cars: [""]\n`, ["not-a-plate 3:8"]],
    ["a map without a value", `${GLOBAL}cars: [{AB1}]\n`, ["missing-value 3:9", "missing-key 3:8", "unknown-key 3:9"]],
    ["cars: null", `${GLOBAL}cars: null\n`, ["wrong-value 3:7"]],
    ["cars: ~", `${GLOBAL}cars: ~\n`, ["wrong-value 3:7"]],
    ["a list at the top", "- AB1\n", ["not-a-fleet-file 1:1"]],
    ["accounts without a value", "version: 1\nmode: billing-account\naccounts:\n", ["missing-value 3:1"]],
  ])("an empty value is not the same as an empty list: %s", (_, text, findings) => {
    expect(findingsIn(text).sort()).toEqual(findings.sort());
  });

  it("cars: [] says that the list is empty", () => {
    expect(platesOf(parseFleet(`${GLOBAL}cars: []\n`, "f"))).toEqual([]);
  });
});

describe("A9: files that are something else", () => {
  it.each([
    ["git-lfs-pointer 1:1", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"],
    ["html 1:1", "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n"],
    ["html 1:1", "\n  <html>\n"],
    ["conflict-marker 4:1", `${GLOBAL}cars:\n<<<<<<< HEAD\n  - AB1\n=======\n  - AB2\n>>>>>>> theirs\n`],
    ["conflict-marker 5:1", `${GLOBAL}cars:\n  - AB1\n=======\n  - AB2\n`],
    ["conflict-marker 5:1", `${GLOBAL}cars:\n  - AB1\n>>>>>>> theirs\n  - AB2\n`],
    ["conflict-marker 5:1", `${GLOBAL}cars:\n  - AB1\n||||||| base\n  - AB2\n`],
    ["control-character 3:8", `${GLOBAL}cars: [\0]\n`],
    ["control-character 4:8", `${GLOBAL}cars:\n  - AB1\u001b[31m\n`],
    ["control-character 3:12", `${GLOBAL}cars: [] # \u007fx\n`],
    ["control-character 3:12", `${GLOBAL}cars: [] # \u009bx\n`],
    ["bidi-control 3:12", `${GLOBAL}cars: [] # \u202ex\n`],
  ])("a file that is something else is recognised: %s", (finding, text) => {
    expect(findingsIn(text)).toContain(finding);
  });
});

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

  it("an alias bomb is an error that names its aliases", () => {
    const bomb = `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n${GLOBAL}cars: []\n`;
    expect(findingsIn(bomb)).toEqual(expect.arrayContaining(["yaml-anchor 1:7"]));
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
    const [finding, ...others] = diagnosticsOf(parseFleet(`${GLOBAL}cars: [[A1],${"A1,".repeat(1_000_000)}A1]\n`, "f"));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "yaml-too-long",
      source: { line: 3 },
      fix: expect.stringContaining("carsFrom"),
    });
  });

  it("the messages about many keys and many errors stay bounded", () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join("");
    const findings = diagnosticsOf(parseFleet(GLOBAL + keys, "f"));
    expect(findings).toHaveLength(1001);
    expect(findings.at(-1)?.message).toBe("19,001 more errors are not shown.");
  });

  it("hidden characters of the file are written out in messages", () => {
    const reading = parseFleet(`${GLOBAL}cars: ["A\\u202EB", "A\\u200BB", "A\\eB"]\n`, "f");
    expect(diagnosticsOf(reading).map((one) => one.message.split(" is")[0])).toEqual([
      "`A\\u{202e}B`",
      "`A\\u{200b}B`",
      "`A\\u{1b}B`",
    ]);
  });
});
