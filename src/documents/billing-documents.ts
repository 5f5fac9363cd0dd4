import { z } from "zod";
import { AUDIT_RULE_IDS } from "../schema/audit-rules/index.ts";
import { SPENDING_BY } from "./claims.ts";
import {
  amount,
  amounts,
  carsAsideShape,
  count,
  documentShape,
  features,
  instant,
  keys,
  mode,
  optionalText,
  type ReadOnly,
  rowSetAside,
  saved,
  scope,
  sums,
  target,
  text,
  tool,
  warning,
} from "./document-parts.ts";

const auditRule = z.enum(AUDIT_RULE_IDS);
const severity = z.enum(["error", "warning", "info"]);
/** What a plate was billed, on one account. */
const billed = z.strictObject({
  records: count,
  /** First and last day of parking, YYYY-MM-DD in the file's time zone; empty where the server gave no date. */
  firstDay: text,
  lastDay: text,
  amounts,
  /** `infoId/infoRecordId` of each record. */
  ids: z.array(text),
});

/** What a finding rests on; each rule fills the parts that it speaks of. */
const evidence = z.strictObject({
  /** Where the fleet file names the car: `fleet.yaml:12:5`. */
  source: optionalText,
  /** On the list, and in the fleet file. */
  features: z.strictObject({ from: features, to: features }).exactOptional(),
  /** Last day in the fleet file, YYYY-MM-DD. */
  validUntil: optionalText,
  /** The other plate or spelling that this one is compared with. */
  other: z.strictObject({ licenseNumber: text, source: optionalText }).exactOptional(),
  /** The lists on which the fleet file wants the plate. */
  desiredIn: z.array(scope).exactOptional(),
  user: z.strictObject({ id: text, status: text }).exactOptional(),
  billed: billed.exactOptional(),
  /** The last day on which the car was wanted, how many days before its newest record that was, and what says so. */
  removedOn: optionalText,
  daysSinceRemoval: z.number().int().exactOptional(),
  removedBy: z.enum(["journal", "git", "absent"]).exactOptional(),
});

const rowsSetAside = z.strictObject({
  scope,
  what: z.enum(["billing record", "parking user"]),
  count,
  rows: z.array(rowSetAside),
});

const someRecords = z.strictObject({ records: count, amounts });

const claimed = z.strictObject({
  records: count,
  answered: z.array(
    z.strictObject({
      scope,
      ...keys(text, "licenseNumber", "currencyCode", "amountIncludingVat"),
      records: z.array(text),
      refunds: z.array(text),
    }),
  ),
  open: someRecords,
  otherAccounts: count,
});

/** The audit document of `audit --json`. `failures` are what could not be read; rules that needed it are in `unchecked`, or saw less. `notRun` are those of severity info, where `--info` did not ask for them. `setAside` are rows that could not be judged: sums are incomplete. `since` is the earlier audit that findings were compared with. `names` are those that the fleet file gives its accounts. `claimed` is what became of the claims of `--claimed`: which of them refunds answer, which none of these days answers, and how many are of accounts that were not looked at. */
export const auditDocumentSchema = documentShape("audit", {
  tool,
  createdAt: instant,
  mode,
  target,
  range: z.strictObject(keys(text, "from", "to", "timeZone")),
  names: z.array(z.strictObject({ scope, name: text })).exactOptional(),
  ...carsAsideShape,
  since: z.strictObject({ createdAt: instant }).exactOptional(),
  rules: z.array(z.strictObject({ rule: auditRule, severity, ...keys(text, "title", "explanation", "fix") })),
  unchecked: z.array(z.strictObject({ rule: auditRule, reason: text })),
  notRun: z.array(z.strictObject({ rule: auditRule })).exactOptional(),
  findings: z.array(
    z.strictObject({
      /** The same from one audit to the next. */
      findingId: text,
      rule: auditRule,
      severity,
      /** Beside an earlier audit. */
      status: z.enum(["new", "still", "gone"]).exactOptional(),
      /** The list or billing account in question; fleet cars belong to none and are given as `global`. */
      scope,
      licenseNumber: optionalText,
      /** What is the matter, as a clause that follows the plate, or the account. */
      message: text,
      /** By which entry of `policy.audit.accept`, and where the fleet file has it. */
      accepted: z.strictObject({ reason: text, until: optionalText, source: text }).exactOptional(),
      /** Whether records of it are to be claimed back, or to be asked about first. */
      verdict: z.enum(["claim", "question"]).exactOptional(),
      evidence,
    }),
  ),
  totals: z.array(z.strictObject({ rule: auditRule, count, amounts: amounts.exactOptional() })),
  warnings: z.array(warning),
  failures: z.array(z.strictObject({ scope, message: text, traceId: optionalText })),
  setAside: z.array(rowsSetAside).exactOptional(),
  /** What is to be claimed back, and what is to be asked about first: nothing shows what the list held. Each record counts once. */
  verdicts: z.strictObject({ claims: someRecords, questions: someRecords }).exactOptional(),
  claimed: claimed.exactOptional(),
  saved: saved.exactOptional(),
  coverage: z
    .strictObject({
      accounts: count,
      /** Desired cars of the lists that were looked at. */
      cars: count,
      users: count,
      /** Billing records that were judged, and how many of them name no plate. */
      records: count,
      withoutPlate: count,
      /** The types that were taken for fees, the most frequent first; absent where there were none. */
      feeTypes: z.array(z.strictObject({ recordType: text, records: count })).exactOptional(),
      /** The sums of all these records, the currency of most records first. */
      billed: amounts,
      /** The part that names no plate: fees, subscriptions. */
      billedWithoutPlate: amounts.exactOptional(),
      /** The part that is in findings of errors and warnings that are not accepted, each record counted once. */
      inFindings: amounts,
      /** The same day by day, in the order of days; the day is empty for records without a date. */
      days: z.array(z.strictObject({ day: text, inFindings: amounts })).exactOptional(),
    })
    .exactOptional(),
});

/** What `audit --json` writes. */
export type AuditDocument = ReadOnly<z.infer<typeof auditDocumentSchema>>;

const group = z
  .strictObject({
    key: optionalText.meta({
      description: "The month (YYYY-MM), account, cost centre, id of a parking user, or place.",
    }),
    licenseNumber: optionalText.meta({ description: "The car, with `by: car`." }),
    name: optionalText.meta({ description: "The parking user's name." }),
    ...sums,
  })
  .meta({
    description: "What was spent on one thing in one currency; without `key` and `licenseNumber`, what names none.",
  });

const total = z
  .strictObject({
    ...sums,
    withoutPlate: z
      .strictObject({ records: count, amountIncludingVat: amount })
      .meta({ description: "The part of the records that names no plate, such as fees." }),
  })
  .meta({ description: "All records in one currency." });

const invoice = z
  .strictObject({
    account: optionalText.meta({ description: "The billing account; all of the report where it is absent." }),
    currencyCode: text,
    invoiced: amount,
    billed: amount.meta({ description: "What the records come to." }),
    difference: amount.meta({ description: "What the invoice has more than the records." }),
    agrees: z.boolean(),
    causes: z.array(
      z.strictObject({
        cause: z.enum([
          ...(["day-before", "day-after", "earlier", "later", "billed-late", "billed-ahead"] as const),
          ...(["without-vat", "before-refunds", "without-plate"] as const),
        ]),
        records: count,
        amountIncludingVat: amount,
        explains: z.boolean().meta({ description: "Whether that is the difference." }),
        examples: z.array(text).meta({ description: "`infoId/infoRecordId` of the first records." }),
      }),
    ),
  })
  .meta({ description: "An invoice of `--invoice` beside the records, with what may be the cause of a difference." });

/** The document of `billing report --json`. `failures` and `setAside` are in no sum: with them, `complete` is false. */
export const spendingDocumentSchema = documentShape("spending", {
  tool,
  createdAt: instant,
  target: z.strictObject({ baseUrl: text }),
  range: z.strictObject(keys(text, "from", "to", "timeZone")),
  by: z.enum(SPENDING_BY),
  accounts: count.meta({ description: "How many billing accounts were asked for." }),
  complete: z.boolean().meta({ description: "False when records or accounts are missing in the sums." }),
  totals: z.array(total),
  groups: z.array(group),
  invoices: z.array(invoice).exactOptional(),
  saved: saved.exactOptional(),
  notes: z.array(text),
  failures: z.array(z.strictObject({ scope: text, message: text, traceId: optionalText })),
  setAside: z.array(z.strictObject({ scope: text, count, rows: z.array(rowSetAside) })),
});

/** What `billing report` prints. */
export type SpendingDocument = ReadOnly<z.infer<typeof spendingDocumentSchema>>;
/** What was spent on one thing in one currency. */
export type SpendingGroup = SpendingDocument["groups"][number];
/** What was spent in all in one currency. */
export type SpendingTotal = SpendingDocument["totals"][number];
/** An invoice beside the records. */
export type InvoiceCheck = NonNullable<SpendingDocument["invoices"]>[number];
