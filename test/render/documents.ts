import { sealDocument } from "../../src/render/index.ts";
import type { PlanDocument, ReportDocument } from "../../src/schema/index.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";

type ScopePlan = PlanDocument["scopes"][number];
type Change = ScopePlan["changes"][number];

const META = { tool: { name: "platectl", version: "1.0.0" }, createdAt: "2026-03-01T08:00:00Z" } as const;
const TARGET = { baseUrl: "https://fleet.example.com", fingerprint: "f1f2f3f4" };

/** A plan with these scopes; totals are counted. */
export function planOf(scopes: readonly Omit<ScopePlan, "counts">[], rest: Partial<PlanDocument> = {}): PlanDocument {
  const counted = scopes.map((scope) => ({ ...scope, counts: countsOf(scope) }));
  const total = (name: keyof ScopePlan["counts"]) => counted.reduce((sum, scope) => sum + (scope.counts[name] ?? 0), 0);
  return sealDocument({
    kind: "platectl/plan",
    schemaVersion: 1,
    ...META,
    mode: "global",
    target: TARGET,
    desired: { digest: "d1d2d3d4", files: [{ path: "fleet.yaml", sha256: "00ff" }] },
    scopes: counted,
    counts: {
      add: total("add"),
      update: total("update"),
      delete: total("delete"),
      unchanged: total("unchanged"),
      kept: total("kept"),
    },
    guards: [],
    warnings: [],
    integrity: "",
    ...rest,
  });
}

/** One scope, without its counts. */
export function scopeOf(changes: Change[], rest: Partial<ScopePlan> = {}): Omit<ScopePlan, "counts"> {
  return {
    scope: "global",
    live: { source: "list", count: 2_000, digest: "abcd" },
    changes,
    kept: [],
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

const EDIT = {
  commit: "3f2a91c07b5d4e1f9a8c6b2d0e4f5a6b7c8d9e0f",
  author: "Anna Berg",
  at: "2026-02-28T09:30:00.000Z",
};
const ROW_GONE = {
  commit: "b81d0e2f4a6c8e0b2d4f6a8c0e1f3a5b7d9c1e3f",
  author: "Import of the lease system",
  at: "2026-02-28T02:00:00.000Z",
};

/** Nothing to do. */
export const emptyPlan = planOf([scopeOf([])]);

/** Two accounts with a bit of everything. */
export const typicalPlan = planOf(
  [
    scopeOf(
      [
        {
          action: "add",
          licenseNumber: "AB12345",
          reason: { kind: "respelled", ...EDIT, source: "fleet.yaml:12:5" },
          source: "fleet.yaml:12:5",
          twin: "AB1Z345",
        },
        {
          action: "add",
          licenseNumber: "Æ 100",
          reason: { kind: "drift", at: "2026-02-27T08:00:00.000Z" },
          source: "cars/pool.txt:3:1",
        },
        {
          action: "delete",
          licenseNumber: "AB1Z345",
          inFleet: true,
          reason: { kind: "respelled", ...EDIT, source: "fleet.yaml:12" },
          twin: "AB12345",
        },
        {
          action: "delete",
          licenseNumber: "ZZ 99",
          inFleet: false,
          reason: { kind: "row-gone", ...ROW_GONE, source: "cars/pool.txt:9" },
        },
      ],
      {
        scope: "account:4711",
        name: "Acme Denmark",
        kept: [{ licenseNumber: "VIP 1", reason: "matches `VIP*` (policy.protect.plates)" }],
      },
    ),
    scopeOf(
      [
        {
          action: "add",
          licenseNumber: "0123456",
          reason: { kind: "edit", source: "fleet.yaml:20:5", noCommit: "uncommitted" },
          source: "fleet.yaml:20:5",
        },
      ],
      { scope: "account:4712", live: { source: "state", count: 3, digest: "abce" } },
    ),
    scopeOf([], { scope: "account:4713", name: "Acme Sweden", live: { source: "list", count: 1, digest: "abcf" } }),
  ],
  {
    mode: "billing-account",
    guards: [
      {
        rule: "maxDeletes",
        scope: "account:4711",
        tripped: true,
        limit: 1,
        actual: 2,
        override: "--allow-deletes=2",
        changed: {
          before: 2_004,
          live: 2_004,
          wanted: 2_005,
          edit: { file: "fleet.yaml", commit: "3f2a91c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0", cars: 1 },
        },
      },
    ],
    warnings: [{ code: "lookalike-letters", message: "this plate holds Cyrillic letters", source: "fleet.yaml:14:5" }],
  },
);

/** A global plan made with a base revision. */
export const causedPlan = planOf([
  scopeOf([
    { action: "add", licenseNumber: "AA1", features: { from: [], to: ["LEASING"] }, cause: "edit" },
    { action: "add", licenseNumber: "AA2", features: { from: [], to: [] }, cause: "drift" },
    { action: "update", licenseNumber: "BB1", features: { from: ["LEASING", "POOL"], to: [] }, cause: "edit" },
    { action: "delete", licenseNumber: "CC1", features: { from: ["POOL"], to: [] }, cause: "drift" },
    { action: "delete", licenseNumber: "CC2", features: { from: [], to: [] }, cause: "date" },
  ]),
]);

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
export const typicalReport = reportOf(
  [
    { action: "add", licenseNumber: "AB12345", outcome: "verified" },
    { action: "add", licenseNumber: "AB12346", outcome: "acknowledged" },
    {
      action: "add",
      licenseNumber: "AB12347",
      outcome: "rejected",
      error: "License number not valid for country",
      traceId: "4bf92f3577b34da6",
    },
    { action: "delete", licenseNumber: "ZZ 99", outcome: "unknown", error: "the connection was cut while waiting" },
    { action: "delete", licenseNumber: "ZZ 98", outcome: "not-sent" },
  ],
  10,
);

/** Every hostile string as a plate, an error and a trace id, with every outcome. */
export function hostileReport(strings: readonly string[] = HOSTILE_STRINGS): ReportDocument {
  const outcomes = ["verified", "acknowledged", "rejected", "unknown", "not-sent"] as const;
  const results = strings.flatMap((text) =>
    outcomes.map((outcome) => ({ action: "add" as const, licenseNumber: text, outcome, error: text, traceId: text })),
  );
  return reportOf(results, 10);
}
