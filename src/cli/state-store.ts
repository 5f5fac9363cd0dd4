import { openStore, type Store } from "../state/index.ts";
import { systemClock, systemRandom } from "../system-clock.ts";
import { type ConnectionOptions, readStateAddress } from "./environment.ts";
import { environment, isAlive, processOwner } from "./world.ts";

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
