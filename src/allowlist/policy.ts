import { type AuditPolicy, DEFAULT_AUDIT_POLICY } from "./audit-policy.ts";
import type { Source } from "./diagnostic.ts";
import type { Scope } from "./scope.ts";

/** An approval, in the reviewed file, for a guard to let more changes pass than its limit, until a day. */
export interface Acknowledgement {
  readonly scope: Scope;
  readonly deletes?: number;
  readonly adds?: number;
  /** Last day on which it holds, YYYY-MM-DD in the file's time zone. */
  readonly until: string;
  readonly reason: string;
  readonly source: Source;
}

/** What a plan may do without a human's further word. */
export interface Policy {
  /** Which live cars absent from the file are deleted: all, those that platectl put there, or none. */
  readonly prune: "all" | "owned" | "none";
  readonly protect: { readonly customerCare: boolean; readonly plates: readonly string[] };
  /** Deletes trip above `percent` of live and above `always`, or above `count`. */
  readonly maxDeletes: { readonly percent: number; readonly count: number; readonly always: number };
  /** Adds trip above `percent` of live and above `always`. */
  readonly maxAdds: { readonly percent: number; readonly always: number };
  readonly allowEmpty: boolean;
  /** What else a delete does: nothing, or it takes the car from the account's parking users, too. */
  readonly onRemove: "keep" | "detach";
  readonly acknowledge: readonly Acknowledgement[];
  readonly audit: AuditPolicy;
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_POLICY: Policy = {
  prune: "all",
  protect: { customerCare: true, plates: [] },
  maxDeletes: { percent: 20, count: 500, always: 10 },
  maxAdds: { percent: 50, always: 50 },
  allowEmpty: false,
  onRemove: "keep",
  acknowledge: [],
  audit: DEFAULT_AUDIT_POLICY,
};
