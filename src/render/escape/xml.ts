import { htmlText } from "./html.ts";

/** Foreign text for XML 1.0, as text or inside a quoted attribute. Characters that XML forbids are spelt out before. */
export function xmlText(text: string): string {
  return htmlText(text);
}
