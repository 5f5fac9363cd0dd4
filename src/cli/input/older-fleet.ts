import {
  type DesiredScope,
  type DesiredState,
  dayIn,
  type LiveState,
  type OlderFleet,
  type Scope,
} from "../../allowlist/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { commitsToRead, commitTimeOf, fleetVersions, readEditOrigins } from "../../usecases/history/index.ts";
import { environment } from "../process/process-info.ts";
import { loadCommitted } from "./base-revision.ts";

/** This many versions of the fleet files are read, fewer of large ones: this many bytes, and two at least. */
const VERSIONS = { most: 10, fewest: 2, bytes: 3 * 1024 * 1024 } as const;

/**
 * For lists that no one knows: the newest commit whose fleet files name cars that they do not name now, and the state
 * neither. After a lost state nothing else finds them. Empty where git has none, or cannot say.
 */
export async function olderFleets(
  files: readonly string[],
  desired: DesiredState,
  scopes: readonly Scope[],
  memory: LiveState["memory"],
): Promise<ReadonlyMap<Scope, OlderFleet>> {
  const paths = desired.files.map(({ path }) => path);
  const most = await commitsToRead(paths, VERSIONS);
  const lists = desired.scopes.filter(({ scope }) => scopes.includes(scope));
  const place = { cwd: process.cwd(), env: environment() };
  for (const { commit } of await fleetVersions([...files, ...paths], most, place)) {
    const reading = await loadCommitted(commit, files, "git").catch(() => undefined);
    if (reading?.kind !== "desired" || reading.desired.mode !== desired.mode) continue;
    const day = dayIn(desired.timeZone, systemClock.now());
    const named = new Map(reading.desired.scopes.map((one) => [one.scope, one]));
    const older = lists.flatMap((now) => {
      const gone = goneFrom(named.get(now.scope), now, memory, day);
      return gone > 0 ? [[now.scope, { commit, gone }] as const] : [];
    });
    if (older.length > 0) return new Map(older);
  }
  return new Map();
}

function goneFrom(
  before: DesiredScope | undefined,
  now: DesiredScope,
  memory: LiveState["memory"],
  day: string,
): number {
  const known = memory.get(now.scope);
  let gone = 0;
  for (const [plateKey, { validFrom = day }] of before?.entries ?? []) {
    const isSettled = now.entries.has(plateKey) || known?.entries.has(plateKey) || known?.notListed?.has(plateKey);
    if (!isSettled && validFrom <= day) gone += 1;
  }
  return gone;
}

/** Who wrote the lines of cars that a plan is about, and who took them out. */
export function editOrigins(desired: DesiredState): ReturnType<typeof readEditOrigins> {
  return readEditOrigins(desired, { cwd: process.cwd(), env: environment() });
}

/** When a file was last committed, by the git of this process. */
export function commitTime(real: string): ReturnType<typeof commitTimeOf> {
  return commitTimeOf(real, environment());
}
