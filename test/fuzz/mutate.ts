import type { SeededRandom } from "../../src/sandbox/random.ts";

/** The most bytes that a mutated input may grow by: trials look for crashes and slow paths, not for what is merely large. */
const MOST_REPEATED = 3_000;

/** Changes bytes here and there: mostly once, so that some inputs stay valid. `words` are what means something in them. */
export function mutated(bytes: Buffer, words: readonly string[], random: SeededRandom): Buffer {
  let result = bytes;
  for (let left = random.chance(0.7) ? 1 : 1 + random.below(4); left > 0; left -= 1)
    result = mutatedOnce(result, words, random);
  return result;
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
