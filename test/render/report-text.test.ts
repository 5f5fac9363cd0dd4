import { expect, it } from "vitest";
import { reportText } from "../../src/render/index.ts";
import { nextStepAfter } from "../../src/run/exit-code.ts";
import { renderCases } from "./cases.ts";
import { reportOf } from "./documents.ts";

const PLAIN = { color: false, width: 80 };

renderCases(import.meta.url);

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

it.each([
  ...[3, 4, 5, 6, 7, 8].map((code) => [code, "No list was changed"] as const),
  ...[10, 130, 143].map((code) => [code, "Running again is safe"] as const),
  ...[0, 1, 2, 9, 11, 77].map((code) => [code, "."] as const),
])("V8 the next step after code %i says: %s", (code, words) => {
  expect(nextStepAfter(code)).toContain(words);
});
