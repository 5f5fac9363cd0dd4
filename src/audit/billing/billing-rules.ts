import type { AuditLimits, AuditRuleId, PlateKey, PlateRules } from "../../allowlist/index.ts";

/** Whether a record was to be expected: on that day the plate was desired on this account, on another one only, or nowhere. */
export type Standing = "here" | "elsewhere" | "nowhere";

/** What decides about records. */
export interface BillingRules {
  readonly plates: PlateRules;
  readonly limits: AuditLimits;
  /** Whether the rule's findings count as such in the coverage: infos do not. */
  readonly counts: (rule: AuditRuleId) => boolean;
  readonly standingOf: (plateKey: PlateKey, day: string) => Standing;
  /** When a car that is not wanted now left the list, if anything says so. */
  readonly leftOn: (plateKey: PlateKey) => Left | undefined;
  /** The account's parking users by id; absent when they were not read. */
  readonly users?: ReadonlyMap<string, JudgedUser>;
}

/** A parking user with the cars that are linked to it (interface 4.2). */
export interface AuditedUser {
  readonly id: string;
  readonly status: "ACTIVE" | "INACTIVE" | "CLOSED";
  readonly cars: readonly string[];
  /** Empty for a user without one. */
  readonly costCenter?: string;
}

/** A parking user and the cars that they hold, for comparison with records. */
export interface JudgedUser extends AuditedUser {
  readonly plateKeys: ReadonlySet<PlateKey>;
}

/** The last day on which a car was wanted on a list, and what says so. */
export interface Left {
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  readonly by: "journal" | "git" | "absent";
  /** How that can be checked: the entry of the journal, the commit, or the line. */
  readonly proof: string;
}
