import { z } from "zod";
import { AUDIT_RULE_IDS } from "../../allowlist/index.ts";
import {
  amounts,
  carsAside,
  count,
  features,
  instant,
  optionalText,
  rowSetAside,
  saved,
  schemaVersion,
  scope,
  target,
  text,
  tool,
  warning,
} from "./document-parts.ts";

const auditRule = z.enum(AUDIT_RULE_IDS);
const severity = z.enum(["error", "warning", "info"]);
const billed = z.strictObject({ records: count, firstDay: text, lastDay: text, amounts });

const evidence = z.strictObject({
  source: optionalText,
  features: z.strictObject({ from: features, to: features }).exactOptional(),
  validUntil: optionalText,
  other: z.strictObject({ licenseNumber: text, source: optionalText }).exactOptional(),
  desiredIn: z.array(scope).exactOptional(),
  user: z.strictObject({ id: text, status: text }).exactOptional(),
  billed: billed.exactOptional(),
  records: z.array(text).exactOptional(),
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

const claimed = z.strictObject({
  records: count,
  answered: z.array(
    z.strictObject({
      scope,
      licenseNumber: text,
      currencyCode: text,
      amountIncludingVat: text,
      records: z.array(text),
      refunds: z.array(text),
    }),
  ),
  open: z.strictObject({ records: count, amounts }),
  otherAccounts: count,
});

/** The audit document of `audit --json`. `failures` are what could not be read; rules that needed it are in `unchecked`, or saw less. `notRun` are those of severity info, where `--info` did not ask for them. `setAside` are rows that could not be judged: sums are incomplete. `since` is the earlier audit that findings were compared with. `names` are those that the fleet file gives its accounts. `claimed` is what became of the claims of `--claimed`: which of them refunds answer, which none of these days answers, and how many are of accounts that were not looked at. */
export const auditDocumentSchema = z.strictObject({
  kind: z.literal("platectl/audit"),
  schemaVersion,
  tool,
  createdAt: instant,
  mode: z.enum(["global", "billing-account"]),
  target,
  range: z.strictObject({ from: text, to: text, timeZone: text }),
  names: z.array(z.strictObject({ scope, name: text })).exactOptional(),
  ...carsAside,
  since: z.strictObject({ createdAt: instant }).exactOptional(),
  rules: z.array(z.strictObject({ rule: auditRule, severity, explanation: text, fix: text })),
  unchecked: z.array(z.strictObject({ rule: auditRule, reason: text })),
  notRun: z.array(z.strictObject({ rule: auditRule })).exactOptional(),
  findings: z.array(
    z.strictObject({
      findingId: optionalText,
      rule: auditRule,
      severity,
      status: z.enum(["new", "still", "gone"]).exactOptional(),
      scope,
      licenseNumber: optionalText,
      message: text,
      accepted: z.strictObject({ reason: text, until: optionalText, source: text }).exactOptional(),
      evidence,
    }),
  ),
  totals: z.array(z.strictObject({ rule: auditRule, count, amounts: amounts.exactOptional() })),
  warnings: z.array(warning),
  failures: z.array(z.strictObject({ scope, message: text, traceId: optionalText })),
  setAside: z.array(rowsSetAside).exactOptional(),
  claimed: claimed.exactOptional(),
  saved: saved.exactOptional(),
  coverage: z
    .strictObject({
      accounts: count,
      cars: count,
      users: count,
      records: count,
      withoutPlate: count,
      feeTypes: z.array(z.strictObject({ recordType: text, records: count })).exactOptional(),
      billed: amounts,
      billedWithoutPlate: amounts.exactOptional(),
      inFindings: amounts,
      days: z.array(z.strictObject({ day: text, inFindings: amounts })).exactOptional(),
    })
    .exactOptional(),
});

/** What `audit --json` writes. */
export type AuditDocument = z.infer<typeof auditDocumentSchema>;
