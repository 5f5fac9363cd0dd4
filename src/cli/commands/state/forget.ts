import { readPlate, type Scope } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import type { JournalEntry, Memory } from "../../../ports/index.ts";
import { terminalText, visibleLines } from "../../../render/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { stateForgetSpec } from "../../definitions/state.ts";
import { requireTerminal, requireYes } from "../../process/confirm.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { limitWork } from "../../process/limits.ts";
import { withJournal } from "../../run/locked-state.ts";
import { prepareRun, type RunContext } from "../../run/run-context.ts";
import { scopeOf } from "./adoption.ts";

type ForgottenEntry = Extract<JournalEntry, { kind: "forgotten" }>;

/** `platectl state forget`: records cars as not listed. Contacts nothing. */
export async function stateForgetCommand(options: InputOf<typeof stateForgetSpec>, io: Io): Promise<number> {
  requireTerminal(options, io);
  const context = await prepareRun(options, io);
  const limits = limitWork();
  try {
    const recorded = await withJournal(context, async (memory, append) => {
      const entries = entriesFor(options.plate, context, memory);
      io.message(visibleLines(linesOf(entries, "to record as not listed", io)));
      await requireYes(options, "Is it correct that these cars are not listed?", limits.stop);
      await append(entries);
      return entries;
    });
    const document = {
      name: context.store.name,
      target: context.inputs.target,
      scopes: recorded.map(({ scope, cars }) => ({ scope, cars: cars.length })),
    };
    await io.result(
      options.json
        ? jsonDocument("forgotten", document, io.documentPlates)
        : linesOf(recorded, "recorded as not listed", io),
    );
    return EXIT.ok;
  } finally {
    limits.release();
  }
}

function entriesFor(plates: readonly string[], context: RunContext, memory: Memory): ForgottenEntry[] {
  const { desired, scopes } = context.inputs;
  const byScope = new Map<Scope, { licenseNumber: string }[]>();
  for (const licenseNumber of plates) {
    const reading = readPlate(licenseNumber, desired.interface);
    const plateKey = reading.kind === "plate" ? reading.plateKey : undefined;
    const knowing = scopes.filter((scope) => plateKey !== undefined && memory.get(scope)?.entries.has(plateKey));
    for (const scope of knowing.length > 0 ? knowing : [scopeOf(licenseNumber, context, scopes)])
      byScope.set(scope, [...(byScope.get(scope) ?? []), { licenseNumber }]);
  }
  return [...byScope].map(([scope, cars]) => ({ kind: "forgotten", scope, cars }));
}

function linesOf(entries: readonly ForgottenEntry[], words: string, { plates }: Io): string {
  return entries
    .flatMap(({ scope, cars }) =>
      cars.map(({ licenseNumber }) => `${terminalText(`${scope}: ${plates.plate(licenseNumber)} ${words}`)}\n`),
    )
    .join("");
}
