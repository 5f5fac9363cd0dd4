import type { Scope } from "../../allowlist/index.ts";
import type { LockHolder, LockOwner } from "./lock-holder.ts";

/** A plan to publish: what all of its lists share, and each list by itself. */
export interface PlanToPublish {
  /** Its seal, by which a reviewer approves it. */
  readonly hash: string;
  /** What it says, without the time at which it was made: plans with one content are one plan. */
  readonly content: string;
  /** Whether a plan that the state holds is this one, made a little earlier: what the state says of it proves nothing. */
  readonly isSame: (hash: string, header: string) => boolean;
  readonly header: string;
  /** The fingerprint of its target. */
  readonly target: string;
  /** Is gone through more than once. */
  readonly lists: Iterable<ListToPublish>;
}

/** One list of a plan to publish. */
export interface ListToPublish {
  readonly scope: Scope;
  /** How many changes it has: large lists are taken first. */
  readonly size: number;
  readonly part: string;
  /** The lists of the plan that cars of this one move to. */
  readonly movesTo: readonly Scope[];
}

/** A list that a worker has taken; the lock of the list is held. */
export interface ListTaken {
  readonly kind: "taken";
  readonly scope: Scope;
  /** Undefined when the row is larger than one of this plan can be. */
  readonly part?: string | undefined;
  readonly movesTo: readonly Scope[];
  /** Of earlier turns. */
  readonly reports: readonly string[];
}

/** `wait`: what is left is in the hands of others, or waits for them; `ended`: it will not be done any more. */
export type Taking = ListTaken | { readonly kind: "wait" | "none" } | { readonly kind: "ended"; readonly why: PlanEnd };

/** What follows a turn of a list. */
export interface AfterTurn {
  /** Deletes are left for a second turn. */
  readonly waits: boolean;
  /** It ended with an alarm, and the plan ends with it. */
  readonly isAlarm: boolean;
}

/** What ended a plan before it was done. */
export const PLAN_ENDS = ["newer-plan", "later-run", "alarm"] as const;
/** One of them. */
export type PlanEnd = (typeof PLAN_ENDS)[number];

/** What became of a list: its reports, the oldest first, and whether anything is left to do. */
export interface ListOutcome {
  readonly scope: Scope;
  readonly reports: readonly string[];
  readonly isEnded: boolean;
  /** Of a list that no worker has, where the plan was ended. */
  readonly part?: string | undefined;
}

/** What became of the lists of a plan, and what ended it before all of them were done. */
export interface PlanOutcome {
  readonly ended?: PlanEnd | undefined;
  readonly lists: readonly ListOutcome[];
}

/** Whether a worker may delete: `alone`, the first car of the plan; `wait`: another one has that turn; `free`: one went well. */
export type DeleteTurn =
  | { readonly kind: "alone" | "wait" | "free" }
  | { readonly kind: "ended"; readonly why: PlanEnd };

/** What all workers of a target know of the pace that its server bears. */
export interface SharedPace {
  /** Milliseconds for which nothing is to be sent. */
  readonly pause: number;
  /** How many workers have lists, this one included. */
  readonly workers: number;
  /**
   * How many requests this worker may have in flight; undefined while the server never asked for less. The workers divide what the
   * server bears; where that is less than one for each, they take turns, and this is 0 for those whose turn it is not.
   */
  readonly atOnce?: number | undefined;
  /** What ended the plan. */
  readonly ended?: PlanEnd | undefined;
}

/** Published plans, where workers take lists from. Every method rejects with a `StateError` alone. */
export interface PublishedPlans {
  /**
   * Publishes a plan, ends the older ones of its target, and removes those of more than 30 days ago; gives the hash of the plan
   * that has this content and is neither done nor ended.
   */
  publish(plan: PlanToPublish): Promise<string>;
  /** The header of a plan; empty when it is too long to be one. */
  read(hash: string): Promise<string | undefined>;
  /**
   * Takes the largest list that is free, and its lock: at no time do two workers have the same one, and that of a holder without
   * a sign of life is free again. A list with deletes that wait comes once more, when the lists that its cars move to have had
   * their turn. `but`: lists that this worker does not want again; `most`: a row with more bytes is not read.
   */
  take(hash: string, target: string, holder: LockHolder, but: readonly Scope[], most: number): Promise<Taking>;
  /** Notes a worker's report of its list and frees its lock. False when the lock was lost meanwhile. */
  end(hash: string, scope: Scope, lockId: string, report: string, then: AfterTurn): Promise<boolean>;
  /**
   * Asks for the turn of the first delete, which goes alone. A holder that is gone has it no more. One that does not want it
   * (`takes`: false) has to wait while another one has it.
   */
  firstDelete(hash: string, lockId: string, takes: boolean): Promise<DeleteTurn>;
  /** The holder of that turn has seen that one car went as it should. */
  firstDeleteWentWell(hash: string, lockId: string): Promise<void>;
  /** What became of each list, in no order; `most`: the reports of a list with more bytes are not read. Rejects where there are such. */
  outcomes(hash: string, most: ReadonlyMap<Scope, number>): Promise<PlanOutcome>;
  /**
   * Tells the others that the server asked for less: a pause in milliseconds, and how many requests each worker may have in flight,
   * which may be less than one.
   */
  slowDown(target: string, pause: number, atOnce: number): Promise<void>;
  /** What the others know of the pace, the share of a worker in it, and whether the plan was ended. */
  pace(target: string, hash: string, worker: LockOwner): Promise<SharedPace>;
}
