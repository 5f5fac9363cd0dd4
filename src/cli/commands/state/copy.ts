import { counted } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { terminalText } from "../../../render/index.ts";
import { type Copying, copyState } from "../../../state/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { stateCopySpec } from "../../definitions/state.ts";
import { readStateAddress } from "../../process/environment.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { environment } from "../../process/process-info.ts";
import { lockedMessage, storeWorld } from "../../run/locked-state.ts";

/** `platectl state copy`: copies a state to a place that holds none. Contacts no server of the interface. */
export async function stateCopyCommand(
  { from, to, ...options }: InputOf<typeof stateCopySpec>,
  io: Io,
): Promise<number> {
  const [source, target] = [from, to].map((address) => readStateAddress(address, environment()));
  if (!source || !target) throw new CommandFailure(EXIT.input, "Give two addresses: FROM and TO.");
  const copied = requireCopied(await copyState(source, target, storeWorld()));
  const { from: name, to: copy, records, archives } = copied;
  const counts = `${counted(records, "record")}${archives > 0 ? ` (${archives} archives among them)` : ""}`;
  await io.result(
    options.json
      ? jsonDocument("state-copy", { from: name, to: copy, records, archives }, io.documentPlates)
      : `${terminalText(name)} was copied to ${terminalText(copy)}: ${counts}, read back and compared.\n`,
  );
  return EXIT.ok;
}

function requireCopied(copying: Copying): Extract<Copying, { kind: "copied" }> {
  switch (copying.kind) {
    case "copied":
      return copying;
    case "locked":
      throw new CommandFailure(EXIT.locked, `${lockedMessage(copying.holder, copying)}\nNothing was copied.`);
    case "same":
      throw new CommandFailure(EXIT.input, `${terminalText(copying.name)} cannot be copied to itself.`);
    case "not-empty":
      throw wrongInput(
        `${terminalText(copying.name)} already holds a state, which is not overwritten. Name an empty place.`,
        "copied",
      );
  }
}
