import type { Scope } from "../values/scope.ts";

/** What may stop a run, or should have stopped it; docs/errors.md explains each. */
export const ALARM_CODES = [
  "delete-took-more",
  "detach-took-more",
  "delete-not-confirmed",
  "deletes-refused",
  "no-effect",
  "no-answers",
  "server-busy",
  "retries-used-up",
  "refused",
  "state-not-written",
  "deadline",
] as const;

/** One of them. */
export type AlarmCode = (typeof ALARM_CODES)[number];

/** Something that the reader of a report has to know first, whatever became of the changes. */
export interface Alarm {
  readonly code: AlarmCode;
  /** The list that it is about; absent when it is about the whole run. */
  readonly scope?: Scope;
  /** What happened, without a full stop; it may hold a server's words. */
  readonly message: string;
  /** What to do, in sentences. */
  readonly advice: string;
  /** Cars that went off the list, or from a parking user, apart from those that the request named. */
  readonly taken?: TakenCars;
}

/** Cars that were taken along. */
export interface TakenCars {
  readonly count: number;
  /** Those of them that customer care had added, and those that `policy.protect.plates` protects. */
  readonly customerCare: number;
  readonly protected: number;
  readonly cars: readonly { readonly licenseNumber: string }[];
}
