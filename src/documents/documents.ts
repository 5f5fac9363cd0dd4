import { z } from "zod";
import { ALARM_CODES, CHOICES, COMMIT_GAPS, EXEMPTION_RULES, REASON_KINDS } from "../allowlist/index.ts";
import {
  amounts,
  carsAsideShape,
  count,
  documentShape,
  features,
  instant,
  keys,
  mode,
  money,
  optionalCount,
  optionalText,
  type ReadOnly,
  scope,
  target,
  text,
  tool,
  warning,
} from "./document-parts.ts";

const scopeCounts = z.strictObject({
  ...keys(count, "add", "update", "delete"),
  detach: optionalCount,
  ...keys(count, "unchanged", "kept"),
});
const action = z.enum(["add", "update", "delete", "detach"]);

const reason = z.strictObject({
  kind: z.enum(REASON_KINDS),
  ...keys(optionalText, "commit", "author", "at"),
  after: optionalText.meta({ description: "Of drift: the last time at which the list was known to be right." }),
  source: optionalText,
  noCommit: z.enum(COMMIT_GAPS).exactOptional(),
});

// It is a part of commands that people paste.
const commit = text.regex(/^[0-9a-f]{40,64}$/);

const change = z.strictObject({
  action,
  licenseNumber: text,
  parkingUser: optionalText,
  features: z.strictObject({ from: features, to: features }).exactOptional(),
  inFleet: z.boolean().exactOptional(),
  cause: z.enum(["edit", "drift", "date"]).exactOptional(),
  reason: reason.exactOptional(),
  source: optionalText,
  note: optionalText.meta({ description: "The car's own note in the fleet file." }),
  hint: optionalText,
  twin: optionalText.meta({
    description: "The car on the other side of the plan that one typing error would explain: both may be one car.",
  }),
  cost: amounts
    .exactOptional()
    .meta({ description: "What a deleted car cost in the days of `money`; empty for nothing." }),
});

const scopePlan = z.strictObject({
  scope,
  name: optionalText,
  live: z.strictObject({
    source: z.enum(["list", "state", "none"]),
    count,
    digest: text,
    baseline: z.enum(["known", "unknown"]).exactOptional(),
    older: z.strictObject({ commit, gone: count }).exactOptional().meta({
      description: "A commit whose fleet file names cars of the list that it does not name now, and how many.",
    }),
  }),
  changes: z.array(change),
  kept: z.array(
    z.strictObject({
      licenseNumber: text,
      reason: text,
      rule: z.enum(EXEMPTION_RULES),
    }),
  ),
  counts: scopeCounts,
  leftOut: z
    .strictObject({
      ...keys(count, "add", "update", "delete"),
      cars: z.array(z.strictObject({ action, licenseNumber: text })),
    })
    .exactOptional()
    .meta({ description: "Changes that `choice` leaves out: how many, and the first of their cars." }),
});

const guardedList = z.strictObject({
  name: text,
  ...keys(optionalCount, "before", "now", "skippedBefore", "skipped"),
  changedOn: optionalText,
  changedBy: z.enum(["commit", "time stamp"]).exactOptional(),
});

const guard = z.strictObject({
  rule: z.enum([
    "maxDeletes",
    "maxDeletes.total",
    "maxDeletes.window",
    "maxAdds",
    "maxUpdates",
    "noOverlap",
    "maxShrink",
    "maxAge",
    "emptyDesired",
    "emptyLive",
  ]),
  scope: scope.or(z.literal("all")),
  tripped: z.boolean(),
  limit: count,
  actual: count,
  planned: optionalCount,
  override: text,
  overriddenBy: optionalText,
  changed: z
    .strictObject({
      before: optionalCount,
      live: count,
      wanted: count,
      edit: z.strictObject({ file: text, commit: commit.exactOptional(), cars: count }).exactOptional(),
    })
    .exactOptional()
    .meta({
      description: "Cars at the last apply, on the lists and in the files now, and the edit behind most of it.",
    }),
  list: guardedList.exactOptional(),
});

/** The plan document of `plan --json` and `plan --plan-file`. */
export const planDocumentSchema = documentShape("plan", {
  tool,
  createdAt: instant,
  mode,
  target,
  desired: z.strictObject({
    digest: text,
    commit: commit
      .exactOptional()
      .meta({ description: "The newest commit that changed the files, where git says it." }),
    files: z.array(z.strictObject({ path: text, sha256: text })),
    ...carsAsideShape,
  }),
  choice: z
    .strictObject({ only: z.array(z.enum(CHOICES)).exactOptional(), skip: z.array(text).exactOptional() })
    .exactOptional()
    .meta({ description: "Which changes were chosen; the others are left out. Absent for all." }),
  scopes: z.array(scopePlan),
  counts: scopeCounts,
  guards: z.array(guard),
  warnings: z.array(warning),
  notes: z.array(warning).exactOptional(),
  money: money.exactOptional(),
  published: optionalText.meta({
    description: "The hash of `plan --publish`, which `apply --claim` and `report` take.",
  }),
  integrity: text,
});

/** A plan as its document is made of it: what a change says beside the document, such as the key of its plate, is left out. */
export const plannedSchema = planDocumentSchema.extend({
  scopes: z.array(scopePlan.extend({ changes: z.array(change.strip()) })),
});

const outcomeCounts = z.strictObject(keys(count, "verified", "acknowledged", "rejected", "unknown", "notSent"));

const result = z.strictObject({
  action,
  licenseNumber: text,
  parkingUser: optionalText,
  outcome: z.enum(["verified", "acknowledged", "rejected", "unknown", "not-sent"]),
  ...keys(optionalText, "error", "traceId"),
  source: optionalText.meta({ description: "Where the files name a car that was not done." }),
});

const changedCar = z.strictObject({ licenseNumber: text, drift: z.enum(["missing", "taken", "extra", "features"]) });

const alarm = z.strictObject({
  code: z.enum(ALARM_CODES),
  scope: scope.exactOptional(),
  message: text,
  advice: text,
  taken: z
    .strictObject({
      ...keys(count, "count", "customerCare", "protected"),
      cars: z.array(z.strictObject({ licenseNumber: text })),
    })
    .exactOptional()
    .meta({
      description: "Cars that went off the list, or from a parking user, besides those that the request named.",
    }),
});

/** The report document of `apply --json` and `apply --report`. */
export const reportDocumentSchema = documentShape("report", {
  tool,
  startedAt: instant,
  finishedAt: instant,
  target,
  planHash: optionalText.meta({ description: "SHA-256 of the approved plan's file." }),
  lists: z
    .strictObject({ of: count, missing: z.array(scope) })
    .exactOptional()
    .meta({ description: "Of the report of a published plan: how many lists it has, and which of them are not done." }),
  alarms: z.array(alarm).exactOptional().meta({ description: "What stopped the run, or should have." }),
  scopes: z.array(
    z.strictObject({
      scope,
      results: z.array(result),
      counts: outcomeCounts,
      baseline: z.enum(["known", "unknown"]).exactOptional(),
      changedMeanwhile: z.array(changedCar).exactOptional(),
      held: z
        .array(z.strictObject({ licenseNumber: text, reason: text }))
        .exactOptional()
        .meta({ description: "Cars that no file names and that an unclear row keeps." }),
    }),
  ),
  unclearRows: carsAsideShape.unclearRows,
  warnings: z.array(warning).exactOptional().meta({ description: "What the plan warned of." }),
  counts: outcomeCounts,
  exitCode: count,
  complete: z.literal(true),
});

/** What `plan` prints and `apply PLAN` takes. */
export type PlanDocument = ReadOnly<z.infer<typeof planDocumentSchema>>;
/** What `apply` prints. */
export type ReportDocument = ReadOnly<z.infer<typeof reportDocumentSchema>>;
