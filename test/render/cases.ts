import { expect } from "vitest";
import type { PlanDocument, ReportDocument } from "../../src/documents/index.ts";
import { planFormats, reportFormats } from "../../src/render/index.ts";
import { testRows } from "../case-files.ts";
import { emptyPlan, planOf, reportOf, scopeOf, typicalPlan, typicalReport } from "./documents.ts";

type Scope = Parameters<typeof scopeOf>[1] & { readonly changes?: readonly (Change | string)[] };
type Change = PlanDocument["scopes"][number]["changes"][number];
type Results = Parameters<typeof reportOf>[0];

/** A plan or a report, a format of it, and what is in it. */
interface Case {
  readonly what: string;
  /** A change may be `+ AB1`, `~ AB1` or `- AB1`. */
  readonly plan?:
    | "typical"
    | "empty"
    | (Partial<Omit<PlanDocument, "scopes">> & { readonly scopes?: readonly Scope[] });
  readonly report?:
    | "typical"
    | (Partial<ReportDocument> & { readonly results: Results; readonly baseline?: "unknown" });
  /** Text, if nothing is said. */
  readonly as?: keyof typeof planFormats & keyof typeof reportFormats;
  readonly width?: number;
  readonly all?: boolean;

  readonly shows?: readonly string[];
  readonly hides?: readonly string[];
  /** The same, however the words are wrapped. */
  readonly says?: readonly string[];
  /** How often a pattern is found. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The last lines. */
  readonly ends?: readonly string[];
}

/** A test for each row with `what` of the data file beside a test. */
export function renderCases(test: string): void {
  testRows(test, (one: Case) => judge(textOf(one), one));
}

function textOf({ plan, report, as = "text", width = 200, all = false }: Case): string {
  const window = { color: false, width };
  const text = report
    ? reportFormats[as](reportDocument(report), window, { all })
    : planFormats[as](planDocument(plan ?? "empty"), window, { all });
  return as === "html" ? (text.split("<script", 1)[0] ?? "") : text;
}

function planDocument(plan: NonNullable<Case["plan"]>): PlanDocument {
  if (plan === "typical") return typicalPlan;
  if (plan === "empty") return emptyPlan;
  const { scopes = [{}], ...rest } = plan;
  return planOf(
    scopes.map(({ changes = [], ...scope }) => scopeOf(changes.map(changeOf), scope)),
    rest,
  );
}

const ACTIONS = new Map([
  ["+", "add"],
  ["~", "update"],
  ["-", "delete"],
] as const);

function changeOf(change: Change | string): Change {
  if (typeof change !== "string") return { ...change };
  const action = [...ACTIONS].find(([sign]) => change.startsWith(sign))?.[1] ?? "add";
  return { action, licenseNumber: change.slice(2) };
}

function reportDocument(report: NonNullable<Case["report"]>): ReportDocument {
  if (report === "typical") return typicalReport;
  const { results, baseline, exitCode = 9, ...rest } = report;
  const document = reportOf(results, exitCode);
  return { ...document, ...rest, scopes: document.scopes.map((one) => ({ ...one, ...(baseline && { baseline }) })) };
}

function judge(text: string, { shows = [], hides = [], says = [], counts = {}, ends = [] }: Case): void {
  const words = text.replace(/\s+/g, " ");
  for (const one of shows) expect(text).toContain(one);
  for (const one of hides) expect(text).not.toContain(one);
  for (const one of says) expect(words).toContain(one);
  for (const [pattern, count] of Object.entries(counts))
    expect(text.match(new RegExp(pattern, "gm")) ?? [], pattern).toHaveLength(count);
  if (ends.length > 0) expect(text.trimEnd().split("\n").slice(-ends.length)).toEqual(ends);
}
