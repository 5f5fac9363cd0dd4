import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createRandom, type SeededRandom } from "../../src/sandbox/model/random.ts";
import { formatFleet, loadFleet, parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import {
  decodeJournal,
  describeState,
  encodeJournal,
  foldJournal,
  type JournalRecord,
  snapshotOf,
} from "../../src/state/index.ts";
import { dataFile } from "../data-file.ts";
import { textsOf } from "../rows.ts";
import { messyFleet } from "../schema/messy-fleet.ts";
import { mutated } from "./mutate.ts";

/** One kind of input, made from a number; `run` throws when the input is answered with anything but its documented answers, and gives its bytes. */
export interface Trial {
  readonly name: string;
  readonly run: (seed: number) => Promise<number> | number;
  readonly close?: () => Promise<void> | void;
}

const YAML_WORDS = textsOf(import.meta.url, "words of YAML");

const LIST_WORDS = textsOf(import.meta.url, "words of lists");

const FILES = textsOf(import.meta.url, "fleet files");

const LISTS = [
  ["cars.txt", "# pool\nAB12345\nCD 23456\n0123 # note\n"],
  ["cars.csv", 'plate,note\nAB12345,"a, b"\n"CD ""2""",x\n'],
  ["cars.csv", "plate;since\r\nAB12345;2026-01-01\r\nEF3;\r\n"],
] as const;

function randomFor(name: string, seed: number): SeededRandom {
  return createRandom(`${name} ${seed}`);
}

/** A fleet file, mutated. */
export function fleetBytes(seed: number): Buffer {
  const random = randomFor("file", seed);
  const sound = random.chance(0.5) ? random.pick(FILES) : messyFleet(seed).text;
  return mutated(Buffer.from(sound), YAML_WORDS, random);
}

/** Longer texts are not read a second time, by `yaml` alone, to compare: that alone may take as long as a trial may. */
const LONGEST_COMPARED = 100_000;

const fleetFiles: Trial = {
  name: "fleet files",
  run(seed) {
    const bytes = fleetBytes(seed);
    const text = bytes.toString("utf8");
    const reading = parseFleet(text, "fleet.yaml");
    if (text.length <= LONGEST_COMPARED && !isDeepStrictEqual(reading, parseFleetWhole(text, "fleet.yaml")))
      throw new Error("`yaml` alone reads it otherwise");
    if (reading.kind === "invalid" && !reading.diagnostics.some(({ severity }) => severity === "error"))
      throw new Error("invalid, and no error says why");
    return bytes.length;
  },
};

/** The same files, formatted: a valid one must be formatted, and come out with the same meaning. */
function formattingTrial(): Trial {
  const folder = mkdtempSync(join(tmpdir(), "platectl-fuzz-"));
  mkdirSync(join(folder, ".git"));
  return {
    name: "formatting",
    async run(seed) {
      const bytes = fleetBytes(seed);
      writeFileSync(join(folder, "fleet.yaml"), bytes);
      await formatFleet(["fleet.yaml"], { cwd: folder });
      return bytes.length;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A list in another file, mutated, and the name that it goes by. */
export function listBytes(seed: number): { readonly file: string; readonly bytes: Buffer } {
  const random = randomFor("list", seed);
  const [file, text] = random.pick(LISTS);
  return { file, bytes: mutated(Buffer.from(text), LIST_WORDS, random) };
}

function listTrial(): Trial {
  const folder = mkdtempSync(join(tmpdir(), "platectl-fuzz-"));
  return {
    name: "lists",
    async run(seed) {
      const { file, bytes } = listBytes(seed);
      const column = file.endsWith(".csv") ? ", column: plate" : "";
      writeFileSync(join(folder, "fleet.yaml"), `version: 1\nmode: global\ncarsFrom: [{ file: ${file}${column} }]\n`);
      writeFileSync(join(folder, file), bytes);
      const reading = await loadFleet(["fleet.yaml"], { cwd: folder, boundary: folder });
      if (reading.kind === "invalid" && reading.diagnostics.length === 0)
        throw new Error("invalid, and nothing says why");
      return bytes.length;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const RULES = { foldLookalikes: false };
const RECORDS: readonly JournalRecord[] = dataFile("fuzz/trials.yaml")["journal"];
const JOURNAL = encodeJournal(RECORDS);
const JOURNAL_WORDS = [...textsOf(import.meta.url, "words of journals"), JOURNAL.toString()];

/** A journal, mutated. */
export function journalBytes(seed: number): Buffer {
  return mutated(JOURNAL, JOURNAL_WORDS, randomFor("journal", seed));
}

const journals: Trial = {
  name: "journals",
  run(seed) {
    const bytes = journalBytes(seed);
    const { records } = decodeJournal(bytes);
    foldJournal(records, { target: "t", rules: RULES });
    describeState(records, RULES);
    const again = decodeJournal(encodeJournal(snapshotOf(records, { rules: RULES }, "2026-05-01T12:00:00.000Z")));
    if (again.condition.kind !== "sound") throw new Error("what was compacted cannot be read");
    return bytes.length;
  },
};

/** What people write and what disks keep. */
export function localTrials(): readonly Trial[] {
  return [fleetFiles, formattingTrial(), listTrial(), journals];
}
