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
import { correctionPairs } from "../../plan/index.ts";
import { fleetPatches } from "../git/fleet-commits.ts";
import { eventsOf, type PlateEvent } from "../git/fleet-log.ts";
import { fleetVersions, type GitPlace } from "../git/git-source.ts";
import type { JournalChange, JournalChanges } from "./journal-changes.ts";
import { entryInWords, fileOf, isOlder, journalProof, versionInWords, type Written, writtenProof } from "./proofs.ts";
import {
  type FleetVersion,
  type VersionSource,
  type WrittenCar,
  WrittenCars,
  type WrittenState,
} from "./written-cars.ts";

/** A git repository, and how the fleet files of one of its commits are read. */
export interface TimelineGit extends GitPlace, Pick<VersionSource, "load"> {}

/** What a timeline is made from. */
export interface TimelineSources {
  readonly desired: DesiredState;
  readonly journal: JournalChanges;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Without it nothing is known of what the files said before. */
  readonly git?: TimelineGit;
}

const HERE: DayOnList = { kind: "here" };
const MOST_VERSIONS = 100_000;
const LIMITS = { bytes: 256 * 1024 * 1024, milliseconds: 60_000 } as const;

/** When a car came; `by`: the version that wrote it, where the journal does not say. */
interface JoinedBy extends Joined {
  readonly by?: FleetVersion;
}

/**
 * When each car was on each list: by the journal, by the committed versions of the files, and by the files now. All that asks when
 * a car came or left asks here.
 */
export class Timeline {
  readonly #desired: DesiredState;
  readonly #journal: JournalChanges;
  readonly #git: TimelineGit | undefined;
  readonly #cars: WrittenCars;
  readonly #dayOf: (instant: number) => string;
  readonly #events = new Map<PlateKey, readonly PlateEvent[]>();
  #log: Promise<string> | undefined;

  private constructor({ desired, journal, git, now }: TimelineSources, versions: VersionSource["versions"]) {
    this.#desired = desired;
    this.#journal = journal;
    this.#git = git;
    this.#dayOf = daysIn(desired.timeZone);
    this.#cars = new WrittenCars(desired, now, { versions, load: git?.load ?? (async () => undefined) });
  }

  /** Finds the versions of the files; none is read yet. */
  static async open(sources: TimelineSources): Promise<Timeline> {
    const { git, desired } = sources;
    const files = desired.files.map(({ path }) => path);
    return new Timeline(sources, git ? await fleetVersions(files, MOST_VERSIONS, git) : []);
  }

  /** Reads the files as they were committed, back to a day (YYYY-MM-DD). */
  async reach(day: string): Promise<void> {
    if (this.#git) await this.#cars.reach(day);
  }

  /** Reads what is needed to answer for these cars, of days from `from` on (YYYY-MM-DD). */
  async trace(plates: ReadonlySet<PlateKey>, from: string): Promise<void> {
    if (plates.size === 0 || !this.#git) return;
    await this.#cars.reach(from);
    this.#log ??= this.#readLog(this.#git);
    const events = eventsOf(await this.#log, plates, this.#desired.interface);
    for (const [plateKey, own] of events) this.#events.set(plateKey, own);
  }

  /** Whether nothing says that a car which a list wants now came or left since a day: no more has to be asked of it then. */
  isSteady(scope: Scope, plateKey: PlateKey, day: string): boolean {
    if (this.#cars.hasChanged(scope, plateKey) || (this.#git && this.#cars.isOpen(day))) return false;
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
      const by = this.#writerOf(this.#cars.statesOf(scope, plateKey), 0);
      return { kind: "ended-afterwards", validUntil, written: versionInWords(by) };
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
    const proof = `written into ${fileOf(next.car.source)}, ${versionInWords(by)}`;
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
      const ended = this.#endOf(states, at, day);
      if (ended) return ended;
    }
    return this.#inLog(plateKey, day);
  }

  /** How the stay of one state ended before a day; undefined where there was none. */
  #endOf(states: readonly WrittenState[], at: number, day: string): Written | undefined {
    const { car, until } = states[at] ?? {};
    if (!car) return undefined;
    const said = { car: car.source, by: this.#writerOf(states, at) };
    if (car.absentSince !== undefined)
      return car.absentSince > day
        ? { kind: "wanted" }
        : { kind: "ended", how: "absent", day: dayAfter(car.absentSince, -1), ...said };
    if (car.validUntil !== undefined && car.validUntil < day && (!until || car.validUntil <= until.day))
      return { kind: "ended", how: "days", day: car.validUntil, ...said };
    if (car.validFrom !== undefined && car.validFrom > day)
      return { kind: "ended", how: "not-begun", day: dayAfter(car.validFrom, -1), ...said };
    return until && { kind: "ended", how: "removed", day: until.day, car: car.source, by: until };
  }

  // The version with these days: the first one, or the oldest that was read.
  #writerOf(states: readonly WrittenState[], at: number): FleetVersion {
    return states[at]?.by ?? this.#cars.oldest;
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

  async #readLog(place: TimelineGit): Promise<string> {
    const files = this.#desired.files.map(({ path }) => path);
    const patches = await fleetPatches(files, place, { limits: LIMITS });
    return "note" in patches ? "" : patches.log;
  }
}

function isOnList(car: WrittenCar | undefined): boolean {
  return car !== undefined && car.absentSince === undefined;
}
