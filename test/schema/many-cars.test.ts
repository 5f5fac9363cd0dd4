import { expect, it } from "vitest";
import { findingsIn, findingsOf, GLOBAL, load, platesOf } from "./fleet-text.ts";

// Cars are entered many at a time; nobody may notice.

const FROM_TXT = `${GLOBAL}carsFrom:\n  - { file: cars/a.txt }\n`;

/** Every fifth plate is one that only `readPlate` understands. */
const plateAt = (at: number) => (at % 5 === 3 ? `Ä${1000 + at}` : `AB${1000 + at}`);
const PLATES = Array.from({ length: 300 }, (_, at) => plateAt(at));

it.each([1, 2, 62, 63, 64, 65, 130, 255])("a plate that stands again %i cars later is named", async (distance) => {
  const repeated = [0, 3, 44].map((at) => ({
    at: at + distance,
    plate: `${plateAt(at).slice(0, -1)}-${plateAt(at).slice(-1)}`,
  }));
  const lines = [...PLATES];
  for (const { at, plate } of repeated.reverse()) lines.splice(at, 0, plate);
  const list = await load({ "fleet.yaml": FROM_TXT, "cars/a.txt": `${lines.join("\n")}\n` });
  const places = lines.flatMap((plate, at) => (plate.includes("-") ? [`duplicate-spelling ${at + 1}:1`] : []));
  expect(places).toHaveLength(3);
  expect(findingsOf(list)).toEqual(places);
  expect(platesOf(list)).toEqual(PLATES);
});

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
