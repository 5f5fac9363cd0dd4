import type { PlanDocument, ReportDocument } from "../../src/documents/index.ts";
import { sealDocument } from "../../src/render/index.ts";
import { dataFile } from "../data-file.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";

type ScopePlan = PlanDocument["scopes"][number];
type Change = ScopePlan["changes"][number];
type Kept = ScopePlan["kept"][number];
type PartlyKept = Omit<Kept, "rule"> & Partial<Kept>;

const META = { tool: { name: "platectl", version: "1.0.0" }, createdAt: "2026-03-01T08:00:00Z" } as const;
const TARGET = { baseUrl: "https://fleet.example.com", fingerprint: "f1f2f3f4" };

type Renderer<Document, Options> = (document: Document, window: Window, options?: Options) => string;
type Window = { readonly color: boolean; readonly width: number };

/** A plan with these scopes; totals are counted. */
export function planOf(scopes: readonly Omit<ScopePlan, "counts">[], rest: Partial<PlanDocument> = {}): PlanDocument {
  const counted = scopes.map((scope) => ({ ...scope, counts: countsOf(scope) }));
  const total = (name: keyof ScopePlan["counts"]) => counted.reduce((sum, scope) => sum + (scope.counts[name] ?? 0), 0);
  const others = { unchanged: total("unchanged"), kept: total("kept") };
  return sealDocument({
    kind: "platectl/plan",
    schemaVersion: 1,
    ...META,
    mode: "global",
    target: TARGET,
    desired: { digest: "d1d2d3d4", files: [{ path: "fleet.yaml", sha256: "00ff" }] },
    scopes: counted,
    counts: { ...{ add: total("add"), update: total("update"), delete: total("delete") }, ...others },
    guards: [],
    warnings: [],
    integrity: "",
    ...rest,
  });
}

/** One scope, without its counts; kept cars came from customer care unless a rule is given. */
export function scopeOf(
  changes: Change[],
  { kept = [], ...rest }: Partial<Omit<ScopePlan, "kept">> & { readonly kept?: readonly PartlyKept[] } = {},
): Omit<ScopePlan, "counts"> {
  return {
    scope: "global",
    live: { source: "list", count: 2_000, digest: "abcd" },
    changes,
    kept: kept.map((car) => ({ rule: "customer-care", ...car })),
    ...rest,
  };
}

function countsOf(scope: Omit<ScopePlan, "counts">): ScopePlan["counts"] {
  const count = (action: Change["action"]) => scope.changes.filter((change) => change.action === action).length;
  const touched = count("update") + count("delete") + scope.kept.length;
  return {
    add: count("add"),
    update: count("update"),
    delete: count("delete"),
    unchanged: Math.max(0, scope.live.count - touched),
    kept: scope.kept.length,
  };
}

/** The documents of `documents.yaml`. */
const { typicalPlan: typical, causedPlan: caused, typicalReport: results } = dataFile("render/documents.yaml");

/** Nothing to do. */
export const emptyPlan = planOf([scopeOf([])]);

const { scopes: typicalScopes, ...typicalRest } = typical;

/** Two accounts with a bit of everything. */
export const typicalPlan = planOf(typicalScopes, typicalRest);

/** A global plan made with a base revision. */
export const causedPlan = planOf(caused.scopes);

/** A third adds, a third updates, a third deletes. */
export function largePlan(size: number): PlanDocument {
  const third = Math.ceil(size / 3);
  const changes = Array.from({ length: size }, (_, at): Change => {
    const action = at < third ? "add" : at < 2 * third ? "update" : "delete";
    const licenseNumber = `${"AUD".charAt(at < third ? 0 : at < 2 * third ? 1 : 2)}${String(at).padStart(6, "0")}`;
    if (action === "update") return { action, licenseNumber, features: { from: [], to: ["LEASING"] } };
    return action === "add" ? { action, licenseNumber, source: `fleet.yaml:${at + 4}:5` } : { action, licenseNumber };
  });
  return planOf([scopeOf(changes, { live: { source: "list", count: size, digest: "abcd" } })]);
}

/** Every hostile string in every place that takes foreign text. */
export function hostilePlan(strings: readonly string[] = HOSTILE_STRINGS): PlanDocument {
  const changes = strings.flatMap((text): Change[] => [
    { action: "add", licenseNumber: text, features: { from: [], to: [text] }, source: text, hint: text },
    { action: "update", licenseNumber: text, features: { from: [text], to: [] }, source: text, hint: text },
    {
      action: "delete",
      licenseNumber: text,
      inFleet: true,
      reason: { kind: "edit", commit: text, author: text, at: text, source: text },
      twin: text,
    },
  ]);
  const kept = strings.map((text) => ({ licenseNumber: text, reason: text }));
  const scopes = strings.slice(0, 3).map((name, at) => scopeOf([], { scope: `account:${at + 1}`, name }));
  return planOf([scopeOf(changes, { name: strings[0] ?? "", kept }), ...scopes], {
    target: { baseUrl: strings[0] ?? "", fingerprint: "x" },
    desired: {
      digest: "d1d2d3d4",
      files: [],
      notToday: { cars: 3, ended: 1, notBegun: 1 },
      skippedRows: strings.map((text) => ({ file: text, why: "skip", found: text, rows: 2 })),
    },
    guards: strings.map((text) => ({
      rule: "maxDeletes",
      scope: "global",
      tripped: true,
      limit: 1,
      actual: 2,
      override: text,
      overriddenBy: text,
      changed: {
        before: 3,
        live: 3,
        wanted: 1,
        edit: { file: text, commit: "3f2a91c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0", cars: 2 },
      },
    })),
    warnings: strings.map((text) => ({ code: text, message: text, source: text })),
  });
}

/** A small plan with one hostile string of each kind, to look at. */
export const hostileSample = hostilePlan([
  "::set-output name=x::y",
  "\u001b[31mred\rOK",
  "AB\u202e54321",
  "`a` | <b>@octocat</b> #1",
  '=cmd|"x"!A0',
  "</script><script>alert(1)</script>",
]);

/** A report with these results. */
export function reportOf(results: ReportDocument["scopes"][number]["results"], exitCode: number): ReportDocument {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const counts = {
    verified: count("verified"),
    acknowledged: count("acknowledged"),
    rejected: count("rejected"),
    unknown: count("unknown"),
    notSent: count("not-sent"),
  };
  return {
    kind: "platectl/report",
    schemaVersion: 1,
    tool: META.tool,
    startedAt: "2026-03-01T08:00:00Z",
    finishedAt: "2026-03-01T08:00:09Z",
    target: TARGET,
    scopes: [{ scope: "global", results, counts }],
    counts,
    exitCode,
    complete: true,
  };
}

/** One result of each outcome. */
export const typicalReport = reportOf(results, 10);

/** Every hostile string as a plate, an error and a trace id, with every outcome. */
export function hostileReport(strings: readonly string[] = HOSTILE_STRINGS): ReportDocument {
  const outcomes = ["verified", "acknowledged", "rejected", "unknown", "not-sent"] as const;
  const results = strings.flatMap((text) =>
    outcomes.map((outcome) => {
      return { action: "add" as const, licenseNumber: text, outcome, error: text, traceId: text, source: text };
    }),
  );
  const report = reportOf(results, 10);
  const held = strings.map((text) => ({ licenseNumber: text, reason: text }));
  return { ...report, scopes: report.scopes.map((one) => ({ ...one, held })) };
}

/** What a document is as each of its formats, in a window of 80 columns. */
export function everyFormat<Document, Options>(
  name: string,
  formats: Readonly<Record<string, Renderer<Document, Options>>>,
  document: Document,
  options?: Options,
) {
  return Object.entries(formats).map(([format, render]) => {
    const text = render(document, { color: false, width: 80 }, options);
    return { what: `${name} as ${format}`, name, format, text };
  });
}
