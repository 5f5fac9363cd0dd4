import { hash } from "node:crypto";
import type {
  AcceptedBy,
  AuditLimits,
  AuditRuleId,
  AuditRuleRow,
  AuditSeverity,
  Scope,
} from "../../allowlist/index.ts";
import type { Billed } from "../billing/billed-sum.ts";
import type { AuditFacts } from "./facts.ts";

/** What a finding rests on; each rule fills the parts that it speaks of. */
export interface Evidence {
  /** Where the fleet file names the car: `fleet.yaml:12:5`. */
  readonly source?: string;
  /** On the list, and in the fleet file. */
  readonly features?: { readonly from: readonly string[]; readonly to: readonly string[] };
  /** Last day in the fleet file, YYYY-MM-DD. */
  readonly validUntil?: string;
  /** The other plate or spelling that this one is compared with. */
  readonly other?: { readonly licenseNumber: string; readonly source?: string };
  /** The lists on which the fleet file wants the plate. */
  readonly desiredIn?: readonly Scope[];
  readonly user?: { readonly id: string; readonly status: string };
  readonly billed?: Billed;
  /** The last day on which the car was wanted, how many days ago that is, and what says so. */
  readonly removedOn?: string;
  readonly daysSinceRemoval?: number;
  readonly removedBy?: "journal" | "git" | "absent";
}

/** One car that a rule objects to; or a whole account, without a plate. */
export interface FoundCar {
  /** The list or billing account in question; fleet cars belong to none and are given as `global`. */
  readonly scope: Scope;
  readonly licenseNumber?: string;
  /** What is the matter, as a clause that follows the plate, or the account. */
  readonly message: string;
  readonly evidence: Evidence;
}

/** One thing that is not as it should be. */
export interface Finding extends FoundCar {
  readonly rule: AuditRuleId;
  readonly severity: AuditSeverity;
  /** The same from one audit to the next. */
  readonly findingId: string;
  /** By which entry of `policy.audit.accept`, and where the fleet file has it. */
  readonly accepted?: AcceptedBy & { readonly source: string };
  /** Beside an earlier audit. */
  readonly status?: "new" | "still" | "gone";
}

/** What else is to be said of an audit. */
export interface AuditNote {
  readonly code: string;
  readonly message: string;
  readonly source?: string;
}

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
  return hash("sha256", JSON.stringify(parts)).slice(0, ID_LENGTH);
}

/** How a rule is checked. */
export interface RuleCheck {
  /** Whether the policy sets what the rule compares with; it is not checked otherwise. */
  readonly isSet?: (limits: AuditLimits) => boolean;
  /** Why the facts, though they were read, are not enough; undefined when they are. */
  readonly lacks?: (facts: AuditFacts) => string | undefined;
  /** The cars, or accounts, that the rule reports. Looks only at what was read. */
  readonly find: (facts: AuditFacts) => Iterable<FoundCar>;
}

/** The checks of some rules, by the rules' names. */
export type RuleChecks = Readonly<Partial<Record<AuditRuleId, RuleCheck>>>;

/** One rule of the audit: its row of the table, and its check. */
export interface AuditRule extends AuditRuleRow, RuleCheck {
  readonly id: AuditRuleId;
}
