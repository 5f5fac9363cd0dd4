import { daysIn, type PlateKey, type PlateRules, type Scope } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import type { JournalRecord, StateView } from "../../state/index.ts";
import type { Part } from "../git/car-commits.ts";
import { type CarEvent, carEvents } from "./car-events.ts";

/** A car that platectl put on a list, took off it, or found there, and one that a human said is not there. */
export interface JournalChange extends Pick<CarEvent, "at" | "run" | "readBackAt"> {
  readonly action: "add" | "delete" | "listed" | "forgotten";
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
}

/** For each list, what was done to each car, oldest first. */
export type JournalChanges = ReadonlyMap<Scope, ReadonlyMap<PlateKey, readonly JournalChange[]>>;

/** What the journal says of cars, or of one, that were put on lists and taken off them: confirmed changes alone. */
export function journalChanges(
  records: readonly JournalRecord[],
  { target, rules }: StateView,
  timeZone: string,
  plateKey?: PlateKey,
): JournalChanges {
  const lists = new Map<Scope, Map<PlateKey, JournalChange[]>>();
  const dayOf = daysIn(timeZone);
  const own = records.filter((record) => record.target === target);
  for (const event of carEvents(own, rules, (key) => plateKey === undefined || key === plateKey)) {
    const action = changeOf(event);
    if (!action) continue;
    const { at, run, readBackAt } = event;
    const list = valueAt(lists, event.scope, () => new Map<PlateKey, JournalChange[]>());
    const changes = valueAt(list, event.plateKey, () => []);
    const known = { ...(run !== undefined && { run }), ...(readBackAt !== undefined && { readBackAt }) };
    changes.push({ action, day: dayOf(Date.parse(at)), at, ...known });
  }
  return lists;
}

function changeOf({ action, outcome, parkingUser }: CarEvent): JournalChange["action"] | undefined {
  switch (action) {
    case "listed":
    case "adopted":
      return "listed";
    case "forgotten":
      return action;
    case "add":
    case "delete":
      return parkingUser === undefined && (outcome === "verified" || outcome === "acknowledged") ? action : undefined;
    case "detach":
      return undefined;
  }
}

/** When platectl put a car on a list where it has been since then, UTC; undefined where others did, or nobody knows. */
export function addedAt(changes: readonly JournalChange[]): string | undefined {
  const left = changes.findLastIndex(({ action }) => action === "delete" || action === "forgotten");
  const came = changes[left + 1];
  return came?.action === "add" ? came.at : undefined;
}

/** Something that platectl did about a plate, or its outcome. */
export interface JournalEvent extends Pick<CarEvent, "at" | "target" | "scope" | "actor" | "error" | "traceId"> {
  /** `add verified`, `delete begun, no outcome`, `detach from parking user 5501 verified`, `adopted`. */
  readonly event: string;
}

/** What the journal says of one plate, oldest first; what is about another server or mode than the target, if one is given, is counted. */
export function journalPart(
  records: readonly JournalRecord[],
  plateKey: PlateKey,
  { target, rules }: { readonly target: string | undefined; readonly rules: PlateRules },
): Part<JournalEvent> {
  const all = carEvents(records, rules, (key) => key === plateKey).filter(({ action }) => action !== "listed");
  const rows = all.filter((event) => target === undefined || event.target === target).map(inWords);
  const others = all.length - rows.length;
  if (others === 0) return { rows };
  const many = others === 1 ? "1 entry of the journal is" : `${others} entries of the journal are`;
  return { rows, note: `${many} of another server or mode, and not shown` };
}

function inWords({ plateKey: _, action, parkingUser, outcome, readBackAt, run: __, ...event }: CarEvent): JournalEvent {
  const holder = parkingUser === undefined ? "" : ` from parking user ${parkingUser}`;
  const known = outcome === "begun" ? "begun, no outcome" : readBackAt === undefined ? outcome : "verified";
  return { ...event, event: `${action}${holder}${known === undefined ? "" : ` ${known}`}` };
}
