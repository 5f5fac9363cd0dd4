import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditFormats, planFormats, reportFormats } from "../../src/render/index.ts";
import { emptyAudit, knownAudit, typicalAudit } from "./audit-documents.ts";
import {
  causedPlan,
  emptyPlan,
  everyFormat,
  hostileReport,
  hostileSample,
  largePlan,
  typicalPlan,
  typicalReport,
} from "./documents.ts";

const GOLDEN = join(import.meta.dirname, "../golden/render");
const PLANS = { empty: emptyPlan, typical: typicalPlan, caused: causedPlan, hostile: hostileSample };
const REPORTS = {
  typical: typicalReport,
  hostile: hostileReport(["::set-output name=x::y", "\u001b[31mred\rOK", '<b> | `a` "@x"', "=1+1"]),
};
const AUDITS = { typical: typicalAudit, empty: emptyAudit, known: knownAudit };
/** Other formats are their own ending. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ text: "txt", markdown: "md", junit: "xml", gitlab: "gitlab.json" },
  ...{ "code-quality": "code-quality.json", github: "github.txt" },
};

const documents = [
  ...Object.entries(PLANS).flatMap(([name, plan]) => everyFormat(`plan-${name}`, planFormats, plan)),
  ...Object.entries(REPORTS).flatMap(([name, report]) => everyFormat(`report-${name}`, reportFormats, report)),
  ...Object.entries(AUDITS).flatMap(([name, audit]) => everyFormat(`audit-${name}`, auditFormats, audit)),
];

// Update with `vitest run test/render -u`.
it.each(documents)("the golden document of $name as $format is up to date", async ({ name, format, text }) => {
  await expect(reviewable(text, format)).toMatchFileSnapshot(join(GOLDEN, `${name}.${ENDINGS[format] ?? format}`));
});

// Too large to keep whole: a digest says that something has changed, and the other plans show what.
it("a plan of 100,000 changes is as before, by length and digest", async () => {
  const lines = everyFormat("plan", planFormats, largePlan(100_000)).map(({ format, text }) => {
    const shown = reviewable(text, format);
    return `${format} ${shown.length} ${createHash("sha256").update(shown).digest("hex")}\n`;
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
