import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlateKey, PlateTable, readPlate } from "../../src/allowlist/index.ts";
import { cases } from "../properties.ts";

/** Numbers plates, and remembers under which spelling each came first. */
class Spellings extends PlateTable<string> {
  readonly #spellings: string[] = [];

  /** The row of a text; undefined when it is not a plate. Simple ones go in as text, the others by their key. */
  enter(text: string): number | undefined {
    const reading = readPlate(text, { foldLookalikes: false });
    const row =
      this.index.insert(text) ?? (reading.kind === "plate" ? this.index.enterKey(reading.plateKey) : undefined);
    if (row !== undefined && row === this.#spellings.length) this.#spellings.push(text);
    return row;
  }

  foresee(texts: readonly string[]): void {
    this.index.prefetch(texts.map((licenseNumber) => ({ licenseNumber })));
  }

  protected override entryAt(row: number): string {
    return this.#spellings[row] ?? "";
  }
}

/** The same with a plain `Map`, as it was before there were tables. */
function mapOf(texts: readonly string[]): Map<PlateKey, string> {
  const map = new Map<PlateKey, string>();
  for (const text of texts) {
    const reading = readPlate(text, { foldLookalikes: false });
    if (reading.kind === "plate" && !map.has(reading.plateKey)) map.set(reading.plateKey, text);
  }
  return map;
}

function tableOf(texts: readonly string[]): Spellings {
  const table = new Spellings();
  for (const text of texts) table.enter(text);
  return table;
}

const fewCharacters = fc.string({ unit: fc.constantFrom(..."AaBb01 -.·:éÅåŠšÿŸßĸ\u0301ＡА\0"), maxLength: 18 });
const everyLetter = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

describe("a table of plates", () => {
  it("a table of plates holds what a Map by plate key holds, in the same order", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fewCharacters, fc.string({ maxLength: 20 })), { maxLength: 60 }), (texts) => {
        const table = tableOf(texts);
        const map = mapOf(texts);
        expect([...table]).toEqual([...map]);
        expect([...table.keys()]).toEqual([...map.keys()]);
        expect(table.size).toBe(map.size);
        for (const [plateKey, text] of map) expect(table.get(plateKey)).toBe(text);
      }),
      { numRuns: cases(2000) },
    );
  });

  it("a table of plates holds the same whether plates were prefetched or not", () => {
    const texts = fc.array(fc.oneof(fewCharacters, fc.constantFrom("A1", "a-1", "B2")), { maxLength: 60 });
    const steps = fc.array(fc.record({ foreseen: texts, entered: fc.option(texts), looked: fewCharacters }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const [table, plain] = [new Spellings(), new Spellings()];
        for (const { foreseen, entered, looked } of all) {
          table.foresee(foreseen);
          const [key] = [...mapOf([looked]).keys()];
          if (key !== undefined) expect(table.has(key)).toBe(plain.has(key));
          for (const text of entered ?? foreseen) expect(table.enter(text)).toBe(plain.enter(text));
        }
        expect([...table]).toEqual([...plain]);
      }),
      { numRuns: cases(2000) },
    );
  });

  it("a table of plates finds the rows that another one lacks, whatever their order", () => {
    const texts = fc.array(fc.oneof(fewCharacters, fc.constantFrom("A1", "a-1", "B2", "Ʉ1")), { maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, fc.nat(30), fc.nat(30), (some, more, gone, split) => {
        const table = tableOf([...some, ...more]);
        const kept = [...some, ...more].filter((_, at) => at !== gone);
        const other = tableOf([...kept.slice(split), ...kept.slice(0, split)]);
        const lacking = [...table].filter(([plateKey]) => !other.has(plateKey)).map(([, entry]) => entry);
        expect(table.missingIn(other, 0, table.size)).toEqual(lacking);
      }),
      { numRuns: cases(2000) },
    );
  });

  it("a table of plates agrees with readPlate about every letter of Latin alphabets, alone and beside others", () => {
    const texts = everyLetter.flatMap((letter) => [letter, `${letter}1`, `A${letter}${letter.toLowerCase()}Š`]);
    const [table, map] = [tableOf(texts), mapOf(texts)];
    expect([...table]).toEqual([...map]);
    for (const plateKey of map.keys()) expect(table.has(plateKey)).toBe(true);
    for (const letter of everyLetter)
      expect([...tableOf([letter])], JSON.stringify(letter)).toEqual([...mapOf([letter])]);
  });

  it("a table of plates takes a text for simple only where readPlate agrees about plate and key", () => {
    fc.assert(
      fc.property(fewCharacters, (text) => {
        const reading = readPlate(text, { foldLookalikes: false });
        const key = tableOf([text]).keys().next().value;
        expect(key).toBe(reading.kind === "plate" ? reading.plateKey : undefined);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("a table of plates grows past every size it starts with, and knows what it does not hold", () => {
    const texts = Array.from({ length: 5000 }, (_, at) => `${at % 7 === 0 ? "Ü" : "U"}-${at}`);
    const table = tableOf([...texts, ...texts]);
    expect([...table.values()]).toEqual(texts);
    for (const [at, [plateKey]] of [...mapOf(texts)].entries()) expect(table.get(plateKey)).toBe(texts[at]);
    for (const [plateKey] of mapOf(["U5000", "Ü1", "U 0", ""])) expect(table.has(plateKey)).toBe(false);
  });

  it("a table of plates finds plates that were crafted to stand in each other's way", () => {
    const texts = collidingPlates();
    expect(texts.length).toBeGreaterThan(300);
    const table = tableOf([...texts, ...texts]);
    expect([...table]).toEqual([...mapOf(texts)]);
    for (const [plateKey, text] of mapOf(texts)) expect(table.get(plateKey)).toBe(text);
  });
});

/** Plates of eight characters that the table's hash cannot tell apart: the second half undoes what the first one does. */
function collidingPlates(): string[] {
  const [first, second] = [0x9e3779b1, 0x85ebca6b];
  let inverse = second;
  for (let step = 0; step < 5; step += 1) inverse = Math.imul(inverse, 2 - Math.imul(second, inverse));
  const texts: string[] = [];
  for (let number = 0; number < 36 ** 4; number += 1) {
    const head = number.toString(36).toUpperCase().padStart(4, "0");
    const tail = textOf(Math.imul(inverse, Math.imul(first, wordOf(head)) ^ 0x12345678));
    if (/^[0-9A-Z]{4}$/.test(tail)) texts.push(head + tail);
  }
  return texts;
}

function wordOf(text: string): number {
  return Buffer.from(text, "latin1").readInt32LE();
}

function textOf(word: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(word);
  return bytes.toString("latin1");
}
