import { EMPTY, JOURNAL_VERSION, type JournalCondition, type JournalEnd } from "../../journal/journal-file.ts";
import type { JournalStore, StoredJournal, StoreKind, StoreWorld } from "../journal-store.ts";
import { StateError } from "../state-error.ts";
import { type Database, openDatabase, type Query } from "./database.ts";
import { acquireLists, BEAT_MS, LEASE_SECONDS, readHolders, removeLock, renewLock } from "./list-locks.ts";
import { deletingIn } from "./plan-tables.ts";
import { postgresPlans } from "./plans.ts";
import { namePostgresAddress, type PostgresAddress, parsePostgresAddress } from "./postgres-address.ts";
import {
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

/** `postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=MODE&sslrootcert=FILE]`. */
export const postgresStores: StoreKind<PostgresAddress> = {
  syntax: "postgres://[USER@]HOST[:PORT]/DATABASE",
  parse: parsePostgresAddress,
  open: openPostgresStore,
};

/** A journal in the tables of a schema, with a lock for each list. */
function openPostgresStore(address: PostgresAddress, world: StoreWorld): JournalStore {
  const name = namePostgresAddress(address);
  const database = openDatabase(address, name, world);
  let known: number | undefined;
  const format = async (query: Query) => {
    known ??= await readFormat(query, database);
    return known;
  };
  let isMade = false;
  const prepare = async () => {
    if (isMade) return;
    if ((await database.run("read the state", format)) === undefined)
      await database.transact("prepare the state", (query) => makeTables(query, database));
    isMade = true;
  };
  return {
    name,
    pause: PAUSE_MS,
    isShared: false,
    locksLists: true,
    ...readingOf(database, format),
    ...writingOf(database),
    lease: {
      seconds: LEASE_SECONDS,
      beat: BEAT_MS,
      renew: async (id) => {
        await database.run("keep the lock of the state", (query) => renewLock(query, id));
      },
    },
    async acquire(holder, claim) {
      await prepare();
      return database.transact("lock the state", (query) => acquireLists(query, holder, claim));
    },
    // The one who takes a lock that has expired does it in `acquire`.
    release: async (id, _, must) =>
      must === undefined && (await database.run("unlock the state", (query) => removeLock(query, id))),
    plans: postgresPlans(database, prepare),
  };
}

/** `formatOf` gives the format of the lines in the tables, which are looked at until there are some. */
function readingOf(
  database: Database,
  formatOf: (query: Query) => Promise<number | undefined>,
): Pick<JournalStore, "read" | "readArchives" | "readHolders"> {
  return {
    read: (claim, lists) =>
      database.run("read the state", async (query) => {
        const format = await formatOf(query);
        if (format === undefined) return emptyJournal({ kind: "sound" });
        if (format !== JOURNAL_VERSION) return emptyJournal({ kind: "other-version", version: format });
        return readCurrent(query, database.name, claim, lists);
      }),
    readArchives: () =>
      database.run("read the archives of the state", async (query) =>
        (await formatOf(query)) !== undefined ? readArchivedRecords(query, database.name) : [],
      ),
    readHolders: (claim) =>
      database.run("read the lock of the state", async (query) =>
        (await formatOf(query)) !== undefined ? readHolders(query, claim) : [],
      ),
  };
}

function emptyJournal(condition: JournalCondition): StoredJournal {
  return { records: [], end: EMPTY.bytes, bytes: EMPTY.bytes, condition };
}

function writingOf(database: Database): Pick<JournalStore, "append" | "replace"> {
  const { name } = database;
  /** Of these locks no one knows whether the last append was written: the next write removes what it may have left. */
  const uncertain = new Set<string>();
  const whileLocked = (doing: string, lock: string, work: (query: Query) => Promise<void>) =>
    database.transact(doing, async (query) => {
      if (!(await renewLock(query, lock))) throw lockLost(name);
      await work(query);
    });
  const overwrite = (lock: string, lines: readonly Line[], after: number) =>
    whileLocked("write the state", lock, (query) => overwriteLines(query, lock, lines, after));
  return {
    async append(lock, records, after) {
      const lines = linesOf(records, after.records);
      const wasUncertain = uncertain.has(lock);
      uncertain.add(lock);
      const append = (query: Query) => appendLines(query, lock, lines, deletingIn(records));
      const appending = wasUncertain ? "differs" : await database.run("write the state", append);
      if (appending === "lock-lost") throw lockLost(name);
      if (appending === "differs") await overwrite(lock, lines, after.records);
      uncertain.delete(lock);
      return endOf(lines, after);
    },
    async replace(lock, records, after) {
      if (uncertain.has(lock)) await overwrite(lock, [], after.records);
      uncertain.delete(lock);
      const lines = linesOf(records, after.records);
      await whileLocked("compact the state", lock, async (query) => {
        if (!(await hasLine(query, lock, after.records + 1))) await replaceRecords(query, lock, lines);
      });
      return endOf(lines, { ...after, bytes: 0 });
    },
  };
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
