/** Windows-1252 from 0x80 to 0x9F, as the Encoding Standard has it. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** From 0x80 on, what DOS had in the west and in the middle of Europe, which the Encoding Standard leaves out. */
const DOS: Readonly<Record<string, string>> = {
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/** The one name of an encoding: of the Encoding Standard, or `cp850` or `cp852`; undefined for one that is not known. */
export function nameOfEncoding(label: string): string | undefined {
  const dos = label
    .trim()
    .toLowerCase()
    .replace(/^(?:ibm-?|cp-?|dos-?)(?=85[02]$)/, "cp");
  if (dos in DOS) return dos;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Decodes text in an encoding. Throws where bytes mean no character. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string {
  const upper = DOS[encoding];
  if (upper !== undefined)
    return Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\xff]/g, (character) => upper.charAt(character.charCodeAt(0) - 0x80));
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  // Node 20 reads Windows-1252 as ISO 8859-1: the euro sign, dashes and Š come out as control characters.
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}

const HIGH_BYTES = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
/** What UTF-8 is taken for. */
const TAKEN_FOR = ["windows-1252", "macintosh", "cp850"];

/** The text of which the UTF-8 bytes were read in another encoding: `KÜN` of `KÃœN`; undefined where they were not. */
export function decodedOnce(text: string): string | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  for (const encoding of TAKEN_FOR) {
    const upper = decodeStrictly(HIGH_BYTES, encoding);
    const codes = [...text].map((one) => (one < "\x80" ? one.charCodeAt(0) : upper.indexOf(one) + 0x80));
    if (codes.includes(0x7f)) continue;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(codes));
    } catch {}
  }
  return undefined;
}
