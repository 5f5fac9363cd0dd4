import { describe, expect, it } from "vitest";
import { nextStepAfter } from "../../src/exit-code.ts";
import { reportText } from "../../src/render/index.ts";
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
  ])("reportText names $plate, which is not as planned, and why", ({ words }) => {
    expect(reportText(typicalReport, PLAIN)).toContain(words);
  });

  it("reportText does not list the cars that are as planned", () => {
    expect(reportText(typicalReport, PLAIN)).not.toContain("AB12345");
  });

  it("reportText lists every car when all are asked for, however many are alike", () => {
    expect(reportText(typicalReport, PLAIN, { all: true })).toContain(
      "  verified  + AB12345\n  acknowledged  + AB12346\n",
    );
    const unsent = Array.from({ length: 30 }, (_, at) => ({
      action: "delete" as const,
      licenseNumber: `AB${1_000 + at}`,
      outcome: "not-sent" as const,
    }));
    const text = reportText(reportOf(unsent, 9), PLAIN, { all: true });
    expect(text.match(/not-sent {2}- AB\d+$/gm)).toHaveLength(30);
    expect(text).not.toContain("more car");
  });

  it("reportText ends with a summary and the next step", () => {
    const text = reportText(typicalReport, PLAIN);
    expect(text).toContain("Result: 1 verified, 1 acknowledged, 1 rejected, 1 unknown, 1 not sent.\n");
    expect(text).toContain("Running again is safe");
  });

  it.each([
    { outcome: "rejected", most: 1_000 },
    { outcome: "unknown", most: 1_000 },
    { outcome: "not-sent", most: 20 },
  ] as const)(
    "reportText names up to $most cars that are $outcome for one reason, and counts the others",
    ({ outcome, most }) => {
      const cars = (count: number, from = 0) =>
        Array.from({ length: count }, (_, at) => {
          const licenseNumber = `AB${1_000_000 + from + at}`;
          return { action: "delete" as const, licenseNumber, outcome, error: `${licenseNumber} has a debt` };
        });
      const named = (text: string) => text.match(/ - AB\d+$/gm)?.length;

      const few = reportText(reportOf(cars(most), 9), PLAIN);
      expect(named(few)).toBe(most);
      expect(few).not.toContain("more car");

      const other = { action: "add" as const, licenseNumber: "ZZ1", outcome, error: "another reason" };
      const many = reportText(reportOf([...cars(most + 1_700), other, ...cars(300, 5_000)], 9), PLAIN);
      expect(named(many)).toBe(most);
      expect(many).toContain(
        `  ${outcome.padEnd(8)}  … 2,000 more cars (--all lists every car)\n            … has a debt\n`,
      );
      expect(many).toContain("+ ZZ1\n            another reason\n");
    },
  );

  it("reportText says a reason that many cars share once, below them, and a trace where it is one car's own", () => {
    const error = "the server was down; run again";
    const cars = ["AB1", "AB2"].map((licenseNumber) => ({
      ...{ action: "add" as const, outcome: "not-sent" as const, licenseNumber, error },
    }));
    const traced = ["CD1", "CD2"].map((licenseNumber) => ({
      ...{ action: "add" as const, outcome: "rejected" as const, licenseNumber, error: `${licenseNumber} is wrong` },
      traceId: `trace-${licenseNumber}`,
    }));
    const text = reportText(reportOf([...cars, ...traced], 9), PLAIN);
    expect(text).toContain(
      "  not-sent  + AB1\n  not-sent  + AB2\n            the server was down; run again\n  rejected",
    );
    expect(text).toContain(
      "  rejected  + CD1 (traceId trace-CD1)\n  rejected  + CD2 (traceId trace-CD2)\n            … is wrong\n",
    );
    expect(text.replace(/\s+/g, " ")).toContain("2 changes were not sent (the server was down). Run again.");
  });

  it("reportText says when there was nothing to do", () => {
    expect(reportText(reportOf([], 0), PLAIN)).toContain("global — nothing to do");
  });
});

describe("the closing words of a run on lists whose other cars nobody knows", () => {
  const car = { action: "add", licenseNumber: "AB1", outcome: "acknowledged" } as const;
  it.each([
    {
      changes: [car],
      words: "Every requested change was sent and accepted. Which other cars are on",
      not: "Nothing was",
    },
    { changes: [], words: "Nothing was to be sent. Which other cars are on", not: "accepted" },
  ])("the report says of them what was sent, and no more: $words", ({ changes, words, not }) => {
    const report = reportOf(changes, 0);
    const scopes = report.scopes.map((one) => ({ ...one, baseline: "unknown" as const }));
    const text = reportText({ ...report, scopes }, PLAIN).replace(/\s+/g, " ");
    expect(text).toContain(words);
    expect(text).not.toContain(not);
  });

  it("the report of an account that left the file and of a choice does not say that the lists are as the file says", () => {
    const warnings = (["forgotten-account", "left-out"] as const).map((code) => ({ code, message: code }));
    const text = reportText({ ...reportOf([car], 0), warnings }, PLAIN).replace(/\s+/g, " ");
    expect(text).not.toContain("are as it says");
    expect(reportText({ ...reportOf([car], 0), warnings: warnings.slice(0, 1) }, PLAIN)).toContain("are as it says");
  });
});

describe("S7 the closing words of a run in which not all was done", () => {
  type Result = Parameters<typeof reportOf>[0][number];
  const done: Result = { action: "add", licenseNumber: "AB1", outcome: "acknowledged" };
  const add: Result = { action: "add", licenseNumber: "CD2", outcome: "rejected", error: "Not valid" };
  const removal: Result = { action: "delete", licenseNumber: "EF3", outcome: "rejected", error: "Not there" };
  const unsent: Result = { action: "add", licenseNumber: "GH4", outcome: "not-sent", error: "not sent: status 503" };
  const closing = (results: Result[], exitCode = 9) =>
    reportText(reportOf(results, exitCode), PLAIN).split("not sent.\n").at(-1)?.replaceAll(/\s+/g, " ").trim();

  it("a run with a rejected add says that it may be an error in the fleet file", () => {
    expect(closing([add])).toBe(
      "1 car of the fleet file was rejected, for the reasons given: correct the plate if it is wrong, or ask the operator, and run again.",
    );
  });

  it("adds that were rejected for lack of a permission are not called an error in the fleet file", () => {
    const forbidden: Result = { ...add, licenseNumber: "CD3", error: "the server answered 403: Forbidden" };
    expect(closing([forbidden])).toBe(
      "1 change was refused for lack of a permission (401 or 403): ask the operator of the server for it, and run again.",
    );
    expect(closing([forbidden, add])).toMatch(/^1 change was refused.* 1 car of the fleet file/);
  });

  it("a rejected delete is not called an error in the fleet file", () => {
    expect(closing([done, removal])).toBe(
      "1 delete was rejected, for the reasons given: the car may still be on the list. Nothing in the fleet file needs to change; the next run tries again. Everything else was done as planned.",
    );
  });

  it("changes that were not sent are called so, with the reason if they share one", () => {
    expect(closing([unsent, { ...unsent, licenseNumber: "GH5" }])).toBe(
      "2 changes were not sent (status 503). Run again.",
    );
    expect(closing([unsent, { ...unsent, licenseNumber: "GH5", error: "held back" }])).toBe(
      "2 changes were not sent, for the reasons given. Run again.",
    );
  });

  it("the report mentions rejected adds, rejected deletes and unsent changes, each by itself, also after an unconfirmed car", () => {
    expect(closing([add, removal, unsent])).toMatch(
      /^1 car .* 1 delete .* 1 change was not sent \(status 503\)\. Run again\.$/,
    );
    expect(closing([{ ...done, outcome: "unknown" }, removal], 10)).toMatch(
      /^Some cars could not .* 1 delete was rejected/,
    );
  });

  it.each([
    ["one is unknown", "unknown", "are recorded as unknown"],
    ["none is unknown", "verified", "has a known outcome"],
  ] as const)("the report of an interrupt mentions unknown changes only if there are some: %s", (_, outcome, words) => {
    expect(closing([{ ...done, outcome }], 130)).toContain(words);
  });

  it("S1 the report shows nothing of a reason that a terminal would obey", () => {
    expect(closing([{ ...unsent, error: "\u001b[31m" }])).not.toContain("\u001b");
  });
});

describe("nextStepAfter", () => {
  it.each([3, 4, 5, 6, 7, 8])("V8 the next step after code %i says that no list was changed", (code) => {
    expect(nextStepAfter(code)).toContain("No list was changed");
  });

  it.each([10, 130, 143])("the next step after code %i says that running again is safe", (code) => {
    expect(nextStepAfter(code)).toContain("Running again is safe");
  });

  it.each([0, 1, 2, 9, 11, 77])("the next step for code %i exists too", (code) => {
    expect(nextStepAfter(code)).toMatch(/\.$/);
  });
});
