import type { AuditLimits, PlateKey, PlateRules, Scope } from "../../../allowlist/index.ts";

/**
 * What says that a car was not on a list, or not wanted there, on a day; the strongest first. `reading`: the list was read back
 * without it. `sent`: platectl had it deleted or added, and no reading shows the list of that day. `committed`: a commit before
 * that day says so, or one that added the car later. `assumed`: the files say so, and nothing shows since when.
 */
export type ProofGrade = "reading" | "sent" | "committed" | "assumed";

/** How a car stood on a day: on the list, as far as that is known, else in the files. */
export type DayOnList =
  /** On the list, or wanted there, or nothing is known. */
  | { readonly kind: "here" }
  /** It was, and a last day before was written into the files later. */
  | {
      readonly kind: "ended-afterwards";
      /** YYYY-MM-DD. */
      readonly validUntil: string;
      /** What wrote it, in words. */
      readonly written: string;
    }
  /** The files wanted it no more, and the list had it: until a day (YYYY-MM-DD), or to this day. */
  | { readonly kind: "still-listed"; readonly left: Left; readonly until: string | undefined }
  /** The files do not want it now, and their history of that day is missing. */
  | { readonly kind: "not-known" }
  /** It came later. */
  | { readonly kind: "not-joined"; readonly joined: Joined }
  /** It had left, and came back later. */
  | { readonly kind: "between"; readonly left: Left; readonly joined: Joined }
  /** It was not; `left` where something says since when. */
  | { readonly kind: "gone"; readonly left?: Left };

/** Whether a record was to be expected: on that day the plate was desired on this account, on another one only, or nowhere. */
export type Standing =
  | DayOnList
  | { readonly kind: "elsewhere" }
  /** Nowhere, and the policy leaves it on the list that holds it. */
  | { readonly kind: "kept"; readonly reason: string }
  /** On another one, from which it came here later. */
  | { readonly kind: "before-move"; readonly from: Scope; readonly joined: Joined };

/** What decides about records. */
export interface BillingRules {
  readonly plates: PlateRules;
  readonly limits: AuditLimits;
  /** The last day that a parking can be of, YYYY-MM-DD: tomorrow, as the server has a time zone of its own. */
  readonly lastDay: string;
  /** Whether the fleet files want the plate here on that day, and did so all the time, or protect it: nothing else has to be asked. */
  readonly isWanted: (plateKey: PlateKey, day: string) => boolean;
  /** Asked of all others, once their history was read. */
  readonly standingOf: (plateKey: PlateKey, day: string) => Standing;
  /** Whether the fleet file spells a plate otherwise; absent where no rule asks for that. */
  readonly isOddSpelling?: (plateKey: PlateKey, licenseNumber: string) => boolean;
  /** The account's parking users by id; absent when they were not read. */
  readonly users?: ReadonlyMap<string, AuditedUser>;
}

/** A parking user with the cars that are linked to it (interface 4.2). */
export interface AuditedUser {
  readonly id: string;
  readonly status: "ACTIVE" | "INACTIVE" | "CLOSED";
  readonly cars: readonly string[];
  /** Those of the cars that are plates, for comparison with records. */
  readonly plateKeys: ReadonlySet<PlateKey>;
  /** Empty for a user without one. */
  readonly costCenter?: string;
}

/** The first day on which a car was on a list, and what says so. */
export interface Joined {
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** How that can be checked: the entry of the journal, the commit, or the line. */
  readonly proof: string;
  /** What that rests on. */
  readonly grade: ProofGrade;
}

/** The last day on which a car was wanted on a list, and what says so. */
export interface Left extends Joined {
  readonly by: "journal" | "git" | "absent";
  /** It was the last day of the car in the files. */
  readonly isLastDay?: true;
}
