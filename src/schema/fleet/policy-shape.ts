import type { z } from "zod";
import {
  ACCEPTABLE_CODES,
  type AuditPolicy,
  type AuditSeverity,
  accountScope,
  DEFAULT_AUDIT_POLICY,
  LONGEST_WINDOW,
  type Source,
} from "../../allowlist/index.ts";
import { AUDIT_RULE_IDS, AUDIT_RULE_TABLE } from "../audit-rules/index.ts";
import {
  ACCOUNT_ID,
  BOOLEAN,
  COUNT,
  DAY,
  FREE_TEXT,
  listOf,
  MONEY,
  oneOf,
  optional,
  PERCENT,
  PLATE,
  PLATE_MASK,
  rare,
  SCOPE,
  section,
  value,
  wholeNumber,
} from "../values/index.ts";

const LEVEL = oneOf<AuditSeverity | "off">(["off", "info", "warning", "error"]);

const auditRules = () =>
  AUDIT_RULE_IDS.map((id) => {
    const { explanation, severity } = AUDIT_RULE_TABLE[id];
    return [id, optional(LEVEL, explanation, severity)] as const;
  });

const auditLimits = rare(
  () =>
    section({
      perDay: optional(MONEY, "The most that a car may be billed on one day, in one currency.", '"40 EUR"'),
      parkingHours: optional(wholeNumber(1, 8760), "How many hours one parking may take.", "24"),
      parkingsPerDay: optional(wholeNumber(1, 1000), "How often a car may park on one day.", "8"),
      weekends: optional(BOOLEAN, "Whether cars may park on Saturdays and Sundays.", "false"),
    }),
  "Limits for parkings; a limit that is not set is not checked.",
);

const acceptedFinding = rare(() =>
  section({
    rule: value(oneOf(AUDIT_RULE_IDS), "The rule whose findings are accepted.", "idle"),
    licenseNumber: optional(PLATE, "Only findings of this plate, in any spelling.", "AB12345"),
    account: optional(ACCOUNT_ID, "Only findings of this billing account.", "4711"),
    until: optional(DAY, "The last day on which it is valid.", "2027-01-01"),
    reason: value(FREE_TEXT, "For people.", '"pool car, used in summer only"'),
  }).meta({ title: "An accepted finding" }),
);

const audit = rare(
  () =>
    section({
      ...Object.fromEntries(auditRules()),
      limits: auditLimits.exactOptional(),
      accept: listOf(acceptedFinding)
        .meta({
          description: "Findings that are known: they are shown as accepted, and do not count for the exit code.",
        })
        .exactOptional(),
      "expires-soon": section({
        days: optional(COUNT, "How many days before validUntil the rule reports a car; 30 by default.", "30"),
        severity: optional(LEVEL, "The severity of its findings.", "info"),
      })
        .or(value(LEVEL, "The severity of its findings, or `off`.", "info"))
        .meta({ description: AUDIT_RULE_TABLE["expires-soon"].explanation })
        .exactOptional(),
    }),
  "Severities of the rules of `platectl audit`, or `off`.",
);

const deleteLimit = () => ({
  percent: optional(
    PERCENT,
    "Apply stops when more than this share of the live cars, and more than `always`, would be deleted.",
    "20",
  ),
  count: optional(COUNT, "Apply stops when more cars than this would be deleted.", "500"),
  always: optional(
    COUNT,
    "This many deletes are always allowed, whatever `percent` says, but at most half of four or more cars.",
    "10",
  ),
});

const maxDeletes = rare(
  () =>
    section({
      ...deleteLimit(),
      total: section(deleteLimit())
        .meta({ description: "The same limits for all lists together, with the deletes of earlier runs of the day." })
        .exactOptional(),
      window: section({
        days: optional(wholeNumber(1, LONGEST_WINDOW), "How many days are counted, the day of the plan included.", "7"),
        percent: optional(PERCENT, "The largest share of a list that may be deleted within these days.", "40"),
      })
        .meta({ description: "Limits the deletes of several days, so that small losses do not add up." })
        .exactOptional(),
    }),
  "Limits for deletes; a plan above them needs an approval.",
);

const changeLimit = (changes: string, would: string, always: string) =>
  rare(
    () =>
      section({
        percent: optional(
          PERCENT,
          `Apply stops when more than this share of the live cars, and more than \`always\`, would ${would}.`,
          "50",
        ),
        always: optional(COUNT, `This many ${changes} are always allowed, whatever \`percent\` says.`, always),
      }),
    `Limits for ${changes}; a plan above them needs an approval.`,
  );

const acknowledgement = rare(() =>
  section({
    scope: value(SCOPE, "The list that it is for, or `all`.", "account:4711"),
    deletes: optional(COUNT, "How many deletes are expected.", "137"),
    adds: optional(COUNT, "How many adds are expected.", "200"),
    updates: optional(COUNT, "How many updates of features are expected.", "60"),
    until: value(DAY, "The last day on which it is valid.", "2026-12-01"),
    reason: value(FREE_TEXT, "For people.", '"lease batch 7 returned"'),
  }).meta({
    title: "An approval",
    // An approval of nothing; an editor then asks for the number of deletes.
    if: { type: "object", properties: { deletes: false, adds: false, updates: false } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { type: "object", properties: { deletes: true }, required: ["deletes"] },
  }),
);

const acceptance = rare(() =>
  section({
    warning: value(oneOf(ACCEPTABLE_CODES), "The code of the warning.", "lookalike-letters"),
    licenseNumber: optional(PLATE, "Only for this car; for all when absent.", "AB12345"),
    account: optional(ACCOUNT_ID, "Only for this billing account; for all lists when absent.", "4711"),
    until: optional(DAY, "The last day on which it is accepted; for good when absent.", "2026-12-01"),
    reason: value(FREE_TEXT, "For people.", '"Greek plates, as they stand on the list"'),
  }).meta({ title: "An accepted warning" }),
);

/** `policy`: what a plan may do. */
export const policyShape = rare(
  () =>
    section({
      prune: optional(
        oneOf(["all", "owned", "none"]),
        "Which live cars that are not in the file are deleted: all, those that platectl added, or none.",
        "all",
      ),
      protect: section({
        customerCare: optional(BOOLEAN, "Keep cars that a customer-care agent added.", "true"),
        plates: listOf(value(PLATE_MASK, "A mask: `*` is any characters, `?` is one.", '"VIP*"'))
          .meta({ description: "Keep plates that match one of these masks." })
          .exactOptional(),
      })
        .meta({ description: "Live cars that are never deleted." })
        .exactOptional(),
      maxDeletes: maxDeletes.exactOptional(),
      maxAdds: changeLimit("adds", "be added", "50").exactOptional(),
      maxUpdates: changeLimit("updates of features", "get other features", "20").exactOptional(),
      allowEmpty: optional(BOOLEAN, "Whether a list may become empty.", "true"),
      onRemove: optional(
        oneOf(["keep", "detach"]),
        "What happens to parking users who hold a car that is deleted: nothing, or the car is taken from them first. Accounts only.",
        "detach",
      ),
      acknowledge: listOf(acknowledgement)
        .meta({ description: "Approvals in the reviewed file: how many changes may pass the limits, and until when." })
        .exactOptional(),
      accept: listOf(acceptance)
        .meta({ description: "Warnings that somebody has looked at: they are counted and shown no more." })
        .exactOptional(),
      audit: audit.exactOptional(),
      accounts: section({
        ignore: listOf(value(ACCOUNT_ID, "The id of a billing account.", "4711"))
          .meta({ description: "Accounts of the server that no fleet file needs to describe." })
          .exactOptional(),
      })
        .meta({ description: "Accounts that are managed elsewhere." })
        .exactOptional(),
    }),
  "What a plan may do.",
);

/** The audit policy that was written, with the defaults for the rest; `sourceOf` locates an entry of `accept` by its number. */
export function readAuditPolicy(
  written: z.output<typeof audit> | undefined,
  sourceOf: (entry: number) => Source,
): AuditPolicy {
  const { "expires-soon": expiry, limits = {}, accept = [], ...severities } = written ?? {};
  const { severity, days } = typeof expiry === "string" ? { severity: expiry, days: undefined } : (expiry ?? {});
  return {
    severities: { ...severities, ...(severity !== undefined && { "expires-soon": severity }) },
    expiresSoonDays: days ?? DEFAULT_AUDIT_POLICY.expiresSoonDays,
    limits,
    accept: accept.map(({ rule, account, ...one }, at) => ({
      ...one,
      code: rule,
      ...(account !== undefined && { scope: accountScope(account) }),
      source: sourceOf(at),
    })),
  };
}
