import {
  byCodeUnit,
  daysIn,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type Scope,
} from "../../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../../documents/index.ts";
import { groupBy, valueAt } from "../../../run/collections.ts";
import type { OutcomeKind } from "../../../run/ports/index.ts";
import type { JournalRecord, StateView, StoredEntry } from "../../../state/index.ts";

type JournalPart = DocumentContent<"history">["journal"];

/** What the journal says that was done with a car, on a list or with a parking user. */
interface CarEvent extends Omit<RowOf<JournalPart>, "scope" | "event"> {
  readonly plateKey: PlateKey;
  readonly scope: Scope;
  /** `update`: the list had the car, which got other features; `listed`: it was there when the journal was made shorter. */
  readonly action: "add" | "update" | "delete" | "detach" | "adopted" | "forgotten" | "listed";
  /** What became of a write; `begun`: no one knows. */
  readonly outcome: OutcomeKind | "begun" | undefined;
  readonly parkingUser: string | undefined;
  readonly run?: string;
  /** When the journal knew that the list had been read back and shows the change, UTC. */
  readBackAt: string | undefined;
}

/**
 * A car that platectl put on a list, changed there, took off it, or found there; `unclear` from then on: a human said that it is not
 * there, or no one knows what became of a delete.
 */
export interface JournalChange extends Pick<CarEvent, "at" | "readBackAt" | "traceId"> {
  readonly action: "add" | "update" | "delete" | "listed" | "unclear";
  /** YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  readonly run: string | undefined;
}

/** For each list, what was done to each car, oldest first. */
export type JournalChanges = ReadonlyMap<Scope, ReadonlyMap<PlateKey, readonly JournalChange[]>>;

/** What the journal says of cars, or of one, that were put on lists and taken off them: confirmed changes, and deletes without a known end. */
export function journalChanges(
  records: readonly JournalRecord[],
  { target, rules }: StateView,
  timeZone: string,
  plateKey?: PlateKey,
): JournalChanges {
  const lists = new Map<Scope, Map<PlateKey, JournalChange[]>>();
  const dayOf = daysIn(timeZone);
  const own = records.filter((record) => record.target === target);
  for (const event of carEvents(own, rules, plateKey)) {
    const action = changeOf(event);
    if (!action) continue;
    const { at, run, readBackAt, traceId } = event;
    const list = valueAt(lists, event.scope, () => new Map<PlateKey, JournalChange[]>());
    const change = {
      action,
      day: dayOf(Date.parse(at)),
      at,
      run,
      readBackAt,
      ...(traceId !== undefined && { traceId }),
    };
    valueAt(list, event.plateKey, () => []).push(change);
  }
  return lists;
}

function changeOf({ action, outcome, parkingUser, error }: CarEvent): JournalChange["action"] | undefined {
  if (action === "adopted") return "listed";
  if (action === "listed") return action;
  if (action === "forgotten") return "unclear";
  if (parkingUser !== undefined || action === "detach") return undefined;
  if (action === "delete" && (outcome === "unknown" || outcome === "begun")) return "unclear";
  if (outcome !== "verified" && outcome !== "acknowledged") return undefined;
  // The server refused the add in the words that mean that the car is there already.
  return action === "add" && error !== undefined ? "update" : action;
}

/** When platectl put a car on a list where it has been since then, UTC; undefined where others did, or no one knows. */
export function addedAt(changes: readonly JournalChange[]): string | undefined {
  const left = changes.findLastIndex(({ action }) => action === "delete" || action === "unclear");
  const came = changes[left + 1];
  return came?.action === "add" ? came.at : undefined;
}

/** What the journal says of one plate, oldest first; what is about another server or mode than the target, if one is given, is counted. */
export function journalPart(
  records: readonly JournalRecord[],
  plateKey: PlateKey,
  { target, rules }: { readonly target: string | undefined; readonly rules: PlateRules },
): JournalPart {
  const all = carEvents(records, rules, plateKey).filter(({ action }) => action !== "listed");
  const rows = all.filter((event) => target === undefined || event.target === target).map(inWords);
  const others = all.length - rows.length;
  if (others === 0) return { rows };
  const many = others === 1 ? "1 entry of the journal is" : `${others} entries of the journal are`;
  return { rows, note: `${many} of another server or mode, and not shown` };
}

function inWords(event: CarEvent): RowOf<JournalPart> {
  const { action: done, parkingUser, outcome, readBackAt, plateKey: _, run: __, ...row } = event;
  const action = done === "update" ? "add" : done;
  const holder = parkingUser === undefined ? "" : ` from parking user ${parkingUser}`;
  const known = outcome === "begun" ? "begun, no outcome" : readBackAt === undefined ? outcome : "verified";
  return { ...row, event: `${action}${holder}${known === undefined ? "" : ` ${known}`}` };
}

/** What was done with cars, or with one, oldest first. A write that was begun is an event only where no outcome followed it. */
function carEvents(records: readonly JournalRecord[], rules: PlateRules, plateKey?: PlateKey): readonly CarEvent[] {
  const targets = [...groupBy(records, ({ target }) => target).values()];
  const all = targets.flatMap((own) => new TargetEvents(own, rules, plateKey).all);
  return all.sort((left, right) => byCodeUnit(left.at, right.at));
}

type CarEntry = Extract<StoredEntry, { kind: "intent" | "outcome" | "adopted" | "forgotten" | "snapshot" }>;

/**
 * Reads the entries of one target. Where a list is read back, an entry says only what turned out otherwise than the server had
 * answered: when the run has ended, its other answers are verified. A run that died read nothing back.
 */
class TargetEvents {
  readonly #rules: PlateRules;
  readonly #plateKey: PlateKey | undefined;
  readonly #events: CarEvent[] = [];
  /** Writes without an outcome so far, by place. */
  readonly #begun = new Map<string, CarEvent>();
  /** What the server confirmed in the run under way, by place. */
  readonly #answers = new Map<string, CarEvent>();
  /** Lists that can be read. */
  readonly #read = new Set<Scope>();
  #run: Pick<CarEvent, "run" | "actor"> = {};

  constructor(records: readonly JournalRecord[], rules: PlateRules, plateKey: PlateKey | undefined) {
    this.#rules = rules;
    this.#plateKey = plateKey;
    for (const record of records) for (const entry of record.entries) this.#follow(entry, record);
  }

  get all(): readonly CarEvent[] {
    return [...this.#events, ...this.#begun.values()];
  }

  #follow(entry: StoredEntry, record: JournalRecord): void {
    switch (entry.kind) {
      case "run":
        this.#run = { run: entry.run, actor: entry.actor };
        this.#answers.clear();
        return;
      case "end":
        for (const event of this.#answers.values()) if (this.#read.has(event.scope)) event.readBackAt = record.at;
        this.#answers.clear();
        return;
      case "list-read":
        this.#read.add(entry.scope);
        return;
      case "snapshot":
        if (entry.wasRead) this.#read.add(entry.scope);
        this.#take(entry, record);
        return;
      case "intent":
      case "outcome":
      case "adopted":
      case "forgotten":
        this.#take(entry, record);
        return;
      case "deletes-planned":
      case "seen":
      case "list-file":
      case "unclear-rows":
        return;
      default:
        entry satisfies never;
    }
  }

  #take(entry: CarEntry, { at, target }: JournalRecord): void {
    const { kind, scope } = entry;
    const parkingUser = "action" in entry ? entry.parkingUser : undefined;
    const traceId = "traceId" in entry && entry.traceId !== undefined && { traceId: entry.traceId };
    const about = { at, target, scope, action: actionOf(entry), parkingUser, ...this.#run, ...traceId };
    const listed = new Set(kind === "intent" ? entry.listed : undefined);
    // One car in two spellings is one event.
    const placed = new Set<string>();
    for (const car of entry.cars) {
      const plateKey = plateKeyOf(car.licenseNumber, this.#rules);
      if (plateKey === undefined || (this.#plateKey ?? plateKey) !== plateKey) continue;
      if ("deletedOn" in car && car.deletedOn !== undefined) continue;
      const place = `${scope} ${parkingUser ?? ""} ${plateKey}`;
      if (placed.has(place)) continue;
      placed.add(place);
      const outcome = kind === "intent" ? "begun" : "outcome" in car ? car.outcome : undefined;
      const readBackAt = outcome === "verified" ? at : undefined;
      const error = "error" in car && car.error !== undefined && { error: car.error };
      const begun = this.#begun.get(place);
      const asked = kind === "outcome" ? (begun ?? this.#answers.get(place)) : undefined;
      const isUpdate = listed.has(car.licenseNumber) || asked?.action === "update";
      const action = isUpdate ? "update" : about.action;
      const event: CarEvent = { ...about, action, plateKey, outcome, ...error, readBackAt };
      this.#begun.delete(place);
      // A second intent shows that the first one never got an outcome.
      if (begun && kind === "intent") this.#events.push(begun);
      if (kind === "intent") this.#begun.set(place, event);
      else this.#events.push(event);
      this.#answers.delete(place);
      if (outcome === "acknowledged") this.#answers.set(place, event);
    }
  }
}

function actionOf(entry: CarEntry): CarEvent["action"] {
  if ("action" in entry) return entry.action;
  return entry.kind === "snapshot" ? "listed" : entry.kind;
}
