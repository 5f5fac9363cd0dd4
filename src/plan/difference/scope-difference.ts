import type { DesiredScope, LiveScope, Scope, ScopeMemory } from "../../allowlist/index.ts";
import type { BaseComparison } from "./causes.ts";
import type { DraftChange, ScopeDiff } from "./compare-list.ts";

/** One list on both sides, and what differs. */
export interface ScopeDifference {
  readonly scope: Scope;
  readonly desired: DesiredScope;
  readonly live: LiveScope;
  readonly memory: ScopeMemory | undefined;
  readonly diff: ScopeDiff;
  /** Present when a base revision was given. */
  readonly comparison?: BaseComparison;
  /** Changes that the run is not to do, without which `diff` is; absent for none. */
  readonly leftOut?: readonly DraftChange[];
}
