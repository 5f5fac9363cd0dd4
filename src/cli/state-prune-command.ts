import { DEFAULT_INTERFACE } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { jsonText } from "../render/escape/json.ts";
import { terminalText } from "../render/escape/terminal.ts";
import { SCHEMA_VERSION } from "../schema/documents/schema-version.ts";
import type { Pruning } from "../state/index.ts";
import { requireAnswer, requireYes } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { loadDesiredIfAny } from "./load-desired.ts";
import { lockedMessage } from "./locked-message.ts";
import type { StateOptions } from "./state-command.ts";
import { stateStore } from "./state-store.ts";

/** Options of `platectl state prune`. */
export interface PruneOptions extends StateOptions {
  /** YYYY-MM-DD. */
  readonly before: string;
  readonly autoApprove?: boolean;
}

/** The records are of every server alike, and only those of one server are read by its view. */
const NO_TARGET = "";

/** `platectl state prune`: drops what was written before a day; what is known of the cars now stays. Contacts no server. */
export async function statePruneCommand(options: PruneOptions, io: Io): Promise<number> {
  requireAnswer(options, io);
  const store = stateStore(options);
  const desired = await loadDesiredIfAny(options, io);
  const interrupts = listenForInterrupts();
  try {
    const view = { target: NO_TARGET, rules: desired?.interface ?? DEFAULT_INTERFACE };
    const locking = await store.lock(view, { timeout: 0, signal: interrupts.stop });
    if (locking.kind === "locked") {
      throw new CommandFailure(EXIT.locked, `${lockedMessage(locking.holder, store)}\nNothing was changed.`);
    }
    const { state } = locking;
    const pruned = await state
      .prune(`${options.before}T00:00:00.000Z`, (pruning) => {
        if (!options.quiet || !options.autoApprove) io.message(`${terminalText(store.name)}: ${announced(pruning)}\n`);
        return requireYes(options, "Drop them for good?", interrupts.stop);
      })
      .finally(() => state.release());
    const { dropped, kept } = pruned;
    const { before } = options;
    const document = {
      kind: "platectl/pruning",
      schemaVersion: SCHEMA_VERSION,
      name: store.name,
      before,
      dropped,
      kept,
    };
    await io.result(
      options.json ? jsonText(document) : `${terminalText(store.name)}: ${resultText(options, pruned)}\n`,
    );
    return EXIT.ok;
  } finally {
    interrupts.release();
  }
}

function announced({ dropped, kept }: Pruning): string {
  return `${dropped} records to drop, ${kept} to keep. What is known of the cars now stays.`;
}

function resultText({ before }: PruneOptions, pruned: Pruning): string {
  if (pruned.dropped === 0) return `nothing is older than ${before}.`;
  return `${pruned.dropped} records from before ${before} were dropped, ${pruned.kept} are left.`;
}
