import { hostOfProcesses, processWorld, userName } from "../runtime/this-process.ts";
import { parseStateAddress, type Store, type StoreWorld, openStore as storeAt } from "../state/index.ts";

/**
 * Opens a state. Touches nothing until a method is called.
 * @param address `file:PATH`, `git:BRANCH[@REMOTE]` or `postgres://HOST/DATABASE`, as `--state` takes it
 * @param world what to use instead of this process: its folder, its environment, its clock, or another owner of the lock
 * @throws TypeError for any other text; the message never holds a password
 */
export function openStore(address: string, world: Partial<StoreWorld> = {}): Store {
  const reading = parseStateAddress(address);
  if (reading.kind === "problem") throw new TypeError(reading.message);
  return storeAt(reading, {
    ...processWorld(),
    env: process.env,
    owner: { user: userName(), host: hostOfProcesses(), pid: process.pid, command: "platectl library" },
    ...world,
  });
}
