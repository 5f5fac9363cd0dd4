import { createHash } from "node:crypto";
import { type InterfaceSettings, type ScopeMemory, TIMES_TO_SKIP, type UndoneChange } from "../allowlist/index.ts";
import type { Change } from "./plan.ts";

/** A change that is skipped is sent in every fifth run, … */
const RUNS_TO_RETRY = 5;
/** … or once it was last sent a day ago, milliseconds. */
const RETRY_AFTER_MS = 24 * 60 * 60_000;
/** Characters of a server's words that a reason quotes. */
const LONGEST_WORDS = 200;
const DIGEST_DIGITS = 16;

/** What is known from earlier runs about the changes of one list. */
export interface ChangeHistory {
  readonly memory: ScopeMemory | undefined;
  /** Digest of the settings in force. */
  readonly settings: string;
}

type SentChange = Pick<Change, "action" | "plateKey" | "features">;

/** A digest of the `interface:` section: changes that did not last under other settings are not held against a car. */
export function settingsDigest(settings: InterfaceSettings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, DIGEST_DIGITS);
}

/** What the state remembers of a change that was found undone, if it was made under the same settings. */
export function undoneBefore(
  { action, plateKey, features }: SentChange,
  { memory, settings }: ChangeHistory,
): UndoneChange | undefined {
  if (memory?.undone?.settings !== settings) return undefined;
  const earlier = memory.undone.cars.get(plateKey);
  if (!earlier || (earlier.action === "delete") !== (action === "delete")) return undefined;
  if (action === "delete" || isSame(earlier.features ?? [], features?.to ?? [])) return earlier;
  // What the file asks for now was never undone; the server's name for the car is what it was.
  const { licenseNumber, twin } = earlier;
  return twin === undefined ? undefined : { licenseNumber, action: "add", times: 0, twin };
}

/**
 * How many times in a row the change was confirmed and found undone, now that it is planned once more: the state says
 * that it was done, and the list says that it is not.
 */
export function timesUndone(change: SentChange, history: ChangeHistory): number {
  const earlier = undoneBefore(change, history);
  if (earlier) return earlier.times + (earlier.confirmed ? 1 : 0);
  const known = history.memory?.entries.get(change.plateKey);
  if (change.action === "delete" || !known || known.uncertain) return 0;
  return isSame(change.features?.to ?? [], known.features) ? 1 : 0;
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one, at) => one === right[at]);
}

/** Why a change is not sent this time, or undefined when it is. `now`: milliseconds since the epoch. */
export function skipReason(change: Change, history: ChangeHistory, now: number): string | undefined {
  if (change.action === "detach" || timesUndone(change, history) < TIMES_TO_SKIP) return undefined;
  const earlier = undoneBefore(change, history);
  const { skipped = 0, sentAt = now, words } = earlier ?? {};
  const runsLeft = RUNS_TO_RETRY - 1 - skipped;
  if (runsLeft <= 0 || now - sentAt >= RETRY_AFTER_MS) return undefined;
  const said = words === undefined ? "" : ` (last: ${words.slice(0, LONGEST_WORDS)})`;
  const retry = runsLeft === 1 ? "the run after this one" : `${runsLeft} runs from now`;
  return (
    `skipped: confirmed in each of the last ${TIMES_TO_SKIP} runs and undone every time${said}; ` +
    `sent again ${retry}, after a day, or after \`platectl state release ${change.licenseNumber}\``
  );
}
