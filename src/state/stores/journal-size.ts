import { counted, withCommas } from "../../allowlist/index.ts";
import { StateError } from "./state-error.ts";

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
      "Nothing was sent. Restore it from a copy; docs/state.md says how to go on without one.",
  );
}
