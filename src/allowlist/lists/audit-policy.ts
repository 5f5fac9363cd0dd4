import type { Acceptance } from "../diagnostics/diagnostic.ts";

/** How much a finding matters: money or fines now, likely trouble, worth knowing. */
export type AuditSeverity = "error" | "warning" | "info";

/** What parkings of one car may come to. A limit that is not set is not checked. */
export interface AuditLimits {
  /** In one currency: a decimal text, and the currency's code. */
  readonly perDay?: { readonly amount: string; readonly currencyCode: string };
  readonly parkingHours?: number;
  readonly parkingsPerDay?: number;
  /** Whether cars may park on weekends. */
  readonly weekends?: boolean;
}

/** Which rules `audit` applies, and how much each matters. Rules are named as in `schema/audit-rules`. */
export interface AuditPolicy {
  /** What the fleet file says; a rule that it does not name has the severity of the table. */
  readonly severities: Readonly<Partial<Record<string, AuditSeverity | "off">>>;
  /** `expires-soon` reports cars with at most this many days left. */
  readonly expiresSoonDays: number;
  readonly limits: AuditLimits;
  /** Findings that are known. */
  readonly accept: readonly Acceptance<string>[];
  /** Whether the rules of severity info run, too: who audits says so, never the fleet file. */
  readonly info?: boolean;
}

/** What applies where the fleet file says nothing. */
export const DEFAULT_AUDIT_POLICY: AuditPolicy = { severities: {}, expiresSoonDays: 30, limits: {}, accept: [] };
