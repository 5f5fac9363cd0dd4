import type { Memory } from "../../src/ports/index.ts";

/** What is known of the lists, without what the last run desired and when each car was last written: the journal forgets these when it is compacted. */
export function lasting(memory: Memory): Memory {
  return new Map(
    [...memory].map(([scope, { lastWrites: _, desiredDigest: __, changedAgain: ___, notAdded: ____, ...known }]) => [
      scope,
      known,
    ]),
  );
}
