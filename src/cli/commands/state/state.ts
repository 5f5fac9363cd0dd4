import { DEFAULT_INTERFACE } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { targetOf } from "../../../plan/index.ts";
import { terminalText } from "../../../render/index.ts";
import { describeState } from "../../../state/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { stateShowSpec, stateUnlockSpec } from "../../definitions/state.ts";
import { loadDesiredIfAny } from "../../input/load-desired.ts";
import { machineOf, type StatePicture, stateText } from "../../output/state-text.ts";
import { readConnection } from "../../process/environment.ts";
import { CommandFailure } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { environment } from "../../process/process-info.ts";
import { stateStore } from "../../run/locked-state.ts";

/** `platectl state show`: what the state knows, by target. Contacts no server and takes no lock. */
export async function stateShowCommand(options: InputOf<typeof stateShowSpec>, io: Io): Promise<number> {
  const store = stateStore(options);
  const desired = await loadDesiredIfAny(options, io, "skip");
  const { bytes, condition, records, holders } = await store.inspect();
  const picture: StatePicture = {
    name: store.name,
    bytes,
    condition,
    holders,
    targets: describeState(records, desired?.interface ?? DEFAULT_INTERFACE),
    current: desired && currentTarget(desired.mode),
  };
  const { current, holders: locks, ...known } = picture;
  const document = { ...known, lock: locks[0] ?? null, locks };
  await io.result(
    options.json
      ? jsonDocument("state", current === undefined ? document : { ...document, current })
      : stateText(picture, io.resultStyle),
  );
  return EXIT.ok;
}

/** `platectl state unlock`: removes the lock with this id, and no other. */
export async function stateUnlockCommand(options: InputOf<typeof stateUnlockSpec>, io: Io): Promise<number> {
  const { id } = options;
  const store = stateStore(options);
  const outcome = await store.unlock(id);
  if (outcome === "no-such-lock") {
    const { holder } = await store.inspect();
    throw new CommandFailure(
      EXIT.input,
      holder
        ? `${store.name} has no lock ${JSON.stringify(id)}; it is locked with ${terminalText(holder.id)} by ${terminalText(holder.user)} on ${terminalText(machineOf(holder))} since ${holder.at}.`
        : `${store.name} is not locked.`,
    );
  }
  await io.result(
    options.json
      ? jsonDocument("unlocked", { name: store.name, lock: id })
      : `${terminalText(store.name)} is unlocked.\n`,
  );
  return EXIT.ok;
}

// Only where the environment names a server can one of the targets be marked as "this server".
function currentTarget(mode: Parameters<typeof targetOf>[2]): string | undefined {
  try {
    const { baseUrl, partnerUrl } = readConnection({}, environment());
    return targetOf(baseUrl, partnerUrl, mode).fingerprint;
  } catch (error) {
    if (error instanceof CommandFailure) return undefined;
    throw error;
  }
}
