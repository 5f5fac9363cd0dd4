import { spellOut, truncate, visible } from "./visible.ts";

// `[words](address)` is a link in a message of SARIF, and readers make one of it.
const LINK = /(?<=\])\(/g;

/** Foreign text for a message of SARIF: nothing hides in it, and nothing is a link. */
export function sarifText(text: string): string {
  return visible(truncate(text)).replace(LINK, spellOut);
}

/** A path with forward slashes as a relative URI. */
export function pathUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
