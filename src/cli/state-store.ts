import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import { openStore, type Store } from "../state/index.ts";
import { type ConnectionOptions, readStateAddress } from "./environment.ts";
import { environment, isAlive, processOwner } from "./process-info.ts";

/** The state that options and environment name. Touches nothing until it is used. */
export function stateStore({ state }: Pick<ConnectionOptions, "state">): Store {
  return openStore(readStateAddress(state, environment()), {
    cwd: process.cwd(),
    clock: systemClock,
    random: systemRandom,
    owner: processOwner(),
    isAlive,
    env: environment(),
  });
}
