import { check } from "../corruption-checks.ts";
import type { Parse } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { readPlainText } from "./plain-item.ts";
import { readPlainCars } from "./plain-list.ts";

/** Longer texts are worth loading `yaml` for, and are not looked through one time more. In UTF-16 units. */
const LONGEST = 64 * 1024;

/** What parses a small text without `yaml`; undefined for one that is not written in the plain way all through. */
export function parsePlain(text: string): Parse | undefined {
  const parsed = text.length > LONGEST ? undefined : readPlainText(new LineCursor(text), readPlainCars);
  return parsed && ((lines, diagnostics) => (check(lines, diagnostics) ? parsed : { kind: "broken" }));
}
