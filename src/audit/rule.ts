import type { AuditRuleId } from "../allowlist/index.ts";
import type { AuditFacts } from "./facts.ts";
import type { FoundCar } from "./finding.ts";

/** A part of the server's data that takes requests to read. */
export type FactSource = "lists" | "fleet" | "users" | "billing" | "accounts";

/** One rule of the audit. */
export interface AuditRule {
  readonly id: AuditRuleId;
  /** What a finding means, for people. */
  readonly explanation: string;
  /** What to do about it. */
  readonly fix: string;
  /** What must have been read, of one list or account at least. */
  readonly reads: readonly FactSource[];
  /** Why the facts, though there, do not suffice; undefined when they do. */
  readonly lacks?: (facts: AuditFacts) => string | undefined;
  /** The cars, or accounts, that it objects to. Looks only at what was read. */
  readonly find: (facts: AuditFacts) => Iterable<FoundCar>;
}
