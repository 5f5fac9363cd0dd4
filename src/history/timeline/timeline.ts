import {
  type DesiredScope,
  type DesiredState,
  dayAfter,
  daysIn,
  formatSource,
  isValidOn,
  type PlateKey,
  type Scope,
} from "../../allowlist/index.ts";
import type { DayOnList, Joined, Left } from "../../audit/index.ts";
import { correctionPairs, type FileHistory } from "../../plan/index.ts";
import { carCommits, type FleetCommit, type Part } from "../git/car-commits.ts";
import { readEditOrigins } from "../git/edit-origins.ts";
import { eventsOf, type PlateEvent } from "../git/plate-events.ts";
import { type FleetLog, readFleetLog } from "../git/read-log.ts";
import type { JournalChange, JournalChanges } from "./journal.ts";
import {
  endOf,
  entryInWords,
  fileOf,
  isOlder,
  journalProof,
  versionInWords,
  type Written,
  writtenProof,
} from "./proofs.ts";
import { type FleetVersion, type TimelineGit, type WrittenCar, WrittenCars } from "./written-cars.ts";

/** What a timeline is made from. */
export interface TimelineSources {
  readonly desired: DesiredState;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly git: TimelineGit;
  readonly journal?: JournalChanges;
}

const HERE: DayOnList = { kind: "here" };
const LIMITS = { bytes: 256 * 1024 * 1024, milliseconds: 60_000 } as const;

/** When a car came; `by`: the version that wrote it, where the journal does not say. */
interface JoinedBy extends Joined {
  readonly by?: FleetVersion;
}

/**
 * When each car was on each list, and which commits wrote it down and took it out: by the journal, by the committed versions of the
 * files, and by the files now. All that asks when a car came or left, and why, asks here.
 */
export class Timeline {
  readonly #desired: DesiredState;
  readonly #journal: JournalChanges;
  readonly #git: TimelineGit;
  readonly #cars: WrittenCars;
  readonly #dayOf: (instant: number) => string;
  readonly #events = new Map<PlateKey, readonly PlateEvent[]>();
  #log: Promise<FleetLog | string> | undefined;

  /** Reads nothing yet. */
  constructor({ desired, journal = new Map(), git, now }: TimelineSources) {
    this.#desired = desired;
    this.#journal = journal;
    this.#git = git;
    this.#dayOf = daysIn(desired.timeZone);
    this.#cars = new WrittenCars(desired, now, git);
  }

  /** What commits did to a car in any spelling, oldest first. */
  commits(plateKey: PlateKey): Promise<Part<FleetCommit>> {
    return carCommits(plateKey, this.#desired, this.#git);
  }

  /** Who wrote the lines of cars that a plan is about, and who took them out. */
  origins(): Promise<FileHistory> {
    return readEditOrigins(this.#desired, this.#git);
  }

  /** Reads the files as they were committed, back to a day (YYYY-MM-DD). */
  reach(day: string): Promise<void> {
    return this.#cars.reach(day);
  }

  /** Reads what is needed to answer for these cars, of days from `from` on (YYYY-MM-DD). */
  async trace(plates: ReadonlySet<PlateKey>, from: string): Promise<void> {
    if (plates.size === 0) return;
    await this.#cars.reach(from);
    const files = this.#desired.files.map(({ path }) => path);
    this.#log ??= readFleetLog(files, this.#git, { limits: LIMITS });
    const log = await this.#log;
    if (typeof log === "string") return;
    for (const [plateKey, own] of eventsOf(log, plates, this.#desired.interface)) this.#events.set(plateKey, own);
  }

  /** Whether nothing says that a car which a list wants now came or left since a day: no more has to be asked of it then. */
  isSteady(scope: Scope, plateKey: PlateKey, day: string): boolean {
    if (this.#cars.hasChanged(scope, plateKey) || this.#cars.isOpen(day)) return false;
    const changes = this.#journal.get(scope)?.get(plateKey);
    return !changes || (changes.at(-1)?.action !== "delete" && changes.every((change) => change.day <= day));
  }

  /** Whether a car was to be on a list on a day; of a day that is not known nothing bad is said. */
  on(list: DesiredScope, plateKey: PlateKey, day: string): DayOnList {
    const { scope } = list;
    const entry = list.entries.get(plateKey);
    const isWanted = entry !== undefined && isValidOn(entry, day);
    if (day === "" || (isWanted && this.isSteady(scope, plateKey, day))) return HERE;
    const written = this.#written(scope, plateKey, day);
    const journal = this.#journalOn(scope, plateKey, day);
    const hadEnded = written.kind === "ended" && written.how === "days" && isOlder(written.by, day);
    const joined = this.#joined(scope, plateKey, day);
    const wasWanted = written.kind === "wanted" && !(written.isAssumed && joined?.isProven);
    if (wasWanted || (journal === "on" && !hadEnded)) {
      const { validUntil = day } = entry ?? {};
      if (validUntil >= day) return HERE;
      const by = this.#cars.statesOf(scope, plateKey)[0]?.by ?? this.#cars.oldest;
      return { kind: "ended-afterwards", validUntil, written: versionInWords(this.#writerOf(plateKey, by)) };
    }
    if (isWanted && !joined) return HERE;
    const left = this.#left(list, plateKey, day, written, journal === "on" ? undefined : journal);
    if (left === "not-yet") return HERE;
    if (!joined || (left && left.day >= day)) return { kind: "gone", ...(left && { left }) };
    return left ? { kind: "between", left, joined } : { kind: "not-joined", joined };
  }

  /** When a car came that was not on a list on a day. */
  #joined(scope: Scope, plateKey: PlateKey, day: string): JoinedBy | undefined {
    const change = this.#journal
      .get(scope)
      ?.get(plateKey)
      ?.find((one) => one.day > day);
    if (change?.action === "add")
      return { day: change.day, proof: `${entryInWords(change)}: added to the list`, isProven: true };
    const states = this.#cars.statesOf(scope, plateKey);
    const at = states.findIndex(({ by }) => by === undefined || by.day <= day);
    const [state, next] = [states[at], states[at - 1]];
    const by = state?.until;
    if (!by || (by.since ?? by.day) <= day || isOnList(state.car) || !next?.car || !isOnList(next.car))
      return undefined;
    if (!state.by && this.#cars.oldest.day > day) return undefined;
    const proof = `written into ${fileOf(next.car.source)}, ${versionInWords(this.#writerOf(plateKey, by))}`;
    return { day: by.day, proof, isProven: false, by };
  }

  /** Whether a plate that came after a day took the place of one that was mistyped: then it was the same car before. */
  isCorrection(scope: Scope, plateKey: PlateKey, day: string): boolean {
    const joined = this.#joined(scope, plateKey, day);
    if (!joined) return false;
    const lost = joined.by ? this.#cars.lostBy(joined.by, scope) : this.#deletedOn(scope, joined.day);
    return correctionPairs([plateKey], lost).has(plateKey);
  }

  #deletedOn(scope: Scope, day: string): readonly PlateKey[] {
    const cars = [...(this.#journal.get(scope) ?? [])];
    const isDeleted = (change: JournalChange) => change.action === "delete" && change.day === day;
    return cars.flatMap(([plateKey, changes]) => (changes.some(isDeleted) ? [plateKey] : []));
  }

  #left(
    { absent }: DesiredScope,
    plateKey: PlateKey,
    day: string,
    written: Written,
    journal: JournalChange | undefined,
  ): Left | "not-yet" | undefined {
    const ended = written.kind === "ended" ? written : undefined;
    const isProven = ended !== undefined && isOlder(ended.by, day);
    if (journal) {
      const proofs = [journalProof(journal), ...(isProven ? [writtenProof(ended)] : [])];
      return { day: journal.day, by: "journal", proof: proofs.join("; "), isProven: true };
    }
    if (ended) {
      const by = ended.how === "absent" ? "absent" : "git";
      return { day: ended.day, by, proof: writtenProof(ended), isProven };
    }
    const gone = absent?.get(plateKey);
    if (gone?.since === undefined) return undefined;
    if (day < gone.since) return "not-yet";
    const proof = `${formatSource(gone.source)}: since ${gone.since}`;
    return { day: dayAfter(gone.since, -1), by: "absent", proof, isProven: false };
  }

  #written(scope: Scope, plateKey: PlateKey, day: string): Written {
    const states = this.#cars.statesOf(scope, plateKey);
    const first = states.findIndex(({ by }) => by === undefined || by.day <= day);
    const inForce = states.filter(({ until }, at) => at >= first && (at === first || (until?.day ?? "") >= day));
    const isWanted = inForce.some(({ car }) => car && car.absentSince === undefined && isValidOn(car, day));
    if (isWanted) return { kind: "wanted", isAssumed: inForce[0]?.by === undefined && this.#cars.oldest.day > day };
    for (let at = first; at < states.length; at += 1) {
      const ended = endOf(states, at, { day, oldest: this.#cars.oldest });
      if (ended) return ended.kind === "ended" ? { ...ended, by: this.#writerOf(plateKey, ended.by) } : ended;
    }
    return this.#inLog(plateKey, day);
  }

  // Of versions that could not be read the log says which one it was.
  #writerOf(plateKey: PlateKey, by: FleetVersion): FleetVersion {
    const { since = by.day } = by;
    const dayOf = ({ at }: PlateEvent) => this.#dayOf(Date.parse(at));
    const isTheirs = (event: PlateEvent) => since <= dayOf(event) && dayOf(event) <= by.day;
    const event = by.since === undefined ? undefined : this.#events.get(plateKey)?.find(isTheirs);
    return event ? { commit: event.commit, author: event.author, day: dayOf(event) } : by;
  }

  // The log does not say on which list a car was.
  #inLog(plateKey: PlateKey, day: string): Written {
    const events = this.#events.get(plateKey) ?? [];
    const before = events.find(({ at }) => this.#dayOf(Date.parse(at)) <= day);
    const after = events.findLast(({ at }) => this.#dayOf(Date.parse(at)) > day);
    const isKnown = this.#cars.oldest.day <= day;
    if (!isKnown && after && after.change !== "gained") return { kind: "wanted" };
    if (before?.change !== "lost") return { kind: "unknown" };
    const by = { commit: before.commit, author: before.author, day: this.#dayOf(Date.parse(before.at)) };
    return by.day === day ? { kind: "wanted" } : { kind: "ended", how: "removed", day: by.day, by, car: before.file };
  }

  #journalOn(scope: Scope, plateKey: PlateKey, day: string): "on" | JournalChange | undefined {
    const changes = this.#journal.get(scope)?.get(plateKey) ?? [];
    const next = changes.find((change) => change.day >= day);
    if (next && (next.action !== "add" || next.day === day)) return "on";
    const last = changes.findLast((change) => change.day < day);
    if (last?.action === "forgotten") return undefined;
    return last && last.action !== "delete" ? "on" : last;
  }
}

function isOnList(car: WrittenCar | undefined): boolean {
  return car !== undefined && car.absentSince === undefined;
}
