import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planFormats, reportFormats } from "../../src/render/index.ts";
import {
  causedPlan,
  emptyPlan,
  hostileReport,
  hostileSample,
  largePlan,
  typicalPlan,
  typicalReport,
} from "./documents.ts";

const GOLDEN = join(import.meta.dirname, "../golden/render");
const PLAIN = { color: false, width: 80 };
const PLANS = { empty: emptyPlan, typical: typicalPlan, caused: causedPlan, hostile: hostileSample };
const REPORTS = {
  typical: typicalReport,
  hostile: hostileReport(["::set-output name=x::y", "\u001b[31mred\rOK", '<b> | `a` "@x"', "=1+1"]),
};
const ENDINGS = new Map([
  ["text", "txt"],
  ["markdown", "md"],
  ["diff", "diff"],
  ["html", "html"],
  ["json", "json"],
  ["csv", "csv"],
  ["junit", "xml"],
  ["gitlab", "gitlab.json"],
  ["sarif", "sarif"],
  ["code-quality", "code-quality.json"],
  ["github", "github.txt"],
]);

const planCases = Object.entries(PLANS).flatMap(([name, plan]) =>
  Object.entries(planFormats).map(([format, render]) => ({ name, format, text: render(plan, PLAIN) })),
);
const reportCases = Object.entries(REPORTS).flatMap(([name, report]) =>
  Object.entries(reportFormats).map(([format, render]) => ({ name, format, text: render(report, PLAIN) })),
);

it.each(planCases)("the golden document of the $name plan as $format is up to date", async ({ name, format, text }) => {
  await expect(reviewable(text, format)).toMatchFileSnapshot(join(GOLDEN, `plan-${name}.${ENDINGS.get(format)}`));
});

it.each(reportCases)(
  "the golden document of the $name report as $format is up to date",
  async ({ name, format, text }) => {
    await expect(reviewable(text, format)).toMatchFileSnapshot(join(GOLDEN, `report-${name}.${ENDINGS.get(format)}`));
  },
);

// Too large to keep whole: a digest says that something has changed, and the other plans show what.
it("a plan of 100,000 changes is as before, by length and digest", async () => {
  const plan = largePlan(100_000);
  const lines = Object.entries(planFormats).map(([format, render]) => {
    const text = reviewable(render(plan, PLAIN), format);
    return `${format} ${text.length} ${createHash("sha256").update(text).digest("hex")}\n`;
  });
  await expect(lines.join("")).toMatchFileSnapshot(join(GOLDEN, "plan-100000.digests.txt"));
});

it("the golden document of the typical plan in colour is up to date", async () => {
  const text = planFormats.text(typicalPlan, { color: true, width: 80 }).replaceAll("\u001b", "ESC");
  await expect(text).toMatchFileSnapshot(join(GOLDEN, "plan-typical.colour.txt"));
});

// Styles and script are source files of their own; a golden copy of them would only be noise.
function reviewable(text: string, format: string): string {
  if (format !== "html") return text;
  return text
    .replace(/<style>.*?<\/style>/s, "<style>…</style>")
    .replace(/<script>.*?<\/script>/s, "<script>…</script>")
    .replace(/'sha256-[^']+'/g, "'sha256-…'");
}
