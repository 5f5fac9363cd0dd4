import {
  type AbsentCar,
  type DesiredEntry,
  type DesiredScope,
  type DesiredState,
  dayAfter,
  daysIn,
  type PlateKey,
  type Scope,
} from "../../../allowlist/index.ts";
import { protectingMask } from "../../../plan/index.ts";
import { valueAt } from "../../../run/collections.ts";
import { ALL_COMMITS, type LogCommit, readCommits } from "../git/commits.ts";
import { type GitPlace, inRepository, isShallow, type NoHistory } from "../git/git-source.ts";
import type { JournalChanges } from "./journal.ts";
import type { ListedNow } from "./list-days.ts";

/** A version of the fleet files: a commit, or the work tree where it names none. */
export interface FleetVersion extends Partial<Pick<LogCommit, "commit" | "author">> {
  /** When it was committed, or read: YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** The first day of the versions right before it that could not be read: a change may be theirs. */
  readonly since?: string;
  /** Where its own day proves nothing, that of the version before: it is from some day between. */
  readonly notBefore?: string;
}

/** Why the history of the files is not known, or not all of it. */
export type HistoryGap = NoHistory["why"] | "shallow";

/** What a version says of a car on a list; with `since` that it must not be there from that day on. */
export type WrittenCar = Pick<DesiredEntry, "plateKey" | "validFrom" | "validUntil" | "source"> &
  Pick<AbsentCar, "since">;

/** How a car stood in the files from one version to another one. */
export interface WrittenState {
  readonly car: WrittenCar | undefined;
  /** The version that wrote it; undefined where it is older than what was read. */
  by?: FleetVersion;
  /** The version that replaced it; undefined for what is in the files now. */
  readonly until?: FleetVersion;
  /** For this many days more a list keeps it from which its row vanished then. */
  readonly grace?: number;
}

/** Where the fleet files are, and how those of a commit are read. */
export interface TimelineGit extends GitPlace {
  /**
   * `files`: where the fleet files and their lists stood, where that was elsewhere. Undefined where they cannot be read; without it
   * nothing is known of what commits have in them.
   */
  readonly load?: (commit: string, files?: readonly string[]) => Promise<DesiredState | undefined>;
}

/** What a timeline is made from. */
export interface TimelineSources {
  readonly desired: DesiredState;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly git: TimelineGit;
  readonly journal?: JournalChanges;
  /** The day of the first entry of the journal, YYYY-MM-DD; undefined where it has none. */
  readonly journalFrom?: string | undefined;
  /** The car where the list has it now, as far as it was read. */
  readonly listedNow?: (scope: Scope, plateKey: PlateKey) => ListedNow | undefined;
}

/** This many versions are read, for this long: what is older stays unknown. */
const MOST_VERSIONS = 100_000;
const MOST_MILLISECONDS = 60_000;

type Lists = ReadonlyMap<Scope, DesiredScope>;

/** How cars stood in the committed versions of the fleet files. Versions are read as far back as somebody asks. */
export class WrittenCars {
  /** The day of an instant in the file's time zone. */
  readonly dayOf: (instant: number) => string;
  /** By list and car, newest first, of those that any version has otherwise than the next one. */
  readonly #states = new Map<Scope, Map<PlateKey, WrittenState[]>>();
  readonly #sources: TimelineSources;
  readonly #now: Lists;
  /** Those that were not read yet; undefined before they were looked for. */
  #older: LogCommit[] | undefined;
  #oldest: { readonly version: FleetVersion; readonly lists: Lists };
  #reading: Promise<void> = Promise.resolve();
  #millisecondsLeft = MOST_MILLISECONDS;
  /** By list, the cars that versions took out, with their days. */
  readonly #lost = new Map<Scope, { readonly plateKey: PlateKey; readonly day: string }[]>();
  /** Why older versions are not known; undefined where they are, or were not looked for. */
  gap: HistoryGap | undefined;
  /** How many of the commits that were read prove no day: they are older than the ones before them, or of a day to come. */
  undated = 0;
  /** What `policy.protect.plates` protected from a day on, newest first. */
  readonly #protection: {
    from: string;
    readonly masks: string;
    readonly isProtected: (plateKey: PlateKey) => boolean;
  }[];

  constructor(sources: TimelineSources) {
    this.#sources = sources;
    this.dayOf = daysIn(sources.desired.timeZone);
    this.#now = listsOf(sources.desired);
    this.#oldest = { version: { day: this.dayOf(sources.now) }, lists: this.#now };
    this.#protection = [protectionIn(sources.desired, this.oldest.day)];
  }

  /** The oldest version that was read. */
  get oldest(): FleetVersion {
    return this.#oldest.version;
  }

  /** Reads versions back to the one that held on a day (YYYY-MM-DD). */
  reach(day: string): Promise<void> {
    this.#reading = this.#reading.then(() => this.#reach(day));
    return this.#reading;
  }

  /** Whether no version has a car of a list otherwise than the next one, of all that were in force since a day. */
  isSettled(scope: Scope, plateKey: PlateKey, day: string): boolean {
    const isOpen = this.oldest.day >= day && this.#older?.length !== 0 && this.#millisecondsLeft > 0;
    return !isOpen && !this.#states.get(scope)?.has(plateKey);
  }

  /** The cars that versions of some days took out of a list. */
  lostIn(scope: Scope, from: string, to: string): readonly PlateKey[] {
    const lost = this.#lost.get(scope) ?? [];
    return lost.flatMap(({ plateKey, day }) => (from <= day && day <= to ? plateKey : []));
  }

  /** How a car stood on a list, newest first. */
  statesOf(scope: Scope, plateKey: PlateKey): readonly WrittenState[] {
    return this.#states.get(scope)?.get(plateKey) ?? [{ car: carIn(this.#now.get(scope), plateKey) }];
  }

  /** Whether the policy of a version that was in force on a day, or of the oldest one, protects a plate on every list. */
  isProtected(plateKey: PlateKey, day: string): boolean {
    const first = this.#protection.findIndex(({ from }) => from <= day);
    const inForce = this.#protection.filter(
      (_, at) => at === first || (first >= 0 && at > first && (this.#protection[at - 1]?.from ?? "") >= day),
    );
    return (first < 0 ? this.#protection.slice(-1) : inForce).some((one) => one.isProtected(plateKey));
  }

  async #reach(day: string): Promise<void> {
    const { desired, git } = this.#sources;
    this.#older ??= git.load ? await this.#versions() : [];
    const start = performance.now();
    while (keptUntil(this.#oldest) >= day && performance.now() - start < this.#millisecondsLeft) {
      const next = this.#older.shift();
      if (!next) break;
      const { commit, author } = next;
      const version = { commit, author, ...this.#dayOf(next, this.#older[0]) };
      const committed = await git.load?.(commit, next.files);
      if (committed?.mode === desired.mode) {
        const lists = listsOf(committed);
        this.#compare(lists);
        const older = protectionIn(committed, version.day);
        const young = this.#protection.at(-1);
        if (young?.masks === older.masks) young.from = older.from;
        else this.#protection.push(older);
        this.#oldest = { version, lists };
      } else this.#oldest = { ...this.#oldest, version: { ...this.oldest, since: version.day } };
    }
    this.#millisecondsLeft -= performance.now() - start;
  }

  async #versions(): Promise<LogCommit[]> {
    const { desired, git } = this.#sources;
    const files = desired.files.map(({ path }) => path);
    const wish = { most: MOST_VERSIONS, limits: ALL_COMMITS };
    const log = await inRepository(files, git, async (repository) => {
      const { commits } = await readCommits(repository, wish);
      return { commits, isCut: commits.some(({ isRoot }) => isRoot) && (await isShallow(repository.git)) };
    });
    if ("why" in log) this.gap = log.why;
    else if (log.isCut) this.gap = "shallow";
    return "why" in log ? [] : [...log.commits];
  }

  // Versions come one after the other, whatever their clocks said: one that is older than the one before it, or newer than the
  // one after it, is from some day between the two.
  #dayOf({ at }: LogCommit, before: LogCommit | undefined): Pick<FleetVersion, "day" | "notBefore"> {
    const [day, after] = [this.dayOf(Date.parse(at)), this.oldest.day];
    const first = before && this.dayOf(Date.parse(before.at));
    if (day <= after && (first ?? day) <= day) return { day };
    this.undated += 1;
    return { day: after, notBefore: first !== undefined && first < after ? first : "" };
  }

  #compare(older: Lists): void {
    const { version, lists } = this.#oldest;
    // What was on a list before a file declared it is not known.
    for (const [scope, list] of older) {
      const young = lists.get(scope);
      const changed = valueAt(this.#states, scope, () => new Map<PlateKey, WrittenState[]>());
      const maps = [young?.entries, young?.absent, list.entries, list.absent];
      for (const plateKey of new Set(maps.flatMap((cars) => [...(cars?.keys() ?? [])]))) {
        const car = carIn(list, plateKey);
        if (isSame(car, carIn(young, plateKey))) continue;
        const isLost = car?.since === undefined && !young?.entries.has(plateKey);
        if (isLost) valueAt(this.#lost, scope, () => []).push({ plateKey, day: version.day });
        const states = valueAt(changed, plateKey, () => [...this.statesOf(scope, plateKey)]);
        const oldest = states.at(-1);
        if (oldest) oldest.by = version;
        const grace = isLost && graceOf(car, young);
        states.push({ car, until: version, ...(grace && { grace }) });
      }
    }
  }
}

function protectionIn({ policy, interface: rules }: DesiredState, from: string) {
  const protectorOf = protectingMask(policy.protect.plates, rules);
  const isProtected = (plateKey: PlateKey) => protectorOf(plateKey) !== undefined;
  return { from, masks: JSON.stringify(policy.protect.plates), isProtected };
}

function listsOf({ scopes }: DesiredState): Lists {
  return new Map(scopes.map((one) => [one.scope, one]));
}

function carIn(list: DesiredScope | undefined, plateKey: PlateKey): WrittenCar | undefined {
  const gone = list?.absent?.get(plateKey);
  return list?.entries.get(plateKey) ?? (gone?.since === undefined ? undefined : gone);
}

// Until when a list may have had what a version took out.
function keptUntil({ version, lists }: { readonly version: FleetVersion; readonly lists: Lists }): string {
  const watched = [...lists.values()].flatMap((list) => list.lists ?? []);
  return watched.reduce((last, { grace = 0 }) => {
    const kept = dayAfter(version.day, grace);
    return kept > last ? kept : last;
  }, version.day);
}

// `grace` is for rows that vanish from a list, and not for a last day, nor for `absent`.
function graceOf(car: WrittenCar | undefined, young: DesiredScope | undefined): number {
  const list = young?.lists?.find(({ files }) => car !== undefined && files.includes(car.source.file));
  return car && car.validUntil === undefined && !young?.absent?.has(car.plateKey) ? (list?.grace ?? 0) : 0;
}

// Where it is in a file says nothing of its days.
function isSame(left: WrittenCar | undefined, right: WrittenCar | undefined): boolean {
  const daysOf = (car: WrittenCar | undefined) => car && [car.validFrom, car.validUntil, car.since].join();
  return daysOf(left) === daysOf(right);
}
