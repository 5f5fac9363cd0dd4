import { readPlate, type Scope } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { JournalEntry, Memory } from "../../ports/index.ts";
import { jsonText, terminalText } from "../../render/index.ts";
import { SCHEMA_VERSION } from "../../schema/index.ts";
import { requireTerminal, requireYes } from "../confirm.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { stateForgetSpec, stateReleaseSpec } from "../definitions/state.ts";
import { CommandFailure } from "../failure.ts";
import { listenForInterrupts } from "../interrupts.ts";
import type { Io } from "../io.ts";
import { prepareRun, type RunContext } from "../run-context.ts";
import { scopeOf } from "../state/adoption.ts";
import { withJournal } from "../state/locked-state.ts";

type CarsInput = InputOf<typeof stateForgetSpec> & InputOf<typeof stateReleaseSpec>;

/** What the user says about cars: that they are not listed, or that they are to be sent again although they were undone. */
type Statement = Extract<JournalEntry, { kind: "forgotten" | "released" }>["kind"];

const WORDS = {
  forgotten: {
    to: "to record as not listed",
    done: "recorded as not listed",
    question: "Is it correct that these cars are not listed?",
  },
  released: {
    to: "to be sent again by the next run",
    done: "sent again by the next run",
    question: "Send these cars again?",
  },
} as const;

/** `platectl state forget`: records cars as not listed. Contacts nothing. */
export function stateForgetCommand(options: CarsInput, io: Io): Promise<number> {
  return record("forgotten", options, io);
}

/** `platectl state release`: lets the next run send changes that are skipped. Contacts nothing. */
export function stateReleaseCommand(options: CarsInput, io: Io): Promise<number> {
  return record("released", options, io);
}

async function record(kind: Statement, options: CarsInput, io: Io): Promise<number> {
  requireTerminal(options, io);
  const context = await prepareRun(options, io);
  const interrupts = listenForInterrupts();
  try {
    const recorded = await withJournal(context, async (memory, append) => {
      const entries = entriesFor(kind, options.plate, context, memory);
      io.message(linesOf(entries, WORDS[kind].to, io));
      await requireYes(options, WORDS[kind].question, interrupts.stop);
      await append(entries);
      return entries;
    });
    const document = {
      kind: `platectl/${kind}`,
      schemaVersion: SCHEMA_VERSION,
      name: context.store.name,
      target: context.inputs.target,
      scopes: recorded.map(({ scope, cars }) => ({ scope, cars: cars.length })),
    };
    await io.result(options.json ? jsonText(document) : linesOf(recorded, WORDS[kind].done, io));
    return EXIT.ok;
  } finally {
    interrupts.release();
  }
}

type CarsEntry = {
  readonly kind: Statement;
  readonly scope: Scope;
  readonly cars: readonly { readonly licenseNumber: string }[];
};

function entriesFor(kind: Statement, plates: readonly string[], context: RunContext, memory: Memory): CarsEntry[] {
  const { desired, scopes } = context.inputs;
  const byScope = new Map<Scope, { licenseNumber: string }[]>();
  for (const licenseNumber of plates) {
    const reading = readPlate(licenseNumber, desired.interface);
    const plateKey = reading.kind === "plate" ? reading.plateKey : undefined;
    const knowing = scopes.filter((scope) => {
      const known = memory.get(scope);
      if (plateKey === undefined || !known) return false;
      return kind === "forgotten" ? known.entries.has(plateKey) : known.undone?.cars.has(plateKey);
    });
    if (kind === "released" && knowing.length === 0) {
      throw new CommandFailure(
        EXIT.input,
        `${terminalText(licenseNumber)}: no change to it is skipped. Nothing was changed.`,
      );
    }
    for (const scope of knowing.length > 0 ? knowing : [scopeOf(licenseNumber, context, scopes)])
      byScope.set(scope, [...(byScope.get(scope) ?? []), { licenseNumber }]);
  }
  return [...byScope].map(([scope, cars]) => ({ kind, scope, cars }));
}

function linesOf(entries: readonly CarsEntry[], words: string, { plates }: Io): string {
  return entries
    .flatMap(({ scope, cars }) =>
      cars.map(({ licenseNumber }) => `${scope}: ${plates.plate(licenseNumber)} ${words}\n`),
    )
    .map(terminalLine)
    .join("");
}

function terminalLine(line: string): string {
  return `${terminalText(line.trimEnd())}\n`;
}
