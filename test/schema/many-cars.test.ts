import { expect, it } from "vitest";
import { findingsIn, GLOBAL } from "./fleet-text.ts";

const codes = [...span(0, 8), 0xb, 0xc, ...span(0xe, 0x1f), ...span(0x7f, 0x84), ...span(0x86, 0x9f), 0xfffe, 0xffff];
const bidi = [...span(0x202a, 0x202e), ...span(0x2066, 0x2069)];
it.each([
  ["control-character", codes],
  ["line-break", [0xd, 0x85, 0x2028, 0x2029]],
  ["bidi-control", bidi],
])("characters that no file should hold are reported: %s, each by itself", (code, characters) => {
  for (const character of characters) {
    const found = findingsIn(`${GLOBAL}cars:\n  - AB1 # ${String.fromCharCode(character)} pool\n`);
    expect(found, character.toString(16)).toContain(`${code} 4:11`);
  }
});

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
