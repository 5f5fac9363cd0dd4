// One pass for any number of texts, after Wu and Manber: a table says for each few bytes how far the search may jump.
// Searching for one text after the other would cost a pass for each of them, on every page that is read.

const BLOCK = 3;
const BLOCK_BITS = 5;
const BLOCK_KINDS = 1 << (BLOCK * BLOCK_BITS);
const LOW_BITS = (1 << BLOCK_BITS) - 1;
/** Bytes of each text that jumps are computed from; longer jumps gain nothing. */
const LONGEST_WINDOW = 64;
/** So many bytes of a longer text are enough: comparing more at every place would take time that is not linear. */
const ENOUGH = 256;

/** Replaces texts wherever they occur in UTF-8; undefined when none does. */
export type Replace = (bytes: Buffer, replacement: Buffer) => Buffer | undefined;

/**
 * Gives what replaces all of those texts, the letters A to Z in either case. Where two begin at the same place the longer
 * one counts; of a text beyond 256 bytes, as much as is there is replaced. Time is linear in the bytes searched. Throws a
 * RangeError for a text shorter than three bytes.
 */
export function createReplace(texts: readonly string[]): Replace {
  const needles = [...new Set(texts.map(lowerCase))].map((text) => Buffer.from(text)).sort(longestFirst);
  const shortest = needles.at(-1)?.length ?? LONGEST_WINDOW;
  if (shortest < BLOCK) throw new RangeError("Texts shorter than three bytes cannot be searched for.");
  const last = Math.min(shortest, LONGEST_WINDOW) - BLOCK;
  const { jumps, endings } = tablesOf(needles, last);
  return (bytes, replacement) => {
    const parts: Buffer[] = [];
    let kept = 0;
    for (let at = nextCandidate(bytes, last, jumps); at < bytes.length; ) {
      const length = longestAt(bytes, at - last, endings.get(blockAt(bytes, at)) ?? []);
      if (length > 0) {
        parts.push(bytes.subarray(kept, at - last), replacement);
        kept = at - last + length;
      }
      at = nextCandidate(bytes, at + Math.max(length, 1), jumps);
    }
    return kept === 0 ? undefined : Buffer.concat([...parts, bytes.subarray(kept)]);
  };
}

/** The next place where a window that may hold a text ends with its last block; the length of the bytes when there is none. */
function nextCandidate(bytes: Buffer, from: number, jumps: Uint8Array): number {
  const end = bytes.length - BLOCK;
  let at = from;
  while (at <= end) {
    const jump = jumps[blockAt(bytes, at)] ?? 0;
    if (jump === 0) return at;
    at += jump;
  }
  return bytes.length;
}

/** For each block how far the window may move, and the needles whose window ends with it. */
function tablesOf(needles: readonly Buffer[], last: number) {
  const jumps = new Uint8Array(BLOCK_KINDS).fill(last + 1);
  const endings = new Map<number, Buffer[]>();
  for (const needle of needles) {
    for (let at = 0; at <= last; at += 1) {
      const block = blockAt(needle, at);
      jumps[block] = Math.min(jumps[block] ?? 0, last - at);
    }
    const ending = blockAt(needle, last);
    endings.set(ending, [...(endings.get(ending) ?? []), needle]);
  }
  return { jumps, endings };
}

// The low five bits are the same for both cases of a letter.
function blockAt(bytes: Buffer, at: number): number {
  const first = (bytes[at] ?? 0) & LOW_BITS;
  const second = (bytes[at + 1] ?? 0) & LOW_BITS;
  return (((first << BLOCK_BITS) | second) << BLOCK_BITS) | ((bytes[at + 2] ?? 0) & LOW_BITS);
}

/** How many bytes from that place on are one of those texts; 0 when none stands there. The longest comes first. */
function longestAt(bytes: Buffer, start: number, needles: readonly Buffer[]): number {
  for (const needle of needles) {
    const length = sharedLength(bytes, start, needle);
    if (length >= Math.min(needle.length, ENOUGH)) return length;
  }
  return 0;
}

function sharedLength(bytes: Buffer, start: number, needle: Buffer): number {
  let length = 0;
  while (length < needle.length && lowered(bytes[start + length] ?? 0) === needle[length]) length += 1;
  return length;
}

function lowered(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

// Of ASCII alone: other letters may change their length.
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function longestFirst(left: Buffer, right: Buffer): number {
  return right.length - left.length;
}
