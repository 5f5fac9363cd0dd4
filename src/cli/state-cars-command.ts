import { readPlate, type Scope } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { JournalEntry, Memory } from "../ports/index.ts";
import { jsonText, terminalText } from "../render/index.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import { scopeOf } from "./adoption.ts";
import { requireAnswer, requireYes } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { withJournal } from "./journal-writing.ts";
import { prepareRun, type ReconcileOptions, type RunContext } from "./run-context.ts";

/** Options of `platectl state forget` and `state release`. */
export interface StateCarsOptions extends ReconcileOptions {
  readonly autoApprove?: boolean;
}

/** What a human says of cars: that they are not listed, or that they are to be sent again although they were undone. */
type Saying = Extract<JournalEntry, { kind: "forgotten" | "released" }>["kind"];

const WORDS = {
  forgotten: {
    to: "to take as not listed",
    done: "taken as not listed",
    question: "Are these cars not on their lists?",
  },
  released: {
    to: "to be sent again by the next run",
    done: "sent again by the next run",
    question: "Send these cars again?",
  },
} as const;

/** `platectl state forget`: takes cars as not listed. Contacts nothing. */
export function stateForgetCommand(plates: readonly string[], options: StateCarsOptions, io: Io): Promise<number> {
  return say("forgotten", plates, options, io);
}

/** `platectl state release`: lets the next run send changes that are skipped. Contacts nothing. */
export function stateReleaseCommand(plates: readonly string[], options: StateCarsOptions, io: Io): Promise<number> {
  return say("released", plates, options, io);
}

async function say(kind: Saying, plates: readonly string[], options: StateCarsOptions, io: Io): Promise<number> {
  requireAnswer(options, io);
  const context = await prepareRun(options, io);
  const interrupts = listenForInterrupts();
  try {
    const said = await withJournal(context, async (memory, append) => {
      const entries = entriesFor(kind, plates, context, memory);
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
      scopes: said.map(({ scope, cars }) => ({ scope, cars: cars.length })),
    };
    await io.result(options.json ? jsonText(document) : linesOf(said, WORDS[kind].done, io));
    return EXIT.ok;
  } finally {
    interrupts.release();
  }
}

type Said = {
  readonly kind: Saying;
  readonly scope: Scope;
  readonly cars: readonly { readonly licenseNumber: string }[];
};

function entriesFor(kind: Saying, plates: readonly string[], context: RunContext, memory: Memory): Said[] {
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
        `${terminalText(licenseNumber)}: nothing about it is skipped. Nothing was changed.`,
      );
    }
    for (const scope of knowing.length > 0 ? knowing : [scopeOf(licenseNumber, context, scopes)])
      byScope.set(scope, [...(byScope.get(scope) ?? []), { licenseNumber }]);
  }
  return [...byScope].map(([scope, cars]) => ({ kind, scope, cars }));
}

function linesOf(entries: readonly Said[], words: string, { plates }: Io): string {
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
