import { createHash } from "node:crypto";
import type { AuditRuleId } from "../allowlist/index.ts";
import type { Finding } from "./rules/finding.ts";

/** Hexadecimal digits of an id: enough for a fleet's findings of many years. */
const ID_LENGTH = 16;

/** What identifies a finding, from one audit to the next. */
export type Identified = Pick<Finding, "rule" | "scope" | "licenseNumber" | "evidence">;

/**
 * A stable id: of the rule, the list or account, the plate, and the user or other plate in question. Amounts, days, places in
 * files and the order of findings do not matter.
 */
export function findingIdOf(
  rule: AuditRuleId,
  { scope, licenseNumber = "", evidence: { user, other } }: Omit<Identified, "rule">,
): string {
  const parts = [rule, scope, licenseNumber, user?.id ?? "", other?.licenseNumber ?? ""];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, ID_LENGTH);
}
