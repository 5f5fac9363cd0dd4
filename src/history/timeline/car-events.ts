import { type PlateKey, type PlateRules, readPlate, type Scope } from "../../allowlist/index.ts";
import type { OutcomeKind } from "../../ports/index.ts";
import type { JournalRecord, StoredEntry } from "../../state/index.ts";

/** What the journal says that was done with a car, on a list or with a parking user. */
export interface CarEvent {
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
  readonly readBackAt?: string;
}

interface OwnEvent extends CarEvent {
  readBackAt?: string;
}

type CarEntry = Extract<StoredEntry, { kind: "intent" | "outcome" | "adopted" | "forgotten" | "snapshot" }>;
type IsMeant = (plateKey: PlateKey) => boolean;

/** What was done with cars, oldest first. A write that was begun is an event only where no outcome followed it. */
export function carEvents(
  records: readonly JournalRecord[],
  rules: PlateRules,
  isMeant: IsMeant = () => true,
): readonly CarEvent[] {
  const readers = new Map<string, TargetEvents>();
  for (const { at, target, entries } of records) {
    const reader = readers.get(target) ?? new TargetEvents(target, rules, isMeant);
    readers.set(target, reader);
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
  readonly #rules: PlateRules;
  readonly #isMeant: IsMeant;
  readonly #events: OwnEvent[] = [];
  /** Writes without an outcome so far, by place. */
  readonly #begun = new Map<string, OwnEvent>();
  /** What the server confirmed in the run under way, by place. */
  readonly #answers = new Map<string, OwnEvent>();
  /** Lists that can be read. */
  readonly #read = new Set<Scope>();
  #run: Pick<CarEvent, "run" | "actor"> = {};

  constructor(target: string, rules: PlateRules, isMeant: IsMeant) {
    this.#target = target;
    this.#rules = rules;
    this.#isMeant = isMeant;
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
    const about = { at, target: this.#target, scope: entry.scope, ...this.#run, ...writeOf(entry) };
    // One car in two spellings is one event.
    const placed = new Set<string>();
    for (const car of entry.cars) {
      const reading = readPlate(car.licenseNumber, this.#rules);
      if (reading.kind !== "plate" || !this.#isMeant(reading.plateKey)) continue;
      if ("deletedOn" in car && car.deletedOn !== undefined) continue;
      const event: OwnEvent = { ...about, plateKey: reading.plateKey, ...outcomeOf(car) };
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
  switch (entry.kind) {
    case "intent":
    case "outcome": {
      const { action, parkingUser } = entry;
      const traceId = entry.kind === "outcome" ? entry.traceId : undefined;
      return {
        action,
        ...(entry.kind === "intent" && { outcome: "begun" }),
        ...(parkingUser !== undefined && { parkingUser }),
        ...(traceId !== undefined && { traceId }),
      };
    }
    case "snapshot":
      return { action: "listed" };
    case "adopted":
    case "forgotten":
      return { action: entry.kind };
  }
}

function outcomeOf(car: CarEntry["cars"][number]): Pick<CarEvent, "outcome" | "error"> {
  if (!("outcome" in car)) return {};
  return { outcome: car.outcome, ...(car.error !== undefined && { error: car.error }) };
}
