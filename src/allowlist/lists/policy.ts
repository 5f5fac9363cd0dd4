import type { Acceptance, Source } from "../diagnostics/diagnostic.ts";
import type { ScopeOrAll } from "../values/scope.ts";

/** How much a finding matters: money or fines now, likely trouble, worth knowing. */
export type AuditSeverity = "error" | "warning" | "info";

/** The limits for parkings of one car. A limit that is not set is not checked. */
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

/** An approval, in the reviewed file, for a guard to let more changes pass than its limit, until a day. */
export interface Acknowledgement {
  readonly scope: ScopeOrAll;
  readonly deletes?: number;
  readonly adds?: number;
  readonly updates?: number;
  /** Last day on which it holds, YYYY-MM-DD in the file's time zone. */
  readonly until: string;
  readonly reason: string;
  readonly source: Source;
}

/** Deletes trip above `percent` of live and above `always`, or above `count`. */
export interface DeleteLimit {
  readonly percent: number;
  readonly count: number;
  readonly always: number;
}

/** Deletes of the last `days` days, today included, trip above `percent` of the largest list of those days. */
export interface DeleteWindow {
  readonly days: number;
  readonly percent: number;
}

/** What one list may lose in a run, where the fleet file says nothing. */
const DEFAULT_DELETES: DeleteLimit = { percent: 20, count: 500, always: 10 };

/** What all lists may lose on a day, where the fleet file says nothing: as much as one in a run, and the default at least. */
export function defaultTotal({ percent, count, always }: DeleteLimit): DeleteLimit {
  return {
    percent: Math.max(percent, DEFAULT_DELETES.percent),
    count: Math.max(count, DEFAULT_DELETES.count),
    always: Math.max(always, DEFAULT_DELETES.always),
  };
}

/** What lists may lose over several runs, where the fleet file says nothing. */
export const DEFAULT_WINDOW: DeleteWindow = { days: 7, percent: 40 };

/** The longest window of deletes, in days: the journal remembers for this time how many there were. */
export const LONGEST_WINDOW = 31;

/** What a plan may do without a human's further word. */
export interface Policy {
  /** Which live cars absent from the file are deleted: all, those that platectl put there, or none. */
  readonly prune: "all" | "owned" | "none";
  readonly protect: { readonly customerCare: boolean; readonly plates: readonly string[] };
  /** The limit of each list; of all together on a day (`defaultTotal` when absent), and over several days (`DEFAULT_WINDOW`). */
  readonly maxDeletes: DeleteLimit & { readonly total?: DeleteLimit; readonly window?: DeleteWindow };
  /** Adds trip above `percent` of live and above `always`. */
  readonly maxAdds: { readonly percent: number; readonly always: number };
  /** Updates of features trip in the same way. */
  readonly maxUpdates: { readonly percent: number; readonly always: number };
  readonly allowEmpty: boolean;
  /** What else a delete does: nothing, or it takes the car from the account's parking users, too. */
  readonly onRemove: "keep" | "detach";
  readonly acknowledge: readonly Acknowledgement[];
  /** Warnings that are accepted. */
  readonly accept: readonly Acceptance[];
  readonly audit: AuditPolicy;
  /** Ids of billing accounts of the server that are meant to be in no fleet file (`policy.accounts.ignore`). */
  readonly ignoredAccounts: ReadonlySet<string>;
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_POLICY: Policy = {
  prune: "all",
  protect: { customerCare: true, plates: [] },
  maxDeletes: DEFAULT_DELETES,
  maxAdds: { percent: 50, always: 50 },
  maxUpdates: { percent: 50, always: 20 },
  allowEmpty: false,
  onRemove: "keep",
  acknowledge: [],
  accept: [],
  audit: DEFAULT_AUDIT_POLICY,
  ignoredAccounts: new Set(),
};
