import { CLAIMS_BY, CLAIMS_FROM } from "../../documents/index.ts";
import { AUDIT_FORMATS, PLAN_FORMATS, REPORT_FORMATS } from "../../render/index.ts";
import { numberFrom, readHash } from "./readers.ts";
import {
  APPROVAL_OPTIONS,
  CHOSEN_ACCOUNTS,
  count,
  DRY_RUN,
  day,
  FLEET_FILES,
  FLEET_FILES_BEFORE_OPERANDS,
  formatOf,
  METRICS_OPTIONS,
  OUTPUT,
  READ_OPTIONS,
  RECONCILE_OPTIONS,
  STATE_OPTIONS,
} from "./shared.ts";
import {
  type CommandSpec,
  choice,
  flag,
  operand,
  operands,
  rare,
  required,
  several,
  textOption,
  valueOption,
  withDefault,
} from "./spec.ts";

/** `platectl plan`. */
export const planSpec = {
  options: {
    ...RECONCILE_OPTIONS,
    ...FLEET_FILES,
    ...CHOSEN_ACCOUNTS,
    planFile: textOption("<file>", "also write the plan document, for apply"),
    publish: rare(flag("also put the plan into the state in PostgreSQL, a row a list, for workers (apply --claim)")),
    format: formatOf("the plan", PLAN_FORMATS),
    ...OUTPUT,
    exitCode: flag("exit with 2 when there are changes, with 4 when a guard trips"),
    base: textOption("<git-ref>", "show which changes come from edits since this revision, and which are drift"),
    money: valueOption("<days>", "also say what each deleted car cost in the last days", numberFrom(1, 366)),
    all: flag("list every car, however long the plan"),
    ...METRICS_OPTIONS,
  },
} satisfies CommandSpec;

/** `platectl apply`. */
export const applySpec = {
  operands: { plan: operands("an approved plan document; nothing beyond it is done", { optional: true }) },
  options: {
    ...RECONCILE_OPTIONS,
    ...FLEET_FILES_BEFORE_OPERANDS,
    account: several("<baId>", "only these billing accounts"),
    ...APPROVAL_OPTIONS,
    report: textOption("<file>", "write the report document to this file"),
    format: formatOf("the report", REPORT_FORMATS, "text"),
    all: flag("list every car of plan and report, verified ones too"),
    lockTimeout: count("<seconds>", "wait this long for another run to finish (default: 0)"),
    settleTime: rare(count("<seconds>", "how long the server may take to show a confirmed change (default: 30)")),
    maxPlanAge: rare(count("<hours>", "refuse an approved plan that is older than this (default: 72)")),
    planHash: valueOption("<sha256>", "refuse an approved plan whose file has another SHA-256", readHash),
    claim: rare(
      valueOption("<hash>", "take lists of this published plan one after the other, until none is left", readHash),
    ),
    ...METRICS_OPTIONS,
  },
} satisfies CommandSpec;

/** `platectl acknowledge`. */
export const acknowledgeSpec = {
  operands: { plan: operand("the plan document of plan --plan-file") },
  options: {
    reason: required(textOption("<text>", "why so many changes are right, for people")),
    until: day("the last day of the approval, YYYY-MM-DD (default: in 7 days)"),
    ...DRY_RUN,
    ...FLEET_FILES_BEFORE_OPERANDS,
  },
} satisfies CommandSpec;

/** `platectl report`. */
export const reportSpec = {
  operands: { hash: operand("the hash that plan --publish printed", readHash) },
  options: {
    ...STATE_OPTIONS,
    format: formatOf("the report", REPORT_FORMATS),
    ...OUTPUT,
    all: flag("list every car"),
  },
} satisfies CommandSpec;

/** `platectl audit`. */
export const auditSpec = {
  options: {
    ...READ_OPTIONS,
    ...FLEET_FILES,
    ...CHOSEN_ACCOUNTS,
    from: day("first day of billing records, YYYY-MM-DD (default: 30 days, the last one included)"),
    to: day("last day of billing records (default: today in the fleet file's time zone)"),
    format: formatOf("the audit", AUDIT_FORMATS),
    ...OUTPUT,
    failOn: withDefault(
      choice("<severity>", "exit with 2 when a finding is at least this severe", ["error", "warning", "info"]),
      "warning",
    ),
    info: flag("also run the rules of severity info; --fail-on info does so, too"),
    claims: textOption("<file>", "also write records to claim back there (.csv, .xlsx)"),
    claimsBy: withDefault(
      choice("<whom>", "to whom the claims go: a sheet for each in a workbook", CLAIMS_BY),
      "operator",
    ),
    claimsFrom: withDefault(
      choice(
        "<source>",
        "what claims rest on: readings of the lists that the journal holds, or also what it sent, and what commits say",
        CLAIMS_FROM,
      ),
      "journal",
    ),
    claimed: several("<file...>", "files of --claims of earlier audits: nothing in them is claimed again"),
    since: textOption("<file>", "compare with this earlier audit (JSON); only new findings exit with 2"),
    all: flag("list every finding, however many"),
    ...METRICS_OPTIONS,
  },
} satisfies CommandSpec;
