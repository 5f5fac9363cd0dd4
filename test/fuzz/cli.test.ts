import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { place } from "../cli/harness.ts";
import { fleetBytes, journalBytes, listBytes } from "./trials.ts";

const RUNS = 150;

/** What each command may end with for an input that is broken in any way; 1 is a defect. */
const DOCUMENTED = [0, 2, 3, 4];

it.each([
  ["validate", fleetBytes, "fleet.yaml", ["validate", "--json"]],
  ["fmt", fleetBytes, "fleet.yaml", ["fmt", "--check"]],
  ["validate, of a list", (seed: number) => listBytes(seed).bytes, "cars.txt", ["validate", "-f", "lists.yaml"]],
  ["state show", journalBytes, ".platectl/state.jsonl", ["state", "show", "--json"]],
  ["plan over a mutated state", journalBytes, ".platectl/state.jsonl", ["plan", "-f", "sound.yaml", "--json"]],
] as const)(
  "A10, H4, S25: the program ends with a documented code for mutated inputs: %s",
  async (_, bytesOf, file, args) => {
    const here = await place({ mode: "global", start: { cars: ["AB1"] } });
    here.write("lists.yaml", "version: 1\nmode: global\ncarsFrom: [{ file: cars.txt }]\n");
    here.write("sound.yaml", "version: 1\nmode: global\ncars: [AB1, CD2]\n");
    const path = here.write(file, "");
    for (let seed = 1; seed <= RUNS; seed += 1) {
      writeFileSync(join(path), bytesOf(seed), { mode: 0o600 });
      const { code, stderr } = await here.run(...args);
      expect({ seed, isDocumented: DOCUMENTED.includes(code ?? -1), code, stderr }).toMatchObject({
        isDocumented: true,
      });
      expect(stderr).not.toMatch(/This is a defect|^\s+at .*:\d+:\d+\)?$/m);
    }
  },
);
