import { type PlateKey, type PlateRules, readPlate } from "../allowlist/index.ts";
import type { JournalRecord } from "../state/index.ts";

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

type Entry = JournalRecord["entries"][number];
type Told = Pick<JournalEvent, "scope" | "event" | "error" | "traceId">;

/** What the journal says about one plate, oldest first. An intent is told only when no outcome followed it. */
export function journalEvents(
  records: readonly JournalRecord[],
  plateKey: PlateKey,
  rules: PlateRules,
): readonly JournalEvent[] {
  const events: JournalEvent[] = [];
  const readBacks = new ReadBacks<JournalEvent>();
  const verified = new Set<JournalEvent>();
  const open = new Map<string, JournalEvent>();
  const actors = new Map<string, string>();
  const isMeant = ({ licenseNumber }: { readonly licenseNumber: string }): boolean => {
    const reading = readPlate(licenseNumber, rules);
    return reading.kind === "plate" && reading.plateKey === plateKey;
  };
  for (const { at, target, entries } of records) {
    for (const entry of entries) {
      if (entry.kind === "run") actors.set(target, entry.actor);
      for (const one of readBacks.follow(entry, target)) verified.add(one);
      const told = toldOf(entry, isMeant);
      if (!told) continue;
      const actor = actors.get(target);
      const event = { at, target, ...told, ...(actor !== undefined && { actor }) };
      const place = `${target} ${told.scope} ${holderOf(entry)}`;
      const unsettled = open.get(place);
      open.delete(place);
      // A second intent shows that the first one never got an outcome.
      if (unsettled && entry.kind === "intent") events.push(unsettled);
      if (entry.kind === "intent") open.set(place, event);
      else events.push(event);
      readBacks.take(target, { scope: told.scope, name: place }, event, ANSWERED.test(told.event));
    }
  }
  return [...events, ...open.values()]
    .map((event) => (verified.has(event) ? { ...event, event: event.event.replace(ANSWERED, "verified") } : event))
    .sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
}

/** How the event of a change ends that the server confirmed. */
const ANSWERED = /acknowledged$/;

function toldOf(entry: Entry, isMeant: (car: { readonly licenseNumber: string }) => boolean): Told | undefined {
  switch (entry.kind) {
    case "intent":
      return entry.cars.some(isMeant)
        ? { scope: entry.scope, event: `${entry.action}${holderOf(entry)} begun, no outcome` }
        : undefined;
    case "outcome": {
      const car = entry.cars.find(isMeant);
      if (!car) return undefined;
      const { scope, action, traceId } = entry;
      const told = { scope, event: `${action}${holderOf(entry)} ${car.outcome}` };
      return {
        ...told,
        ...(car.error !== undefined && { error: car.error }),
        ...(traceId !== undefined && { traceId }),
      };
    }
    case "adopted":
    case "forgotten":
      return entry.cars.some(isMeant) ? { scope: entry.scope, event: entry.kind } : undefined;
    case "snapshot":
    case "run":
    case "deletes-planned":
    case "seen":
    case "list-read":
    case "list-file":
    case "end":
      return undefined;
  }
}

function holderOf(entry: Entry): string {
  const isWrite = entry.kind === "intent" || entry.kind === "outcome";
  return isWrite && entry.parkingUser !== undefined ? ` from parking user ${entry.parkingUser}` : "";
}

/**
 * Finds out what the end of a run verified. Where a list is read back, an entry says only what turned out otherwise than the
 * server had answered: when the run has ended, its other answers are verified. A run that died read nothing back.
 */
class ReadBacks<Event extends object> {
  /** Lists that can be read. */
  readonly #read = new Set<string>();
  /** By target and by place, the last answer of the run under way. */
  readonly #answers = new Map<string, Map<string, { readonly list: string; readonly event: Event }>>();

  /** Takes the next entry of a target's journal; gives the answers that it verifies. */
  follow(entry: Entry, target: string): readonly Event[] {
    if (entry.kind === "list-read" || (entry.kind === "snapshot" && entry.wasRead === true))
      this.#read.add(`${target} ${entry.scope}`);
    if (entry.kind !== "run" && entry.kind !== "end") return [];
    const answers = [...(this.#answers.get(target)?.values() ?? [])];
    this.#answers.delete(target);
    if (entry.kind === "run") return [];
    return answers.filter(({ list }) => this.#read.has(list)).map(({ event }) => event);
  }

  /** Takes what became of a car at a place; `isAnswer`: the server confirmed it. */
  take(
    target: string,
    place: { readonly scope: string; readonly name: string },
    event: Event,
    isAnswer: boolean,
  ): void {
    const answers = this.#answers.get(target) ?? new Map<string, { readonly list: string; readonly event: Event }>();
    this.#answers.set(target, answers);
    if (isAnswer) answers.set(place.name, { list: `${target} ${place.scope}`, event });
    else answers.delete(place.name);
  }
}
