import type { Scope } from "../../../src/allowlist/index.ts";
import { systemClock } from "../../../src/process/system-clock.ts";
import type { JournalEntry } from "../../../src/run/ports/index.ts";
import {
  openStore,
  parseStateAddress,
  type StateAddress,
  type StateView,
  type Store,
  type StoreWorld,
} from "../../../src/state/index.ts";
import { car, VIEW, world } from "../world.ts";

/** A text as a state address, which it must be. */
export function addressOf(text: string): StateAddress {
  const parsed = parseStateAddress(text);
  if (parsed.kind === "problem") throw new Error(parsed.message);
  return parsed;
}

/** The state at an address, with the real time. */
export function storeAt(address: string, overrides: Partial<StoreWorld> = {}): Store {
  return openStore(addressOf(address), world({ clock: systemClock, ...overrides }));
}

/** A process on another machine. */
export function there(pid: number): Pick<StoreWorld, "owner"> {
  return { owner: { user: "bo", host: `ci-${pid}`, pid, command: "platectl apply" } };
}

/** An intent to add a car to a list. */
export function on(scope: Scope, plate: string): JournalEntry {
  return { kind: "intent", batch: 1, scope, action: "add", cars: [car(plate)] };
}

/** A run that writes to some lists. */
export function lists(...scopes: readonly Scope[]): StateView {
  return { ...VIEW, scopes };
}
