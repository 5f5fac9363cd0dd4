import type { PlateKey, PlateRules } from "../allowlist/index.ts";
import type { JournalRecord } from "../state/index.ts";
import type { Part } from "./git/fleet-commits.ts";
import { type CarEvent, carEvents } from "./timeline/car-events.ts";

/** Something that platectl did about a plate, or its outcome. */
export interface JournalEvent {
  /** UTC. */
  readonly at: string;
  readonly target: string;
  readonly scope: string;
  /** `add verified`, `delete begun, no outcome`, `detach from parking user 5501 verified`, `adopted`. */
  readonly event: string;
  /** Who started the run. */
  readonly actor?: string;
  readonly error?: string;
  readonly traceId?: string;
}

/** Which entries of the journal are shown. */
interface JournalWish {
  readonly plateKey: PlateKey;
  /** How plates are compared. */
  readonly rules: PlateRules;
  /** The server and mode that it is asked about; undefined for all. */
  readonly target: string | undefined;
}

/** What the journal says of one plate, oldest first; what is about another server or mode is counted. */
export function journalPart(
  records: readonly JournalRecord[],
  { plateKey, rules, target }: JournalWish,
): Part<JournalEvent> {
  const all = carEvents(records, rules, (key) => key === plateKey).filter(({ action }) => action !== "listed");
  const rows = all.filter((event) => target === undefined || event.target === target).map(inWords);
  const others = all.length - rows.length;
  if (others === 0) return { rows };
  const many = others === 1 ? "1 entry of the journal is" : `${others} entries of the journal are`;
  return { rows, note: `${many} of another server or mode, and not shown` };
}

function inWords(event: CarEvent): JournalEvent {
  const { at, target, scope, action, parkingUser, outcome, readBackAt, actor, error, traceId } = event;
  const holder = parkingUser === undefined ? "" : ` from parking user ${parkingUser}`;
  const known = outcome === "begun" ? "begun, no outcome" : readBackAt === undefined ? outcome : "verified";
  return {
    at,
    target,
    scope,
    event: `${action}${holder}${known === undefined ? "" : ` ${known}`}`,
    ...(actor !== undefined && { actor }),
    ...(error !== undefined && { error }),
    ...(traceId !== undefined && { traceId }),
  };
}
