import { counted, withCommas } from "../../allowlist/index.ts";

/** Why the state could not be read or written; closed, so that every caller decides about each. */
export type StateFailure =
  /** Bytes of the journal were altered or lost in the middle. */
  | "damaged"
  /** The file or branch holds something else than a journal that this version reads. */
  | "not-ours"
  /** The disk, or git, refused. */
  | "io"
  /** Another run wrote, or took the lock, while we believed to hold it. */
  | "lock-lost"
  /** Rows of a published plan are not as they were written. */
  | "altered";

/** The state could not be read or written. The message is complete: what, where, why, what to do. */
export class StateError extends Error {
  override readonly name = "StateError";
  readonly failure: StateFailure;

  constructor(failure: StateFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const IN_WORDS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "not permitted"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EIO", "the disk reported an error"],
  ["EMFILE", "too many open files"],
  ["ELOOP", "it is a symbolic link, which is not followed"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is not a folder"],
  ["ENOENT", "it, or a folder above it, is gone"],
  ["ENAMETOOLONG", "the name is too long"],
]);

const LINKLESS = new Set(["ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** The error code of the operating system (`ENOSPC`), or undefined when the error has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Puts a failed disk operation into words; errors that are already in words pass unchanged. */
export function diskError(doing: string, path: string, error: unknown): StateError {
  if (error instanceof StateError) return error;
  const code = errorCode(error) ?? "unknown error";
  const why = LINKLESS.has(code) ? "the file system has no hard links, which the lock needs" : IN_WORDS.get(code);
  return new StateError(
    "io",
    `Cannot ${doing} ${path}: ${why ? `${why} (${code})` : code}. Fix that, or name another state with --state or PLATECTL_STATE.`,
  );
}

const MIB = 1024 * 1024;
/**
 * The most bytes of a journal, or of an archive, that are read, in every store: what twenty runs of a million cars write before it
 * is compacted, and less than the longest text of V8.
 */
export const MOST_JOURNAL_BYTES = 500 * MIB;

/**
 * To be called before a journal is read.
 * @throws StateError (io) when it is larger.
 */
export function requireReadableSize(name: string, bytes: number): void {
  if (bytes <= MOST_JOURNAL_BYTES) return;
  throw new StateError(
    "io",
    `The state ${name} has ${counted(bytes, "byte")}; platectl reads at most ${withCommas(MOST_JOURNAL_BYTES)} (${MOST_JOURNAL_BYTES / MIB} MiB). ` +
      "Nothing was sent. Restore it from a copy; `platectl state show --help` names the page that says how to go on without one.",
  );
}
