import { type DesiredScope, dayAfter, isValidOn, type PlateKey, type Scope } from "../../../allowlist/index.ts";
import { correctionPairs } from "../../../plan/index.ts";
import type { DayOnList, Joined, Left } from "../../audit/index.ts";
import { eventsOf, type PlateEvent, readFleetLog } from "../git/plate-events.ts";
import type { JournalChange } from "./journal.ts";
import { onList } from "./list-days.ts";
import {
  type FleetVersion,
  type HistoryGap,
  type TimelineSources,
  type WrittenCar,
  WrittenCars,
  type WrittenState,
} from "./written-cars.ts";

/** What the files said of a car, as of the day itself; `assumed`: no version is that old, and the oldest one wants it. */
type Written = Left | "wanted" | "assumed" | "unknown";

const HERE: DayOnList = { kind: "here" };
/** There is a history, and it is not all here. */
const CUT: ReadonlySet<HistoryGap | undefined> = new Set(["shallow", "git-failed"]);
/** A plate that was mistyped is taken off this many days before or after the right one came. */
const CORRECTION_DAYS = 42;

/**
 * When each car was on each list, by readings of it and by what platectl did there; and when it was wanted there, by the committed
 * versions of the files and by the files now. All that asks when a car came or left asks here.
 */
export class Timeline {
  readonly #sources: TimelineSources;
  /** How cars stood in the files. */
  readonly written: WrittenCars;
  readonly #events = new Map<string, readonly (PlateEvent & FleetVersion)[]>();
  #log: ReturnType<typeof readFleetLog> | undefined;
  /** Whether anything was asked that the files now do not answer. */
  wasAsked = false;

  /** Reads nothing yet. */
  constructor(sources: TimelineSources) {
    this.#sources = sources;
    this.written = new WrittenCars(sources);
  }

  /** Reads what is needed to answer for these cars, of days from `from` on (YYYY-MM-DD). */
  async trace(plates: ReadonlySet<PlateKey>, from: string): Promise<void> {
    if (plates.size === 0) return;
    this.wasAsked = true;
    await this.written.reach(from);
    const { desired, git } = this.#sources;
    this.#log ??= readFleetLog(desired, git);
    const log = await this.#log;
    if ("why" in log) return;
    const dated = (event: PlateEvent) => ({ ...event, day: this.written.dayOf(Date.parse(event.at)) });
    for (const [plateKey, own] of eventsOf(log, plates, desired.interface)) this.#events.set(plateKey, own.map(dated));
  }

  /** Why the files of a day cannot be known, where neither they nor the journal reach back to it. */
  gapOn(day: string): HistoryGap | undefined {
    const { journalFrom = day } = this.#sources;
    return this.written.oldest.day > day && journalFrom >= day ? this.written.gap : undefined;
  }

  /** Whether nothing says that a car which a list wants now came or left since a day: no more has to be asked of it then. */
  isSteady(scope: Scope, plateKey: PlateKey, day: string): boolean {
    if (!this.written.isSettled(scope, plateKey, day)) return false;
    const changes = this.#changesOf(scope, plateKey);
    return changes.at(-1)?.action !== "delete" && changes.every((change) => change.day <= day);
  }

  /** How a car stood on a day. Nothing is said against a day of which nothing is known. */
  on({ scope, entries }: DesiredScope, plateKey: PlateKey, day: string): DayOnList {
    const entry = entries.get(plateKey);
    const isWanted = entry !== undefined && isValidOn(entry, day);
    if (day === "" || (isWanted && this.isSteady(scope, plateKey, day))) return HERE;
    const states = this.written.statesOf(scope, plateKey);
    const written = this.#written(states, plateKey, day);
    const ended = typeof written === "object" ? written : undefined;
    const list = onList(this.#changesOf(scope, plateKey), day, this.#sources.listedNow?.(scope, plateKey));
    // On the first day after its last one the list has it until apply runs.
    if (list.kind === "on" && list.until?.day === day && ended && dayAfter(ended.day, 1) === day) return HERE;
    const joined = this.#joined(scope, plateKey, day);
    const isAssumed = written === "assumed" && list.kind !== "off" && joined?.grade !== "sent";
    const isOn = list.kind === "on" && (isWanted || (list.by === "journal" && ended?.grade !== "committed"));
    if (written === "wanted" || isAssumed || isOn) {
      const { validUntil = day } = entry ?? {};
      if (validUntil >= day) return HERE;
      const by = this.#writerOf(plateKey, states[0]?.by ?? this.written.oldest);
      return { kind: "ended-afterwards", validUntil, written: versionInWords(by) };
    }
    if (list.kind === "on") {
      if (ended?.grade !== "committed") return gone(ended);
      const isKept = !ended.isLastDay && (list.by === "journal" || this.#sources.desired.policy.prune !== "all");
      if (ended.day >= day || (!list.until && isKept)) return HERE;
      return { kind: "still-listed", left: ended, until: list.until?.day };
    }
    if (isWanted && !joined && list.kind !== "off") return HERE;
    const isAbsent = states[0]?.car?.since !== undefined;
    const left = list.left
      ? endedByJournal(list.left)
      : (ended ?? (isAbsent ? this.#endOf(states[0], plateKey, day) : undefined));
    if (left === "wanted") return HERE;
    const isKnown = joined ?? (left && left.grade !== "assumed");
    if (!isKnown && CUT.has(this.gapOn(day))) return { kind: "not-known" };
    const isLater = left && left.day >= day;
    if (!joined || (isLater && left.grade !== "assumed")) return gone(left);
    return left && !isLater ? { kind: "between", left, joined } : { kind: "not-joined", joined };
  }

  /** Whether a plate that came after a day took the place of one that was mistyped: then it was the same car before. */
  isCorrection(scope: Scope, plateKey: PlateKey, day: string): boolean {
    const joined = this.#joined(scope, plateKey, day);
    if (!joined) return false;
    const [from, to] = [dayAfter(joined.day, -CORRECTION_DAYS), dayAfter(joined.day, CORRECTION_DAYS)];
    const lost = [...this.written.lostIn(scope, from, to), ...this.#deletedIn(scope, from, to)];
    return correctionPairs([plateKey], lost).has(plateKey);
  }

  #deletedIn(scope: Scope, from: string, to: string): readonly PlateKey[] {
    const cars = [...(this.#sources.journal?.get(scope) ?? [])];
    const isDeleted = ({ action, day }: JournalChange) => action === "delete" && from <= day && day <= to;
    return cars.flatMap(([plateKey, changes]) => (changes.some(isDeleted) ? [plateKey] : []));
  }

  /** When a car came that was not on a list on a day. */
  #joined(scope: Scope, plateKey: PlateKey, day: string): Joined | undefined {
    const change = this.#changesOf(scope, plateKey).find((one) => one.day > day);
    if (change?.action === "add")
      return { day: change.day, proof: `${entryInWords(change)}: added to the list`, grade: "sent" };
    const states = this.written.statesOf(scope, plateKey);
    const at = inForceOn(states, day);
    const [state, next] = [states[at], states[at - 1]];
    const by = state?.until;
    if (!by || (by.notBefore ?? by.since ?? by.day) <= day || isOnList(state) || !next || !isOnList(next))
      return undefined;
    if (!state.by && this.written.oldest.day > day) return undefined;
    const proof = `written into ${next.car.source.file}, ${versionInWords(this.#writerOf(plateKey, by))}`;
    return { day: by.day, proof, grade: by.commit === undefined ? "assumed" : "committed" };
  }

  #written(states: readonly WrittenState[], plateKey: PlateKey, day: string): Written {
    const first = inForceOn(states, day);
    const inForce = states.filter(({ until }, at) => at >= first && (at === first || (until?.day ?? "") >= day));
    if (inForce.some((state) => isOnList(state) && isValidOn(state.car, day)))
      return inForce[0]?.by === undefined && this.written.oldest.day > day ? "assumed" : "wanted";
    for (const state of states.slice(first)) {
      const ended = this.#endOf(state, plateKey, day);
      if (ended) return ended;
    }
    return this.#inLog(plateKey, day);
  }

  /** How the stay of a car's state ended before a day; undefined where there was none. */
  #endOf(state: WrittenState | undefined, plateKey: PlateKey, day: string): Left | "wanted" | undefined {
    // The version with these days: the first one, or the oldest that was read.
    const { car, until, by = this.written.oldest } = state ?? {};
    if (!car) return undefined;
    const ended = (version: FleetVersion, what: string, last: string) =>
      endedBy(this.#writerOf(plateKey, version), `${what} ${car.source.file}`, last, day);
    const { since, validFrom, validUntil } = car;
    if (since !== undefined && since > day) return "wanted";
    if (since !== undefined) return { ...ended(by, `absent since ${since} in`, dayAfter(since, -1)), by: "absent" };
    if (validUntil !== undefined && validUntil < day && (!until || validUntil <= until.day))
      return { ...ended(by, `validUntil ${validUntil} in`, validUntil), isLastDay: true };
    if (validFrom !== undefined && validFrom > day)
      return ended(by, `validFrom ${validFrom} in`, dayAfter(validFrom, -1));
    if (!until) return undefined;
    const last = dayAfter(until.day, state?.grace ?? 0);
    return last >= day && state?.grace ? "wanted" : ended(until, "taken out of", last);
  }

  // Of versions that could not be read the log says which one it was.
  #writerOf(plateKey: PlateKey, by: FleetVersion): FleetVersion {
    const { since } = by;
    if (since === undefined) return by;
    return this.#events.get(plateKey)?.find((event) => since <= event.day && event.day <= by.day) ?? by;
  }

  // The log does not say on which list a car was.
  #inLog(plateKey: PlateKey, day: string): Written {
    const events = this.#events.get(plateKey) ?? [];
    const before = events.find((event) => event.day <= day);
    const after = events.findLast((event) => event.day > day);
    if (this.written.oldest.day > day && after && after.change !== "gained") return "wanted";
    if (before?.change !== "lost") return "unknown";
    if (before.day === day) return "wanted";
    return endedBy(before, `taken out of ${before.file}`, before.day, day);
  }

  #changesOf(scope: Scope, plateKey: PlateKey): readonly JournalChange[] {
    return this.#sources.journal?.get(scope)?.get(plateKey) ?? [];
  }
}

/** Which state was in force on a day: the first one of the day, or the oldest. */
function inForceOn(states: readonly WrittenState[], day: string): number {
  return states.findIndex(({ by }) => by === undefined || by.day <= day);
}

function isOnList(state: WrittenState): state is WrittenState & { readonly car: WrittenCar } {
  return state.car !== undefined && state.car.since === undefined;
}

// It proves something of days after the version alone.
function endedBy(version: FleetVersion, what: string, last: string, day: string): Left {
  const grade = version.commit !== undefined && version.day < day ? "committed" : "assumed";
  return { day: last, by: "git", proof: `${what}, ${versionInWords(version)}`, grade };
}

function gone(left: Left | undefined): DayOnList {
  return { kind: "gone", ...(left && { left }) };
}

// What the operator can look up, and no file of ours: it never had one.
function endedByJournal(change: JournalChange): Left {
  const { day, readBackAt } = change;
  const what =
    readBackAt === undefined
      ? "deleted from the list, as the server said; never read back"
      : `deleted from the list, which was read back without it by ${readBackAt}`;
  const grade = readBackAt === undefined ? "sent" : "reading";
  return { day, by: "journal", proof: `${entryInWords(change)}: ${what}`, grade };
}

function entryInWords({ at, run, traceId }: JournalChange): string {
  const ids = [...(run === undefined ? [] : [`run ${run}`]), ...(traceId === undefined ? [] : [`request ${traceId}`])];
  return [`journal entry of ${at}`, ...ids].join(", ");
}

function versionInWords({ commit, author, day, notBefore }: FleetVersion): string {
  if (notBefore !== undefined) return `commit ${commit} by ${author}, whose day proves nothing`;
  return commit === undefined ? "which is in no commit" : `commit ${commit} of ${day} by ${author}`;
}
