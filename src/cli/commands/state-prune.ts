import { DEFAULT_INTERFACE } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { jsonText } from "../../render/escape/json.ts";
import { terminalText } from "../../render/escape/terminal.ts";
import { SCHEMA_VERSION } from "../../schema/documents/schema-version.ts";
import type { Pruning } from "../../state/index.ts";
import { requireTerminal, requireYes } from "../confirm.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { statePruneSpec } from "../definitions/state.ts";
import { loadDesiredIfAny } from "../input/load-desired.ts";
import { listenForInterrupts } from "../interrupts.ts";
import type { Io } from "../io.ts";
import { lockState, stateStore } from "../state/locked-state.ts";

/** Records of every target are pruned; no view of one target is needed. */
const NO_TARGET = "";

/** `platectl state prune`: deletes what was written before a day; what is known of the cars now is kept. Contacts no server. */
export async function statePruneCommand(options: InputOf<typeof statePruneSpec>, io: Io): Promise<number> {
  requireTerminal(options, io);
  const store = stateStore(options);
  const desired = await loadDesiredIfAny(options, io, "refuse");
  const interrupts = listenForInterrupts();
  try {
    const view = { target: NO_TARGET, rules: desired?.interface ?? DEFAULT_INTERFACE };
    const approve = (pruning: Pruning): Promise<void> => {
      if (!options.quiet || !options.autoApprove) io.message(`${terminalText(store.name)}: ${preview(pruning)}\n`);
      return requireYes(options, "Delete them permanently?", interrupts.stop);
    };
    const state = await lockState(store, view, { timeout: 0, signal: interrupts.stop });
    const pruned = await state
      .prune(`${options.before}T00:00:00.000Z`, approve, interrupts.stop)
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
    await io.result(options.json ? jsonText(document) : `${terminalText(store.name)}: ${resultText(before, pruned)}\n`);
    return EXIT.ok;
  } finally {
    interrupts.release();
  }
}

function preview({ dropped, kept }: Pruning): string {
  return `${dropped} records to delete, ${kept} to keep. What is known of the cars now is kept.`;
}

function resultText(before: string, pruned: Pruning): string {
  if (pruned.dropped === 0) return `no record is older than ${before}.`;
  return `${pruned.dropped} records from before ${before} were deleted, ${pruned.kept} are left.`;
}
