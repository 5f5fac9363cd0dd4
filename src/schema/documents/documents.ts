import { z } from "zod";
import { AUDIT_RULE_IDS, COMMIT_GAPS, REASON_KINDS } from "../../allowlist/index.ts";
import { amounts, moneyIn } from "./money-shape.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

export { SCHEMA_VERSION };

const scope = z
  .templateLiteral([z.literal("account:"), z.string().regex(/^[1-9][0-9]{0,18}$/)])
  .or(z.literal("global"));
const count = z.number().int().nonnegative();
const instant = z.iso.datetime();
const features = z.array(z.string());
const tool = z.strictObject({ name: z.literal("platectl"), version: z.string() });
const target = z.strictObject({ baseUrl: z.string(), fingerprint: z.string() });
const scopeCounts = z.strictObject({
  add: count,
  update: count,
  delete: count,
  detach: count.exactOptional(),
  unchanged: count,
  kept: count,
});
const action = z.enum(["add", "update", "delete", "detach"]);

const reason = z.strictObject({
  kind: z.enum(REASON_KINDS),
  commit: z.string().exactOptional(),
  author: z.string().exactOptional(),
  at: z.string().exactOptional(),
  source: z.string().exactOptional(),
  noCommit: z.enum(COMMIT_GAPS).exactOptional(),
});

const change = z.strictObject({
  action,
  licenseNumber: z.string(),
  parkingUser: z.string().exactOptional(),
  features: z.strictObject({ from: features, to: features }).exactOptional(),
  inFleet: z.boolean().exactOptional(),
  cause: z.enum(["edit", "drift", "date"]).exactOptional(),
  reason: reason.exactOptional(),
  source: z.string().exactOptional(),
  skipped: z.string().exactOptional(),
  hint: z.string().exactOptional(),
  cost: amounts
    .exactOptional()
    .meta({ description: "What a deleted car cost in the days of `money`; empty for nothing." }),
});

const scopePlan = z.strictObject({
  scope,
  name: z.string().exactOptional(),
  live: z.strictObject({
    source: z.enum(["list", "state", "none"]),
    count,
    digest: z.string(),
    baseline: z.enum(["known", "unknown"]).exactOptional(),
  }),
  changes: z.array(change),
  kept: z.array(z.strictObject({ licenseNumber: z.string(), reason: z.string() })),
  counts: scopeCounts,
  guarded: z.strictObject({ newAdds: count.exactOptional(), recentDeletes: count.exactOptional() }).exactOptional(),
});

const guardedList = z.strictObject({
  name: z.string(),
  before: count.exactOptional(),
  now: count.exactOptional(),
  changedOn: z.string().exactOptional(),
  changedBy: z.enum(["commit", "time stamp"]).exactOptional(),
});

const guard = z.strictObject({
  rule: z.enum([
    "maxDeletes",
    "maxDeletes.total",
    "maxDeletes.window",
    "maxAdds",
    "maxShrink",
    "maxAge",
    "emptyDesired",
    "emptyLive",
  ]),
  scope: scope.or(z.literal("all")),
  tripped: z.boolean(),
  limit: count,
  shareOf: count.exactOptional(),
  actual: count,
  override: z.string(),
  overriddenBy: z.string().exactOptional(),
  list: guardedList.exactOptional(),
});

const warning = z.strictObject({
  code: z.string(),
  message: z.string(),
  source: z.string().exactOptional(),
  licenseNumber: z.string().exactOptional(),
  scope: scope.exactOptional(),
  accepted: z.strictObject({ reason: z.string(), until: z.string().exactOptional() }).exactOptional(),
});

/** The plan document of `plan --json` and `plan --plan-file`. */
export const planDocumentSchema = z.strictObject({
  kind: z.literal("platectl/plan"),
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool,
  createdAt: instant,
  mode: z.enum(["global", "billing-account"]),
  target,
  desired: z.strictObject({
    digest: z.string(),
    files: z.array(z.strictObject({ path: z.string(), sha256: z.string() })),
  }),
  scopes: z.array(scopePlan),
  counts: scopeCounts,
  guards: z.array(guard),
  warnings: z.array(warning),
  notes: z.array(warning).exactOptional(),
  money: moneyIn(scope).exactOptional(),
  integrity: z.string(),
});

const outcomeCounts = z.strictObject({
  verified: count,
  acknowledged: count,
  rejected: count,
  unknown: count,
  notSent: count,
});

const result = z.strictObject({
  action,
  licenseNumber: z.string(),
  parkingUser: z.string().exactOptional(),
  outcome: z.enum(["verified", "acknowledged", "rejected", "unknown", "not-sent"]),
  error: z.string().exactOptional(),
  traceId: z.string().exactOptional(),
});

/** The report document of `apply --json` and `apply --report`. */
export const reportDocumentSchema = z.strictObject({
  kind: z.literal("platectl/report"),
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool,
  startedAt: instant,
  finishedAt: instant,
  target,
  planHash: z.string().exactOptional().meta({ description: "SHA-256 of the approved plan's file." }),
  shard: z.strictObject({ index: count, of: count }).exactOptional().meta({ description: "The part that it is of." }),
  shards: z
    .strictObject({ of: count, missing: z.array(count) })
    .exactOptional()
    .meta({ description: "Of a merged report: of how many parts, and which of them have no report." }),
  scopes: z.array(
    z.strictObject({
      scope,
      results: z.array(result),
      counts: outcomeCounts,
      baseline: z.enum(["known", "unknown"]).exactOptional(),
    }),
  ),
  counts: outcomeCounts,
  exitCode: count,
  complete: z.literal(true),
});

const auditRule = z.enum(AUDIT_RULE_IDS);
const severity = z.enum(["error", "warning", "info"]);
const billed = z.strictObject({ records: count, firstDay: z.string(), lastDay: z.string(), amounts });

const evidence = z.strictObject({
  source: z.string().exactOptional(),
  features: z.strictObject({ from: features, to: features }).exactOptional(),
  validUntil: z.string().exactOptional(),
  other: z.strictObject({ licenseNumber: z.string(), source: z.string().exactOptional() }).exactOptional(),
  desiredIn: z.array(scope).exactOptional(),
  user: z.strictObject({ id: z.string(), status: z.string() }).exactOptional(),
  billed: billed.exactOptional(),
  records: z.array(z.string()).exactOptional(),
  removedOn: z.string().exactOptional(),
  daysSinceRemoval: z.number().int().exactOptional(),
  removedBy: z.enum(["journal", "git", "absent"]).exactOptional(),
});

const rowsSetAside = z.strictObject({
  scope,
  what: z.enum(["billing record", "parking user"]),
  count,
  rows: z.array(
    z.strictObject({
      page: count.exactOptional(),
      id: z.string(),
      licensePlate: z.string(),
      reason: z.string(),
    }),
  ),
});

/** The audit document of `audit --json`. `failures` are what could not be read; rules that needed it are in `unchecked`, or saw less. `setAside` are rows that could not be judged: sums are incomplete. `since` is the earlier audit that findings were compared with. `names` are those that the fleet file gives its accounts. */
export const auditDocumentSchema = z.strictObject({
  kind: z.literal("platectl/audit"),
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool,
  createdAt: instant,
  mode: z.enum(["global", "billing-account"]),
  target,
  range: z.strictObject({ from: z.string(), to: z.string(), timeZone: z.string() }),
  names: z.array(z.strictObject({ scope, name: z.string() })).exactOptional(),
  since: z.strictObject({ createdAt: instant }).exactOptional(),
  rules: z.array(z.strictObject({ rule: auditRule, severity, explanation: z.string(), fix: z.string() })),
  unchecked: z.array(z.strictObject({ rule: auditRule, reason: z.string() })),
  findings: z.array(
    z.strictObject({
      findingId: z.string().exactOptional(),
      rule: auditRule,
      severity,
      status: z.enum(["new", "still", "gone"]).exactOptional(),
      scope,
      licenseNumber: z.string().exactOptional(),
      message: z.string(),
      accepted: z
        .strictObject({ reason: z.string(), until: z.string().exactOptional(), source: z.string() })
        .exactOptional(),
      evidence,
    }),
  ),
  totals: z.array(z.strictObject({ rule: auditRule, count, amounts: amounts.exactOptional() })),
  warnings: z.array(warning),
  failures: z.array(z.strictObject({ scope, message: z.string(), traceId: z.string().exactOptional() })),
  setAside: z.array(rowsSetAside).exactOptional(),
  coverage: z
    .strictObject({
      accounts: count,
      cars: count,
      users: count,
      records: count,
      withoutPlate: count,
      billed: amounts,
      billedWithoutPlate: amounts.exactOptional(),
      inFindings: amounts,
      days: z.array(z.strictObject({ day: z.string(), inFindings: amounts })).exactOptional(),
    })
    .exactOptional(),
});

export type PlanDocument = z.infer<typeof planDocumentSchema>;
export type ReportDocument = z.infer<typeof reportDocumentSchema>;
export type AuditDocument = z.infer<typeof auditDocumentSchema>;
