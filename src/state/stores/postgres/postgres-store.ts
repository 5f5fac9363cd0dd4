import { EMPTY, JOURNAL_VERSION, type JournalCondition, type JournalEnd } from "../../journal/journal-file.ts";
import type { JournalRecord } from "../../journal/record.ts";
import type { JournalStore, StoredJournal, StoreKind, StoreWorld } from "../journal-store.ts";
import { StateError } from "../state-error.ts";
import { type Database, openDatabase, type Query } from "./database.ts";
import { acquireLists, BEAT_MS, LEASE_SECONDS, readHolders, removeLock, renewLock } from "./list-locks.ts";
import { deletingIn } from "./plan-ends.ts";
import { postgresPlans } from "./plans.ts";
import { namePostgresAddress, type PostgresAddress, parsePostgresAddress } from "./postgres-address.ts";
import {
  type Appending,
  appendLines,
  hasLine,
  type Line,
  linesOf,
  overwriteLines,
  readArchivedRecords,
  readCurrent,
  replaceRecords,
} from "./records.ts";
import { makeTables, readFormat } from "./tables.ts";

const PAUSE_MS = 500;

interface Place {
  readonly database: Database;
  readonly schema: string;
  readonly name: string;
  /** The format of the lines in the tables, which are looked at until there are some. */
  readonly format: (query: Query) => Promise<number | undefined>;
}

/** `postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=MODE&sslrootcert=FILE]`. */
export const postgresStores: StoreKind<PostgresAddress> = {
  syntax: "postgres://[USER@]HOST[:PORT]/DATABASE",
  parse: parsePostgresAddress,
  open: openPostgresStore,
};

/** A journal in the tables of a schema, with a lock for each list. */
function openPostgresStore(address: PostgresAddress, world: StoreWorld): JournalStore {
  const { schema } = address;
  const name = namePostgresAddress(address);
  let known: number | undefined;
  const format = async (query: Query) => {
    known ??= await readFormat(query, schema, name);
    return known;
  };
  const place: Place = { database: openDatabase(address, name, world), schema, name, format };
  const prepare = preparing(place);
  return {
    name,
    pause: PAUSE_MS,
    isShared: false,
    locksLists: true,
    ...readingOf(place),
    ...locksOf(place, prepare),
    ...writingOf(place),
    plans: postgresPlans(place.database, schema, prepare),
  };
}

function readingOf({ database, schema, name, format: formatOf }: Place): Pick<JournalStore, "read" | "readArchives"> {
  return {
    read: (claim, lists) =>
      database.run("read the state", async (query) => {
        const format = await formatOf(query);
        if (format === undefined) return emptyJournal({ kind: "sound" });
        if (format !== JOURNAL_VERSION) return emptyJournal({ kind: "other-version", version: format });
        return readCurrent(query, { schema, name }, claim, lists);
      }),
    readArchives: () =>
      database.run("read the archives of the state", async (query) =>
        (await formatOf(query)) !== undefined ? readArchivedRecords(query, { schema, name }) : [],
      ),
  };
}

function emptyJournal(condition: JournalCondition): StoredJournal {
  return { records: [], end: EMPTY.bytes, bytes: EMPTY.bytes, condition };
}

/** Makes the tables where there are none, once. */
function preparing({ database, schema, name, format }: Place): () => Promise<void> {
  let isMade = false;
  return async () => {
    if (isMade) return;
    if ((await database.run("read the state", format)) === undefined)
      await database.transact("prepare the state", (query) => makeTables(query, schema, name));
    isMade = true;
  };
}

function locksOf(
  { database, schema, format }: Place,
  prepare: () => Promise<void>,
): Pick<JournalStore, "readHolders" | "acquire" | "release" | "lease"> {
  return {
    lease: {
      seconds: LEASE_SECONDS,
      beat: BEAT_MS,
      renew: async (id) => {
        await database.run("keep the lock of the state", (query) => renewLock(query, schema, id));
      },
    },
    readHolders: (claim) =>
      database.run("read the lock of the state", async (query) =>
        (await format(query)) !== undefined ? readHolders(query, schema, claim) : [],
      ),
    async acquire(holder, claim) {
      await prepare();
      return database.transact("lock the state", (query) => acquireLists(query, schema, holder, claim));
    },
    // Whoever takes a lock that has expired does it in `acquire`.
    release: async (id, _, must) =>
      must === undefined && (await database.run("unlock the state", (query) => removeLock(query, schema, id))),
  };
}

function writingOf(place: Place): Pick<JournalStore, "append" | "replace"> {
  const { database, schema, name } = place;
  /** Of these locks nobody knows whether the last append was written: the next write removes what it may have left. */
  const uncertain = new Set<string>();
  const overwrite = (lock: string, lines: readonly Line[], after: number) =>
    whileLocked(place, "write the state", lock, (query) => overwriteLines(query, { schema, lock }, lines, after));
  const beCertain = async (lock: string, { records }: JournalEnd): Promise<void> => {
    if (uncertain.has(lock)) await overwrite(lock, [], records);
    uncertain.delete(lock);
  };
  return {
    async append(lock, records, after) {
      const lines = linesOf(records, after.records);
      const wasUncertain = uncertain.has(lock);
      uncertain.add(lock);
      const appending: Appending = wasUncertain
        ? "differs"
        : await database.run("write the state", (query) =>
            appendLines(query, { schema, lock }, lines, deletingIn(records)),
          );
      if (appending === "lock-lost") throw lockLost(name);
      if (appending === "differs") await overwrite(lock, lines, after.records);
      uncertain.delete(lock);
      return endOf(lines, after);
    },
    async replace(lock, records, after) {
      await beCertain(lock, after);
      return replace(place, lock, records, after);
    },
  };
}

async function replace(
  place: Place,
  lock: string,
  records: readonly JournalRecord[],
  after: JournalEnd,
): Promise<JournalEnd> {
  const { schema } = place;
  const lines = linesOf(records, after.records);
  await whileLocked(place, "compact the state", lock, async (query) => {
    if (await hasLine(query, { schema, lock }, after.records + 1)) return;
    await replaceRecords(query, { schema, lock }, lines);
  });
  return endOf(lines, { ...after, bytes: 0 });
}

async function whileLocked(
  { database, schema, name }: Place,
  doing: string,
  lock: string,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  await database.transact(doing, async (query) => {
    if (!(await renewLock(query, schema, lock))) throw lockLost(name);
    await work(query);
  });
}

function endOf(lines: readonly Line[], after: JournalEnd): JournalEnd {
  return {
    records: after.records + lines.length,
    bytes: lines.reduce((sum, { line }) => sum + line.length, after.bytes),
  };
}

function lockLost(name: string): StateError {
  return new StateError(
    "lock-lost",
    `The lock of ${name} was taken away from this run, or ended without a sign of life. It writes no more. Run it again.`,
  );
}
