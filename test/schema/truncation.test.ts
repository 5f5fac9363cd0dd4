import { describe, expect, it } from "vitest";
import { type FleetReading, parseFleet } from "../../src/schema/index.ts";
import { GLOBAL, load, platesOf } from "./fleet-text.ts";

const PLATES = Array.from({ length: 1000 }, (_, at) => `ÄB${10_000 + at * 7}`);

/** Cuts near both ends, where the structure is, and every so often between. */
function cutsOf(bytes: Uint8Array): number[] {
  const { length } = bytes;
  const step = Math.ceil(length / 14);
  return Array.from({ length }, (_, at) => at).filter((at) => at < 60 || at > length - 25 || at % step === 0);
}

/** Refused, or said to be cut. */
function isNoticed(reading: FleetReading): boolean {
  return reading.kind === "invalid" || reading.warnings.some(({ code }) => code === "no-line-break-at-end");
}

function expectNoInvention(reading: FleetReading, cut: number): void {
  if (isNoticed(reading)) return;
  const plates = platesOf(reading);
  expect(plates, `cut at byte ${cut}`).toEqual(PLATES.slice(0, plates.length));
}

describe("A9: a file cut at any byte is refused or a shorter list, and never names another plate without a word", () => {
  it.each([
    ["block rows", `${GLOBAL}cars:\n${PLATES.map((plate) => `  - ${plate}\n`).join("")}`],
    ["quoted rows", `${GLOBAL}cars:\n${PLATES.map((plate) => `  - "${plate}"\n`).join("")}`],
    ["objects", `${GLOBAL}cars:\n${PLATES.map((plate) => `  - licenseNumber: ${plate}\n    features: []\n`).join("")}`],
    ["a flow list", `${GLOBAL}cars: [${PLATES.join(", ")}]\n`],
    ["CRLF", `${GLOBAL}cars:\n${PLATES.map((plate) => `  - ${plate}\n`).join("")}`.replaceAll("\n", "\r\n")],
  ])("a file that is cut at any byte is refused or a shorter list: %s", (_, text) => {
    const bytes = Buffer.from(text);
    let shorter = 0;
    for (const cut of cutsOf(bytes)) {
      // A cut inside a character is found by decoding; see files.test.ts.
      if ((bytes[cut] ?? 0) >> 6 === 2) continue;
      const reading = parseFleet(bytes.subarray(0, cut).toString("utf8"), "fleet.yaml");
      expectNoInvention(reading, cut);
      if (!isNoticed(reading)) shorter += 1;
    }
    expect(shorter).toBeLessThan(40);
  });

  it("with a count every cut of a file is noticed", () => {
    const bytes = Buffer.from(`${GLOBAL}count: 1000\ncars:\n${PLATES.map((plate) => `  - ${plate}\n`).join("")}`);
    for (const cut of cutsOf(bytes)) {
      const reading = parseFleet(bytes.subarray(0, cut).toString("utf8"), "fleet.yaml");
      expect(isNoticed(reading), `cut at ${cut}`).toBe(true);
    }
  });

  it.each([
    ["a.csv", `plate;make\n${PLATES.map((plate) => `${plate};VW\n`).join("")}`],
    ["a.csv", `make;plate\n${PLATES.map((plate) => `VW;${plate}\n`).join("")}`],
    ["a.csv", `make;plate\n${PLATES.map((plate) => `VW;"${plate}"\n`).join("")}`],
    ["a.txt", PLATES.map((plate) => `${plate}\n`).join("")],
  ])("a list that is cut at any byte is refused or a shorter list: %s", async (name, text) => {
    const column = name.endsWith("csv") ? ", column: plate" : "";
    const bytes = Buffer.from(text);
    for (const cut of cutsOf(bytes)) {
      const files = {
        "fleet.yaml": `${GLOBAL}carsFrom: [{ file: ${name}${column} }]\n`,
        [name]: bytes.subarray(0, cut),
      };
      expectNoInvention(await load(files), cut);
    }
  });
});
