import { truncate, visible } from "./visible.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Foreign text for HTML, as text or inside a quoted attribute. */
export function htmlText(text: string): string {
  return visible(truncate(text)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** A value as JSON for a `<script type="application/json">`: nothing in it can end the script or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Foreign text for XML 1.0, as text or inside a quoted attribute. Characters that XML forbids are spelt out before. */
export function xmlText(text: string): string {
  return htmlText(text);
}
