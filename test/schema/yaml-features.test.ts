import { describe, expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { diagnosticsOf, findingsIn, GLOBAL, platesOf } from "./fleet-text.ts";

describe("A2, S22: YAML beyond plain lists and mappings is refused with its place", () => {
  it.each(rowsOf(import.meta.url, "YAML beyond plain lists and mappings is refused with its place", TEXT, TEXT, TEXTS))(
    "YAML beyond plain lists and mappings is refused with its place: %s",
    (_, text, findings) => {
      expect(findingsIn(text)).toEqual(findings);
    },
  );

  it.each([
    ["---", `${GLOBAL}cars: [AB1]\n---\nversion: 1\n`, ["yaml-multiple-docs 4:1"]],
    ["... and more", `${GLOBAL}cars: [AB1]\n...\nversion: 1\n`, ["yaml-multiple-docs 5:1"]],
  ])("A6: a second document after %s is refused", (_, text, findings) => {
    expect(findingsIn(text)).toEqual(findings);
  });
});

describe("A5: rows that ran together", () => {
  it.each(rowsOf(import.meta.url, "rows that were joined by mistake are refused", TEXT, TEXT, TEXTS))(
    "rows that were joined by mistake are refused: %s",
    (_, text, findings) => {
      expect(findingsIn(text)).toEqual(findings);
    },
  );

  it("line ends as CRLF and a BOM are accepted", () => {
    expect(platesOf(parseFleet(`${GLOBAL}cars:\n  - AB1\n  - CD2\n`.replaceAll("\n", "\r\n"), "f"))).toEqual([
      "AB1",
      "CD2",
    ]);
  });
});

describe("A7: nothing is not the same as an empty list", () => {
  it.each(rowsOf(import.meta.url, "an empty value is not the same as an empty list", TEXT, TEXT, TEXTS))(
    "an empty value is not the same as an empty list: %s",
    (_, text, findings) => {
      expect(findingsIn(text).sort()).toEqual(findings.sort());
    },
  );

  it("cars: [] says that the list is empty", () => {
    expect(platesOf(parseFleet(`${GLOBAL}cars: []\n`, "f"))).toEqual([]);
  });
});

it.each(rowsOf(import.meta.url, "a file that is something else is recognised", TEXT, TEXT))(
  "A9: a file that is something else is recognised: %s",
  (finding, text) => {
    expect(findingsIn(text)).toContain(finding);
  },
);

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
