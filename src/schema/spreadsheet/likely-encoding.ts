/** How many bytes above 0x7F are looked at; letters of one language repeat soon. */
const SAMPLE = 4096;

/** The share of those bytes that must be usual letters before an encoding is named. */
const ENOUGH = 0.5;

const WESTERN = "äöüßÄÖÜéèêëàâáãçñåæøœÅÆØÉÈÇóôòõíîïìúûùÁÓÍÑ";

/** Encodings that spreadsheets write, the most frequent first, with letters that are usual in text of their languages. */
const LATIN = [
  { encoding: "windows-1252", letters: WESTERN },
  { encoding: "macintosh", letters: WESTERN },
  { encoding: "windows-1250", letters: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűâăî" },
];
const CYRILLIC = [
  {
    encoding: "windows-1251",
    letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєІЇЄ",
  },
];

/** The encoding that text which is not UTF-8 probably has, or undefined where nothing speaks for one. */
export function likelyEncoding(bytes: Uint8Array): string | undefined {
  const high: number[] = [];
  let neighbours = 0;
  for (let at = 0; at < bytes.length && high.length < SAMPLE; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    high.push(byte);
    if ((bytes[at - 1] ?? 0) >= 0x80) neighbours += 1;
  }
  // Whole words are beyond ASCII in Cyrillic, single letters in languages with Latin letters.
  const candidates = neighbours > high.length / 2 ? CYRILLIC : LATIN;
  let best: { encoding: string; share: number } | undefined;
  for (const { encoding, letters } of candidates) {
    const text = [...decodeStrictly(Uint8Array.from(high), encoding)];
    const share = text.filter((character) => letters.includes(character)).length / Math.max(1, text.length);
    if (share >= ENOUGH && share > (best?.share ?? 0)) best = { encoding, share };
  }
  return best?.encoding;
}

/** UTF-16 without a byte order mark, by the zero bytes that text in Latin letters then has at every other place. */
export function likelyUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return "utf-16le";
  if (even > sample.length / 4 && odd === 0) return "utf-16be";
  return undefined;
}

/** Windows-1252 from 0x80 to 0x9F, as the Encoding Standard has it. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes text in an encoding of the Encoding Standard. Throws where bytes stand for no character. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  // Node 20 reads Windows-1252 as ISO 8859-1: the euro sign, dashes and Š come out as control characters.
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
