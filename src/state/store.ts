import type { Scope } from "../allowlist/index.ts";
import type { Memory } from "../run/ports/index.ts";
import { foldJournal, listsOf, type StateView } from "./journal/fold.ts";
import type { JournalCondition } from "./journal/journal-file.ts";
import type { JournalRecord } from "./journal/record.ts";
import { type LockedState, lockedState } from "./locked-state.ts";
import { fileStores } from "./stores/file/file-address.ts";
import { gitStores } from "./stores/git/git-store.ts";
import {
  type AddressProblem,
  addressProblem,
  type JournalStore,
  type LockClaim,
  quoteAddress,
  type StoreKind,
  type StoreWorld,
} from "./stores/journal-store.ts";
import { drawHolder, type LockHolder } from "./stores/lock-holder.ts";
import { postgresStores } from "./stores/postgres/postgres-store.ts";
import type { AfterTurn, ListTaken, PublishedPlans, SharedPace, Taking } from "./stores/published-plans.ts";
import { readJournal } from "./stores/stored-journal.ts";
import { type LockOptions, signed, startBeats, takeOrWait } from "./take-lock.ts";

/** The state, locked for this run; or who holds the lock. */
export type Locking =
  | { readonly kind: "held"; readonly state: LockedState }
  | { readonly kind: "locked"; readonly holder: LockHolder };

/** What a journal holds, whatever its condition. */
export interface Inspection {
  readonly bytes: number;
  readonly condition: JournalCondition;
  /** Those before the first bad line. */
  readonly records: readonly JournalRecord[];
  /** Who holds the lock; where each list has one of its own, the first of `holders`. */
  readonly holder: LockHolder | undefined;
  /** All who hold a lock, the oldest lock first. */
  readonly holders: readonly LockHolder[];
}

/** A list of a published plan in the hands of this run, with the state under its lock. */
export interface ListInHand extends ListTaken {
  readonly state: LockedState;
}

/** Published plans, and their lists one at a time. */
export interface PlanStore extends Omit<PublishedPlans, "take" | "end" | "pace"> {
  /**
   * Takes the next list of a plan; `but` names those that this run does not want again, and a row of more bytes than `most` is
   * not read. The view's own `scopes` do not count.
   */
  take(
    hash: string,
    view: StateView,
    but: readonly Scope[],
    most: number,
  ): Promise<ListInHand | Exclude<Taking, ListTaken>>;
  /** Notes the report of a list in hand, and gives the list back. */
  end(hash: string, list: ListInHand, report: string, then: AfterTurn): Promise<void>;
  /** What this run may send, as all workers know it, and whether the plan was ended. */
  pace(target: string, hash: string): Promise<SharedPace>;
}

/** The state at one address. Every method rejects with a `StateError` when the store cannot be read or written. */
export interface Store {
  /** For messages: `.platectl/state.jsonl`. */
  readonly name: string;
  /** Whether other machines use it: the lock of a run that died is then freed by hand only. */
  readonly isShared: boolean;
  /** What is known of a target. Needs no lock and creates nothing; rejects on a damaged journal. */
  memory(view: StateView): Promise<Memory>;
  /** Takes the lock, waiting for it if need be; rejects with the signal's reason when aborted. */
  lock(view: StateView, options: LockOptions): Promise<Locking>;
  /** Removes another run's lock. Takes its id, so that a newer lock is never removed by mistake. */
  unlock(id: string): Promise<"unlocked" | "no-such-lock">;
  inspect(): Promise<Inspection>;
  /** Every record there is, archives first. */
  history(): Promise<readonly JournalRecord[]>;
  /** Where plans are published; absent where the store locks the state as a whole. */
  readonly plans?: PlanStore;
}

/** Opens the state at an address. Touches nothing until a method is called. */
export function openStore(address: StateAddress, world: StoreWorld): Store {
  return storeOver(openJournal(address, world), world);
}

/** The state in a store of whatever kind. */
export function storeOver(journal: JournalStore, world: StoreWorld): Store {
  return {
    name: journal.name,
    isShared: journal.isShared,
    memory: async (view) => foldJournal((await readJournal(journal, undefined, listsOf(view))).records, view),
    async lock(view, options) {
      const claim = claimOf(view);
      const taken = await takeOrWait(journal, claim, world, options);
      if (taken.kind === "locked") return { kind: "locked", holder: taken.holder };
      const { holder } = taken;
      const endBeats = startBeats(journal, holder.id, world);
      return { kind: "held", state: await lockedState(journal, { holder, claim, endBeats }, view, world.clock) };
    },
    async unlock(id) {
      if (!(await journal.readHolders()).some((holder) => holder.id === id)) return "no-such-lock";
      return (await journal.release(id, drawHolder(world.owner, world.clock, world.random)))
        ? "unlocked"
        : "no-such-lock";
    },
    async inspect() {
      const { bytes, condition, records } = await journal.read();
      const holders = await journal.readHolders();
      return { bytes, condition, records, holder: holders[0], holders };
    },
    async history() {
      const older = (await journal.readArchives()).flat();
      return [...older, ...(await readJournal(journal)).records];
    },
    ...(journal.plans && { plans: plansOver(journal, journal.plans, world) }),
  };
}

function plansOver(journal: JournalStore, plans: PublishedPlans, world: StoreWorld): PlanStore {
  return {
    ...plans,
    async take(hash, view, but, most) {
      const holder = signed(drawHolder(world.owner, world.clock, world.random), journal, world);
      const taken = await plans.take(hash, view.target, holder, but, most);
      if (taken.kind !== "taken") return taken;
      const scopes = [taken.scope];
      const claim = { target: view.target, scopes };
      const lock = { holder, claim, endBeats: startBeats(journal, holder.id, world) };
      const own = { ...view, scopes, reads: [...scopes, ...taken.movesTo], ownRuns: true } as const;
      return { ...taken, state: await lockedState(journal, lock, own, world.clock) };
    },
    end: (hash, { scope, state }, report, then) =>
      state.release(() => plans.end(hash, scope, state.holder.id, report, then)),
    pace: (target, hash) => plans.pace(target, hash, world.owner),
  };
}

function claimOf({ target, scopes }: StateView): LockClaim {
  return scopes === undefined ? "all" : { target, scopes };
}

/** Every kind of store by the scheme of its addresses. A new kind is a folder of its own and an entry here. */
const STORES = { file: fileStores, git: gitStores, postgres: postgresStores };

type Scheme = keyof typeof STORES;
type AddressOf<One extends Scheme> = { [Kind in One]: Parameters<(typeof STORES)[Kind]["open"]>[0] }[One];

/** Where the state is kept. */
export type StateAddress = AddressOf<Scheme>;

const KINDS: { readonly [Kind in Scheme]: StoreKind<AddressOf<Kind>> } = STORES;

/** Where the state is kept when no one says otherwise. */
export const DEFAULT_STATE_ADDRESS = "file:.platectl/state.jsonl";

/** Reads an address such as `file:PATH`, `git:BRANCH[@REMOTE]` or `postgres://HOST/DATABASE`. A problem names no password. */
export function parseStateAddress(address: string): StateAddress | AddressProblem {
  const text = address.replace(/^postgresql:/, "postgres:");
  for (const [scheme, kind] of Object.entries(KINDS)) {
    if (text.startsWith(`${scheme}:`)) return kind.parse(text.slice(scheme.length + 1));
  }
  const forms = Object.values(KINDS).map(({ syntax }) => syntax);
  return addressProblem(`The state address ${quoteAddress(text)} is of an unknown kind. Write ${forms.join(" or ")}.`);
}

/** Opens the journal at an address. Touches nothing until a method is called. */
export function openJournal<One extends Scheme>(
  address: AddressOf<One> & { readonly kind: One },
  world: StoreWorld,
): JournalStore {
  return KINDS[address.kind].open(address, world);
}
