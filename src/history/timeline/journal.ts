import { daysIn, type PlateKey, type PlateRules, plateKeyOf, type Scope } from "../../allowlist/index.ts";
import type { OutcomeKind } from "../../ports/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import type { JournalRecord, StateView, StoredEntry } from "../../state/index.ts";
import type { Part } from "../git/car-commits.ts";

/** What the journal says that was done with a car, on a list or with a parking user. */
interface CarEvent {
  readonly plateKey: PlateKey;
  /** UTC. */
  readonly at: string;
  readonly target: string;
  readonly scope: Scope;
  /** `listed`: the car was on the list when the journal was made shorter. */
  readonly action: "add" | "delete" | "detach" | "adopted" | "forgotten" | "listed";
  /** What became of a write; `begun`: nobody knows. */
  readonly outcome?: OutcomeKind | "begun";
  readonly parkingUser?: string;
  readonly run?: string;
  /** Who started the run. */
  readonly actor?: string;
  readonly error?: string;
  readonly traceId?: string;
  /** When the journal knew that the list had been read back and shows the change, UTC. */
  readBackAt?: string;
}

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
  for (const event of carEvents(own, { rules, plateKey })) {
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
  const all = carEvents(records, { rules, plateKey }).filter(({ action }) => action !== "listed");
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

type CarEntry = Extract<StoredEntry, { kind: "intent" | "outcome" | "adopted" | "forgotten" | "snapshot" }>;

/** Which events are read: those of one car, or of all. */
interface EventWish {
  readonly rules: PlateRules;
  readonly plateKey: PlateKey | undefined;
}

/** What was done with cars, oldest first. A write that was begun is an event only where no outcome followed it. */
function carEvents(records: readonly JournalRecord[], wish: EventWish): readonly CarEvent[] {
  const readers = new Map<string, TargetEvents>();
  for (const { at, target, entries } of records) {
    const reader = valueAt(readers, target, () => new TargetEvents(target, wish));
    for (const entry of entries) reader.follow(entry, at);
  }
  const all = [...readers.values()].flatMap((reader) => reader.all);
  return all.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
}

/**
 * Reads the entries of one target. Where a list is read back, an entry says only what turned out otherwise than the server had
 * answered: when the run has ended, its other answers are verified. A run that died read nothing back.
 */
class TargetEvents {
  readonly #target: string;
  readonly #wish: EventWish;
  readonly #events: CarEvent[] = [];
  /** Writes without an outcome so far, by place. */
  readonly #begun = new Map<string, CarEvent>();
  /** What the server confirmed in the run under way, by place. */
  readonly #answers = new Map<string, CarEvent>();
  /** Lists that can be read. */
  readonly #read = new Set<Scope>();
  #run: Pick<CarEvent, "run" | "actor"> = {};

  constructor(target: string, wish: EventWish) {
    this.#target = target;
    this.#wish = wish;
  }

  get all(): readonly CarEvent[] {
    return [...this.#events, ...this.#begun.values()];
  }

  follow(entry: StoredEntry, at: string): void {
    switch (entry.kind) {
      case "run":
        this.#run = { run: entry.run, actor: entry.actor };
        this.#answers.clear();
        return;
      case "end":
        for (const event of this.#answers.values()) if (this.#read.has(event.scope)) event.readBackAt = at;
        this.#answers.clear();
        return;
      case "list-read":
        this.#read.add(entry.scope);
        return;
      case "snapshot":
        if (entry.wasRead) this.#read.add(entry.scope);
        this.#take(entry, at);
        return;
      case "intent":
      case "outcome":
      case "adopted":
      case "forgotten":
        this.#take(entry, at);
        return;
      case "deletes-planned":
      case "seen":
      case "list-file":
        return;
      default:
        entry satisfies never;
    }
  }

  #take(entry: CarEntry, at: string): void {
    const { rules, plateKey } = this.#wish;
    const about = { at, target: this.#target, scope: entry.scope, ...this.#run, ...writeOf(entry) };
    // One car in two spellings is one event.
    const placed = new Set<string>();
    for (const car of entry.cars) {
      const own = plateKeyOf(car.licenseNumber, rules);
      if (own === undefined || (plateKey ?? own) !== own) continue;
      if ("deletedOn" in car && car.deletedOn !== undefined) continue;
      const event: CarEvent = { ...about, plateKey: own, ...outcomeOf(car) };
      const place = `${event.scope} ${event.parkingUser ?? ""} ${event.plateKey}`;
      if (placed.has(place)) continue;
      placed.add(place);
      const begun = this.#begun.get(place);
      this.#begun.delete(place);
      // A second intent shows that the first one never got an outcome.
      if (begun && entry.kind === "intent") this.#events.push(begun);
      if (entry.kind === "intent") this.#begun.set(place, event);
      else this.#events.push(event);
      this.#answers.delete(place);
      if (event.outcome === "acknowledged") this.#answers.set(place, event);
      if (event.outcome === "verified") event.readBackAt = at;
    }
  }
}

function writeOf(entry: CarEntry): Pick<CarEvent, "action" | "outcome" | "parkingUser" | "traceId"> {
  if (!("action" in entry)) return { action: entry.kind === "snapshot" ? "listed" : entry.kind };
  const { action, parkingUser } = entry;
  const traceId = entry.kind === "outcome" ? entry.traceId : undefined;
  return {
    action,
    ...(entry.kind === "intent" && { outcome: "begun" }),
    ...(parkingUser !== undefined && { parkingUser }),
    ...(traceId !== undefined && { traceId }),
  };
}

function outcomeOf(car: CarEntry["cars"][number]): Pick<CarEvent, "outcome" | "error"> {
  if (!("outcome" in car)) return {};
  return { outcome: car.outcome, ...(car.error !== undefined && { error: car.error }) };
}
