import { expect, it } from "vitest";
import type { Run } from "./town.ts";
import { globalFile, numbered, Town } from "./town.ts";

const OTHERS = numbered("C", 0, 9);

/** How servers write plates that their database cannot hold. */
const SERVERS: readonly (readonly [string, string, string, (plate: string) => string])[] = [
  ["writes umlauts in two letters", "KÜN-E 77", "KUEN-E 77", (plate) => plate.replace("Ü", "UE")],
  ["drops accents", "KÜN-E 77", "KUN-E 77", (plate) => plate.replace("Ü", "U")],
  ["writes Nordic letters in two", "ÆØ 4711", "AEOE 4711", (plate) => plate.replace("Æ", "AE").replace("Ø", "OE")],
  ["writes Cyrillic letters in Latin ones", "ЖЩ 123", "ZHSHCH 123", (plate) => plate.replace("ЖЩ", "ZHSHCH")],
  [
    "writes a sign for what it does not know",
    "KÜN-E 77",
    "K?N-E 77".replace("?", "X9"),
    (plate) => plate.replace("Ü", "X9"),
  ],
];

function changedIn({ result }: Run): readonly unknown[] {
  return result.kind === "applied" ? result.result.scopes.flatMap(({ changedMeanwhile = [] }) => changedMeanwhile) : [];
}

it.each(SERVERS)(
  "E3: a server that %s keeps the car on its row, night after night, and nobody is blamed",
  async (_, plate, kept, spelling) => {
    const town = new Town().put(OTHERS);
    town.spelling = spelling;
    for (let night = 1; night <= 4; night += 1) {
      const run = await town.apply(globalFile([...OTHERS, plate]));
      expect(town.plates(), `night ${night}`).toEqual([...OTHERS, kept].sort());
      expect({ code: run.exitCode, changed: changedIn(run) }, `night ${night}`).toEqual({ code: 9, changed: [] });
      const line = `respelled: [{ plate: ${JSON.stringify(plate)}, server: ${JSON.stringify(kept)} }]`;
      expect(run.results.find(({ action }) => action === "add")?.error, `night ${night}`).toContain(line);
    }
  },
);

it.each(SERVERS)(
  "E3: a server that %s: with that line nothing is left to do, and the row goes with the car",
  async (_, plate, kept, spelling) => {
    const town = new Town().put(OTHERS);
    town.spelling = spelling;
    const line = `interface: { respelled: [{ plate: ${JSON.stringify(plate)}, server: ${JSON.stringify(kept)} }] }\n`;
    expect(await town.apply(globalFile([...OTHERS, plate], line))).toMatchObject({ exitCode: 0, writes: 1 });
    expect(await town.apply(globalFile([...OTHERS, plate], line))).toMatchObject({ exitCode: 0, writes: 0 });
    expect(await town.apply(globalFile(OTHERS, line))).toMatchObject({ exitCode: 0 });
    expect(town.plates()).toEqual(OTHERS);
  },
);

it("E3: where the state was lost, a row that is the car in other letters stays", async () => {
  const town = new Town().put([...OTHERS, "KUEN-E 77", "OLD 1"]);
  town.spelling = (plate) => plate.replace("Ü", "UE");
  for (let night = 1; night <= 3; night += 1) {
    await town.apply(globalFile([...OTHERS, "KÜN-E 77"]));
    expect(town.plates(), `night ${night}`).toContain("KUEN-E 77");
    town.clock.passed += 24 * 60 * 60_000;
  }
  expect(town.plates()).not.toContain("OLD 1");
});

it("E3: several cars of one run get their own rows", async () => {
  const town = new Town().put(OTHERS);
  town.spelling = (plate) => plate.replace("Ü", "UE").replace("Ж", "ZH");
  const cars = [...OTHERS, "KÜN-E 77", "TÜ-A 5", "Ж 123", "N1"];
  for (let night = 1; night <= 3; night += 1) {
    await town.apply(globalFile(cars));
    expect(town.plates()).toEqual([...OTHERS, "KUEN-E 77", "TUE-A 5", "ZH 123", "N1"].sort());
  }
});
