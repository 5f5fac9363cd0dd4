import { DEFAULT_INTERFACE } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { targetOf } from "../../../plan/index.ts";
import { terminalText, visible, words } from "../../../render/index.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { describeState, type LockHolder } from "../../../state/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { stateShowSpec, stateUnlockSpec } from "../../definitions/state.ts";
import { loadDesiredIfAny } from "../../input/load-desired.ts";
import { lockText, type StatePicture, stateText } from "../../output/state-text.ts";
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
    now: systemClock.now(),
    current: desired && currentTarget(desired.mode),
  };
  const { current, now: _, holders: locks, ...known } = picture;
  const document = { ...known, lock: locks[0] ?? null, locks };
  await io.result(
    options.json
      ? jsonDocument("state", current === undefined ? document : { ...document, current }, io.documentPlates)
      : stateText(picture, io.resultStyle),
  );
  return EXIT.ok;
}

/** `platectl state unlock`: shows and removes the lock with this id, and no other; without an id it shows the locks. */
export async function stateUnlockCommand(options: InputOf<typeof stateUnlockSpec>, io: Io): Promise<number> {
  const { id } = options;
  const store = stateStore(options);
  const { holders } = await store.inspect();
  const holder = holders.find((one) => one.id === id);
  if (holder) io.message(words`${lockText(holder, systemClock.now())}\n`);
  if (id === undefined || (await store.unlock(id)) === "no-such-lock")
    throw new CommandFailure(EXIT.input, notUnlocked(store.name, id, holders));
  await io.result(
    options.json
      ? jsonDocument("unlocked", { name: store.name, lock: id }, io.documentPlates)
      : `${terminalText(store.name)} is unlocked.\n`,
  );
  return EXIT.ok;
}

function notUnlocked(name: string, id: string | undefined, holders: readonly LockHolder[]): string {
  const [holder] = holders;
  if (!holder) return `${name} is not locked.`;
  const wrong = id === undefined ? [] : [`${name} has no lock ${JSON.stringify(id)}.`];
  const locks = holders.map((one) => lockText(one, systemClock.now()));
  const next = `If that run has certainly ended: platectl state unlock ${visible(holder.id)}`;
  return [...wrong, ...locks, next].join("\n");
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
