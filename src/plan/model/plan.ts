import type {
  AcceptedBy,
  Baseline,
  CarsAside,
  Choice,
  CommitGap,
  EXEMPTION_RULES,
  ListChange,
  LiveSource,
  MessageCode,
  Mode,
  OlderFleet,
  PlateKey,
  ReasonKind,
  Scope,
  ScopeOrAll,
} from "../../allowlist/index.ts";

/** What is done to a car: three are done to a list; a detach takes it from a parking user. */
export type ChangeAction = "add" | "update" | "delete" | "detach";

/** Why a change is planned. */
export interface ChangeReason {
  readonly kind: ReasonKind;
  /** The commit that made the edit, in full. */
  readonly commit?: string;
  /** Who wrote that commit, by name. */
  readonly author?: string;
  /** When: of that commit, of the day that came, or since when the server lists the car. */
  readonly at?: string;
  /** Drift only: the last time at which the list is known to have been right, where nothing says more. */
  readonly after?: string;
  /** The line behind it, `fleet.yaml:12`; of a line that is gone, where it was. */
  readonly source?: string;
  /** Edits only: why the commit is not known. */
  readonly noCommit?: CommitGap;
}

/** One thing to do to one car: on a list, or with a parking user who holds it. */
export interface Change {
  readonly action: ChangeAction;
  /** What its spellings share; in no document. */
  readonly plateKey: PlateKey;
  /** The spelling that is sent: the desired one for an add, else the server's. */
  readonly licenseNumber: string;
  /** Detaches only: id of the parking user who holds the car now. */
  readonly parkingUser?: string;
  /** Global mode only; both sides sorted. */
  readonly features?: { readonly from: readonly string[]; readonly to: readonly string[] };
  /** Deletes only: whether the car uses the fleet now. Absent when the fleet could not be read. */
  readonly inFleet?: boolean;
  /** What brought the change about, when a base revision was given: an edit of the file, drift of the list, or a date. */
  readonly cause?: "edit" | "drift" | "date";
  /** Why the change is planned, as far as files, their history and the journal show. */
  readonly reason?: ChangeReason;
  /** Where the car is desired: `fleet.yaml:12:5`. Absent for deletes of cars that are in no file. */
  readonly source?: string;
  /** What the fleet file says of the car for people, such as its driver. */
  readonly note?: string;
  /** Words for the reviewer, joined by `; `: ``moves to account:4712; named in absent: `sold` ``. */
  readonly hint?: string;
  /** The plate on the other side of the plan that one typing error would explain: both may be one car. */
  readonly twin?: string;
}

/** A change as a document names it. */
export type PlannedChange = Omit<Change, "plateKey">;

/** Why a live car that is in no file is not deleted. */
export interface Exemption {
  readonly rule: (typeof EXEMPTION_RULES)[number];
  /** The same for people. */
  readonly reason: string;
  /** `grace` only. */
  readonly vanished?: VanishedRow;
  /** `unclear-row` only: the list and the folded text of the row that holds the car. */
  readonly unclear?: { readonly list: string; readonly text: string };
}

/** From which list file a car has vanished, since when, and on which day it is deleted unless it returns; days are YYYY-MM-DD. */
export interface VanishedRow {
  readonly list: string;
  readonly since: string;
  readonly until: string;
}

/** A live car that is in no file and stays on purpose. */
export interface ExemptCar extends Exemption {
  readonly plateKey: PlateKey;
  readonly licenseNumber: string;
}

/** Changes of one list by action, cars that stay as they are, and rows that stay on purpose. */
export interface ScopeCounts {
  readonly add: number;
  readonly update: number;
  readonly delete: number;
  /** Absent when no car is taken from a parking user. */
  readonly detach?: number;
  readonly unchanged: number;
  readonly exempt: number;
}

/** What a choice leaves out of one list: how many changes, and the first of their cars. */
export interface LeftOut {
  readonly add: number;
  readonly update: number;
  readonly delete: number;
  readonly cars: readonly { readonly action: ChangeAction; readonly licenseNumber: string }[];
}

/** What to do to one list. Changes are ordered by action (add, update, delete, detach), then by plate key. */
export interface ScopePlan {
  readonly scope: Scope;
  /** The account's name in the fleet file. */
  readonly name?: string;
  readonly live: {
    readonly source: LiveSource;
    readonly count: number;
    readonly digest: string;
    /** Only where the list cannot be read. */
    readonly baseline?: Baseline;
    /** Only with an unknown baseline, where git has one. */
    readonly older?: OlderFleet;
  };
  readonly changes: readonly Change[];
  readonly exempt: readonly ExemptCar[];
  readonly counts: ScopeCounts;
  readonly leftOut?: LeftOut;
}

/** The name of a guard, as in documents and in `policy`. */
export type GuardRule =
  | "maxDeletes"
  | "maxDeletes.total"
  | "maxDeletes.window"
  | "maxAdds"
  | "maxUpdates"
  | "noOverlap"
  | "maxShrink"
  | "maxAge"
  | "emptyDesired"
  | "emptyLive";

/** The verdict of one guard on one scope, or on all of them together. Listed when it has something to judge. */
export interface Guard {
  readonly rule: GuardRule;
  readonly scope: ScopeOrAll;
  /** True: apply refuses (exit 4). */
  readonly tripped: boolean;
  readonly limit: number;
  readonly actual: number;
  /** How many of them are of this plan, where earlier runs have made some. */
  readonly planned?: number;
  /** The exact option, or line of the fleet file, that lets this plan pass. */
  readonly override: string;
  /** What let it pass although it is over its limit. */
  readonly overriddenBy?: string;
  /** Of a guard that stops the plan: what changed since the last apply. */
  readonly changed?: GuardedChange;
  /** Guards of list files: which one, and what was seen of it. */
  readonly list?: GuardedList;
}

/** Cars of the lists of a guard: how many there were and are, and the edit behind most of what it counts. */
export interface GuardedChange {
  /** On the lists at the end of the last apply; absent where it is not known of all of them. */
  readonly before?: number;
  /** On the lists now, as far as is known. */
  readonly live: number;
  /** In the fleet files today. */
  readonly wanted: number;
  /** Absent where the history of the files does not show it. */
  readonly edit?: GuardedEdit;
}

/** An edit of one file, and how many of the cars that a guard counts it has brought or taken. */
export interface GuardedEdit {
  readonly file: string;
  /** In full; absent while it is not committed. */
  readonly commit?: string;
  readonly cars: number;
}

/** What a guard has seen of a list file. */
export interface GuardedList {
  readonly name: string;
  /** Cars when it was last applied, and now (`maxShrink`). */
  readonly before?: number;
  readonly now?: number;
  /** Rows that `skip` left out then, and leaves out now, where these have grown most. */
  readonly skippedBefore?: number;
  readonly skipped?: number;
  /** The day of its last change, and how that is known (`maxAge`). */
  readonly changedOn?: string;
  readonly changedBy?: ListChange["by"];
}

/** Something that a reviewer of a plan should know; a diagnostic in words. */
export interface PlanWarning {
  readonly code: MessageCode;
  readonly message: string;
  readonly source?: string;
  /** The car that it is about, as written, where it is about one. */
  readonly licenseNumber?: string;
  /** The list that it is about, where it is about one. */
  readonly scope?: Scope;
  /** The reviewed file accepts it (`policy.accept`). */
  readonly accepted?: AcceptedBy;
}

/** Which server a plan is for. The fingerprint covers addresses and mode, no credentials. */
export interface Target {
  readonly baseUrl: string;
  readonly fingerprint: string;
}

/** What apply would do, and whether it may. A pure function of files, live and settings; `PlanDocument` is its form in files. */
export interface Plan {
  readonly mode: Mode;
  readonly target: Target;
  readonly desired: {
    readonly digest: string;
    /** The newest commit that changed the files; absent where git does not say. */
    readonly commit?: string;
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  } & CarsAside;
  /** Absent for all changes. */
  readonly choice?: Choice;
  readonly scopes: readonly ScopePlan[];
  readonly counts: ScopeCounts;
  readonly guards: readonly Guard[];
  readonly warnings: readonly PlanWarning[];
  /** What is as it should be and good to know; absent when there is nothing. */
  readonly notes?: readonly PlanWarning[];
}

/** What a sealed plan says of all its lists, for a run that applies some of them, or all. */
export interface WholePlan {
  readonly desired: { readonly commit?: string | undefined };
  readonly guards: readonly Guard[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly scope?: Scope }[];
  readonly scopes: readonly { readonly scope: Scope; readonly changes: readonly PlannedChange[] }[];
}
