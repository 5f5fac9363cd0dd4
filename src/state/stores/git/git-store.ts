import { EMPTY } from "../../journal/journal-file.ts";
import {
  type AddressProblem,
  addressProblem,
  type JournalStore,
  quoteAddress,
  type StoreKind,
} from "../journal-store.ts";
import { decodeHolder, encodeHolder, type LockHolder } from "../lock-holder.ts";
import { StateError } from "../state-error.ts";
import { encodeAppend, storedJournal } from "../stored-journal.ts";
import { type BranchTip, type GitBranch, openBranch } from "./git-branch.ts";
import { type Git, gitIn } from "./git-command.ts";

const JOURNAL = "state.jsonl";
const LOCK = "lock.json";
const OURS = /^(?:state\.jsonl(?:\.[1-9][0-9]*)?|lock\.json)$/;
/** How often a change is tried again when the branch moved meanwhile. Each lost race means that another run got on. */
const MOST_RACES = 10;
const PAUSE_MS = 1000;

type Files = ReadonlyMap<string, string>;

/**
 * A journal and its lock on a branch. Every step is one commit that is put on top of the commit it was made from, or
 * not at all: who finds the lock in the tree that it builds on has lost, wherever the others run.
 */
export function openGitStore(git: Git, name: string, branchName: string, remote: string | undefined): JournalStore {
  const branch = openBranch(git, branchName, remote);
  const { refresh, change } = changesOf(branch, name);
  const edits = editsOf(branch, name);
  return {
    name,
    pause: PAUSE_MS,
    // A remote is for machines that know nothing of each other's processes, whatever they are called.
    isShared: remote !== undefined,
    read: async () => storedJournal(await readFile(branch, (await refresh()).files, JOURNAL)),
    readArchives: async () => {
      const { files } = await refresh();
      return Promise.all(
        archivesIn(files).map(async (archive) => (await storedJournal(await readFile(branch, files, archive))).records),
      );
    },
    readHolders: async () => [(await readHolder(branch, (await refresh()).files, name)) ?? []].flat(),
    acquire: (holder) => change("lock", edits.lock(holder)),
    release: async (id) => {
      await refresh();
      return change("unlock", edits.unlock(id));
    },
    async append(id, records, after) {
      const { bytes, end } = await encodeAppend(records, after);
      await change("append", edits.append(id, bytes, after.bytes));
      return end;
    },
    async replace(id, records) {
      const { bytes, end } = await encodeAppend(records, EMPTY);
      await change("compact", edits.replace(id, bytes));
      return end;
    },
  };
}

type Edit = (files: Files) => Promise<Files | undefined>;

/** How to read the branch's tip, and how to change its files from the last known tip, which is read again when it is out of date. */
function changesOf(branch: GitBranch, name: string) {
  let known: BranchTip | undefined;
  const refresh = async (): Promise<BranchTip> => {
    known = undefined;
    known = requireOurs(await branch.readTip(), name);
    return known;
  };
  const change = async (message: string, edit: Edit): Promise<boolean> => {
    for (let race = 1; ; race += 1) {
      const tip = known ?? (await refresh());
      const files = await edit(tip.files);
      if (!files) return false;
      known = undefined;
      const advance = await branch.advance(tip, files, `platectl: ${message} [skip ci]`);
      if (advance.kind === "moved") {
        known = advance.tip;
        return true;
      }
      if (race > MOST_RACES) throw lostEachTime(name, advance.lockFile);
    }
  };
  return { refresh, change };
}

function lostEachTime(name: string, lockFile: string | undefined): StateError {
  if (lockFile === undefined) {
    return new StateError("lock-lost", `Others kept changing ${name} (${MOST_RACES} lost races). Run it again.`);
  }
  return new StateError(
    "io",
    `git cannot change ${name} while ${JSON.stringify(lockFile)} exists. A git that was killed leaves such a file: when no git is running there, remove it.`,
  );
}

/** The changes of the branch, each from files to files; undefined when there is nothing to do any more. */
function editsOf(branch: GitBranch, name: string) {
  const requireLock = (files: Files, id: string) => requireHolder(branch, files, name, id);
  return {
    lock:
      (holder: LockHolder): Edit =>
      async (files) =>
        files.has(LOCK) ? undefined : new Map([...files, [LOCK, await branch.storeFile(encodeHolder(holder))]]),
    unlock:
      (id: string): Edit =>
      async (files) => {
        if ((await readHolder(branch, files, name))?.id !== id) return undefined;
        return new Map([...files].filter(([file]) => file !== LOCK));
      },
    append:
      (id: string, bytes: Buffer, offset: number): Edit =>
      async (files) => {
        await requireLock(files, id);
        const journal = await readFile(branch, files, JOURNAL);
        if (journal.length < offset) {
          throw new StateError("lock-lost", `${name} became shorter during this run, so this run writes no more.`);
        }
        const content = Buffer.concat([journal.subarray(0, offset), bytes]);
        return new Map([...files, [JOURNAL, await branch.storeFile(content)]]);
      },
    replace:
      (id: string, bytes: Buffer): Edit =>
      async (files) => {
        await requireLock(files, id);
        const old = files.get(JOURNAL);
        const archive = `${JOURNAL}.${archivesIn(files).length + 1}`;
        return new Map([...files, ...(old ? [[archive, old] as const] : []), [JOURNAL, await branch.storeFile(bytes)]]);
      },
  };
}

async function requireHolder(branch: GitBranch, files: Files, name: string, id: string): Promise<void> {
  if ((await readHolder(branch, files, name))?.id === id) return;
  throw new StateError(
    "lock-lost",
    `The lock of ${name} was taken away from this run, which writes no more. Run it again.`,
  );
}

async function readFile(branch: GitBranch, files: Files, file: string): Promise<Buffer> {
  const id = files.get(file);
  return id === undefined ? Buffer.alloc(0) : branch.readFile(id);
}

async function readHolder(branch: GitBranch, files: Files, name: string): Promise<LockHolder | undefined> {
  if (!files.has(LOCK)) return undefined;
  const holder = decodeHolder(await readFile(branch, files, LOCK));
  if (holder) return holder;
  throw new StateError(
    "io",
    `${LOCK} on ${name} is not a lock of platectl. When no run is under way, remove that file.`,
  );
}

function archivesIn(files: Files): readonly string[] {
  const numberOf = (file: string) => Number(file.slice(JOURNAL.length + 1));
  return [...files.keys()]
    .filter((file) => file.startsWith(`${JOURNAL}.`))
    .sort((left, right) => numberOf(left) - numberOf(right));
}

/** A mistyped branch name must not make us build on somebody's work. */
function requireOurs(tip: BranchTip, name: string): BranchTip {
  const foreign = [...tip.files.keys()].find((file) => !OURS.test(file));
  if (foreign === undefined) return tip;
  throw new StateError(
    "not-ours",
    `${name} holds other files (${JSON.stringify(foreign.slice(0, 100))}), so it is not a branch of platectl's state. Name a branch of its own with --state.`,
  );
}

/** A state on a branch of the repository around the working directory; without a remote, the branch stays local. */
export interface GitAddress {
  readonly kind: "git";
  readonly branch: string;
  readonly remote?: string;
}

// Stricter than git check-ref-format: neither part can be read as an option, a path or a URL by git.
const BRANCH = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]|[./](?![./]|$))*$/;
const REMOTE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** `git:BRANCH[@REMOTE]`. */
export const gitStores: StoreKind<GitAddress> = {
  syntax: "git:BRANCH[@REMOTE]",
  parse,
  open({ branch, remote }, { cwd, env }) {
    const name = `git:${branch}${remote === undefined ? "" : `@${remote}`}`;
    return openGitStore(gitIn(cwd, env), name, branch, remote);
  },
};

function parse(text: string): GitAddress | AddressProblem {
  const at = text.lastIndexOf("@");
  const branch = at < 0 ? text : text.slice(0, at);
  if (!BRANCH.test(branch) || branch.split("/").some((part) => part.endsWith(".lock"))) {
    return addressProblem(
      `${quoteAddress(branch)} is not a branch name for the state. Write for example git:platectl-state@origin.`,
    );
  }
  if (at < 0) return { kind: "git", branch };
  const remote = text.slice(at + 1);
  if (!REMOTE.test(remote)) {
    return addressProblem(
      `${quoteAddress(remote)} is not the name of a git remote. Write for example git:${branch}@origin.`,
    );
  }
  return { kind: "git", branch, remote };
}
