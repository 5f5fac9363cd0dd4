import type { PlateKey } from "./plate.ts";

/** A change that was confirmed and found undone this many times in a row is skipped. */
export const TIMES_TO_SKIP = 3;

/** A change that the server confirmed and that was found undone afterwards, run after run (reliability E4). */
export interface UndoneChange {
  readonly licenseNumber: string;
  readonly action: "add" | "delete";
  /** Adds: the features that were asked for; with others it is another change. None when absent. */
  readonly features?: readonly string[];
  /** How many times in a row it was confirmed and then found undone. Refusals never count. */
  readonly times: number;
  /** The last run confirmed it; the next one sees whether it lasted. */
  readonly confirmed?: true;
  /** The last run saw the server confirm it without effect. */
  readonly isIdle?: true;
  /** Adds: the spelling of a row that came when the add was sent, and that may be the server's name for the car. */
  readonly twin?: string;
  /** The last words about it: the server's, or what its list showed. Untrusted text. */
  readonly words?: string;
  /** Runs that skipped it since it was last sent. */
  readonly skipped?: number;
  /** When it was last sent, milliseconds since the epoch. */
  readonly sentAt?: number;
}

/** A change, or the plate alone of a delete that was confirmed and never found undone: most of many are such. */
export type UndoneOrPlate = UndoneChange | string;

/** The change that is meant. */
export function undoneChangeOf(one: UndoneOrPlate): UndoneChange {
  return typeof one === "string" ? { licenseNumber: one, action: "delete", times: 0, confirmed: true } : one;
}

/** The changes of one list that did not last, by plate, and under which settings of the interface they were sent. */
export interface UndoneChanges {
  /** Digest of the fleet file's `interface:` section then: other settings may make them last. */
  readonly settings: string;
  readonly cars: ReadonlyMap<PlateKey, UndoneChange>;
}
