import type { SeededRandom } from "../../src/sandbox/model/random.ts";

/** The most bytes that a mutated input grows by, mostly: trials look for crashes and slow paths, not for what is merely large. */
const MOST_REPEATED = 3_000;
/** Now and then words get as long as this, in bytes: some limits of the engine begin there. */
const LONGEST_WORD = 2_000_000;
const MOST_LINES = 4;

/** Changes bytes here and there: mostly once, so that some inputs stay valid. `words` are what means something in them. */
export function mutated(bytes: Buffer, words: readonly string[], random: SeededRandom): Buffer {
  let result = random.chance(0.01) ? withLongWord(bytes, words, random) : bytes;
  for (let left = random.chance(0.7) ? 1 : 1 + random.below(4); left > 0; left -= 1)
    result = mutatedOnce(result, words, random);
  return result;
}

/** A word, repeated, in the same place of a few lines that follow each other: lists of cars written by one program look so. */
function withLongWord(bytes: Buffer, words: readonly string[], random: SeededRandom): Buffer {
  const word = random.pick(words);
  const long = Buffer.from(word.repeat(1 + random.below(Math.floor(LONGEST_WORD / word.length))));
  const pieces: Uint8Array[] = [];
  let from = random.below(bytes.length + 1);
  pieces.push(bytes.subarray(0, from));
  for (let left = 1 + random.below(MOST_LINES); left > 0 && from < bytes.length; left -= 1) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end;
    pieces.push(bytes.subarray(from, to), long, bytes.subarray(to, to + 1));
    from = to + 1;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

function mutatedOnce(bytes: Buffer, words: readonly string[], random: SeededRandom): Buffer {
  // Half of the changes at the beginning or end of a line, where a word means most.
  const anywhere = random.below(bytes.length + 1);
  const lineEnd = bytes.indexOf(10, anywhere);
  const at = lineEnd < 0 || random.chance(0.5) ? anywhere : lineEnd + random.below(2);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const length = random.below(Math.min(after.length, random.pick([2, 8, 80])) + 1);
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), after.subarray(1)]);
    case 1:
      return Buffer.concat([before, Buffer.from(random.pick(words)), after]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(words)), after.subarray(length)]);
    case 3:
      return Buffer.concat([before, after.subarray(length)]);
    case 4:
      return before;
    case 5:
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 6: {
      const word = Buffer.from(random.pick(words));
      const times = random.below(Math.max(1, Math.floor(MOST_REPEATED / Math.max(1, word.length))));
      return Buffer.concat([before, ...Array.from({ length: times }, () => word), after]);
    }
    default: {
      const from = random.below(bytes.length + 1);
      return Buffer.concat([before, bytes.subarray(from, from + random.below(60)), after]);
    }
  }
}
