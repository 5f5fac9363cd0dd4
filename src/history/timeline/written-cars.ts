import {
  type DesiredScope,
  type DesiredState,
  daysIn,
  formatSource,
  type PlateKey,
  type Scope,
} from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import type { GitPlace } from "../git/git-source.ts";
import { type CommittedVersion, fleetVersions } from "../git/read-log.ts";

/** A version of the fleet files: a commit, or the work tree where it names none. */
export interface FleetVersion extends Partial<Pick<CommittedVersion, "commit" | "author">> {
  /** When it was committed, or read: YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** The first day of the versions right before it that could not be read: a change may be theirs. */
  readonly since?: string;
}

/** What a version says of a car on a list. */
export interface WrittenCar {
  readonly validFrom?: string;
  readonly validUntil?: string;
  /** Set where the car must not be on the list, from this day on. */
  readonly absentSince?: string;
  readonly source: string;
}

/** How a car stood in the files from one version to another one. */
export interface WrittenState {
  readonly car: WrittenCar | undefined;
  /** The version that wrote it; undefined where it is older than what was read. */
  readonly by: FleetVersion | undefined;
  /** The version that replaced it; undefined for what is in the files now. */
  readonly until: FleetVersion | undefined;
}

/** Where the fleet files are, and how those of a commit are read. */
export interface TimelineGit extends GitPlace {
  /**
   * `files`: where the fleet files and their lists stood, where that was elsewhere. Undefined where they cannot be read; without it
   * nothing is known of what commits have in them.
   */
  readonly load?: (commit: string, files?: readonly string[]) => Promise<DesiredState | undefined>;
}

/** So many versions are read, and so long: what is older stays unknown. */
const MOST_VERSIONS = 100_000;
const MOST_MILLISECONDS = 60_000;

type Lists = ReadonlyMap<Scope, Pick<DesiredScope, "entries" | "absent">>;

/** How cars stood in the committed versions of the fleet files. Versions are read as far back as somebody asks. */
export class WrittenCars {
  readonly #changes = new Map<string, { readonly by: FleetVersion; readonly before: WrittenCar | undefined }[]>();
  readonly #desired: DesiredState;
  readonly #now: Lists;
  readonly #git: TimelineGit;
  readonly #dayOf: (instant: number) => string;
  /** Those that were not read yet; undefined before they were looked for. */
  #older: CommittedVersion[] | undefined;
  #oldest: { readonly version: FleetVersion; readonly lists: Lists };
  #reading: Promise<void> = Promise.resolve();
  #millisecondsLeft = MOST_MILLISECONDS;
  /** By list and version, the cars that it took out. */
  readonly #lost = new Map<string, PlateKey[]>();

  constructor(desired: DesiredState, now: number, git: TimelineGit) {
    this.#desired = desired;
    this.#git = git;
    this.#dayOf = daysIn(desired.timeZone);
    this.#now = listsOf(desired);
    this.#oldest = { version: { day: this.#dayOf(now) }, lists: this.#now };
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

  /** Whether older versions can still be read that were in force on a day. */
  isOpen(day: string): boolean {
    return this.oldest.day >= day && this.#older?.length !== 0 && this.#millisecondsLeft > 0;
  }

  /** Whether any version that was read has a car of a list otherwise than the next one. */
  hasChanged(scope: Scope, plateKey: PlateKey): boolean {
    return this.#changes.size > 0 && this.#changes.has(`${scope} ${plateKey}`);
  }

  /** The cars that a version took out of a list. */
  lostBy({ commit = "" }: FleetVersion, scope: Scope): readonly PlateKey[] {
    return this.#lost.get(`${scope} ${commit}`) ?? [];
  }

  /** How a car stood on a list, newest first. */
  statesOf(scope: Scope, plateKey: PlateKey): readonly WrittenState[] {
    const states: WrittenState[] = [];
    let car = carIn(this.#now, scope, plateKey);
    let until: FleetVersion | undefined;
    for (const { by, before } of this.#changes.get(`${scope} ${plateKey}`) ?? []) {
      states.push({ car, by, until });
      car = before;
      until = by;
    }
    return [...states, { car, by: undefined, until }];
  }

  async #reach(day: string): Promise<void> {
    const { load } = this.#git;
    const files = this.#desired.files.map(({ path }) => path);
    this.#older ??= load ? [...(await fleetVersions(files, MOST_VERSIONS, this.#git))] : [];
    const start = performance.now();
    while (this.#oldest.version.day >= day && performance.now() - start < this.#millisecondsLeft) {
      const next = this.#older.shift();
      if (!next) break;
      const { files, at, ...commit } = next;
      const version = { ...commit, day: this.#dayOf(Date.parse(at)) };
      const desired = await load?.(version.commit, files);
      if (desired?.mode !== this.#desired.mode) {
        const { version: younger, lists } = this.#oldest;
        this.#oldest = { version: { ...younger, since: version.day }, lists };
        continue;
      }
      const lists = listsOf(desired);
      this.#compare(lists);
      this.#oldest = { version, lists };
    }
    this.#millisecondsLeft -= performance.now() - start;
  }

  #compare(older: Lists): void {
    const { version, lists } = this.#oldest;
    // What was on a list before a file declared it is not known.
    for (const scope of older.keys()) {
      for (const plateKey of keysIn(lists.get(scope), older.get(scope))) {
        const before = carIn(older, scope, plateKey);
        if (isSame(before, carIn(lists, scope, plateKey))) continue;
        const key = `${scope} ${plateKey}`;
        if (before?.absentSince === undefined && !lists.get(scope)?.entries.has(plateKey))
          valueAt(this.#lost, `${scope} ${version.commit ?? ""}`, () => []).push(plateKey);
        valueAt(this.#changes, key, () => []).push({ by: version, before });
      }
    }
  }
}

function listsOf({ scopes }: DesiredState): Lists {
  return new Map(scopes.map(({ scope, entries, absent }) => [scope, { entries, ...(absent && { absent }) }]));
}

function keysIn(...lists: readonly (Pick<DesiredScope, "entries" | "absent"> | undefined)[]): ReadonlySet<PlateKey> {
  return new Set(lists.flatMap((list) => [...(list?.entries.keys() ?? []), ...(list?.absent?.keys() ?? [])]));
}

function carIn(lists: Lists, scope: Scope, plateKey: PlateKey): WrittenCar | undefined {
  const list = lists.get(scope);
  const entry = list?.entries.get(plateKey);
  if (entry) {
    const { validFrom, validUntil, source } = entry;
    return {
      ...(validFrom !== undefined && { validFrom }),
      ...(validUntil !== undefined && { validUntil }),
      source: formatSource(source),
    };
  }
  const gone = list?.absent?.get(plateKey);
  return gone?.since === undefined ? undefined : { absentSince: gone.since, source: formatSource(gone.source) };
}

// Where it stands in a file says nothing of its days.
function isSame(left: WrittenCar | undefined, right: WrittenCar | undefined): boolean {
  const daysOf = (car: WrittenCar | undefined) => car && [car.validFrom, car.validUntil, car.absentSince].join();
  return daysOf(left) === daysOf(right);
}
