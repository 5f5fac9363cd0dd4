import { DEFAULT_INTERFACE, type DesiredState, type PlateKey } from "../allowlist/index.ts";
import type { Store } from "../state/index.ts";
import { desiredPlaces } from "./desired-places.ts";
import { fleetCommits } from "./git/fleet-commits.ts";
import { journalEvents } from "./journal-events.ts";
import type { HistoryPage } from "./page.ts";

/** Where the local parts of a plate's history are read. */
export interface LocalSources {
  /** Undefined when there is no fleet file. */
  readonly desired: DesiredState | undefined;
  readonly store: Pick<Store, "history">;
  /** The paths of fleet files start here; commits are read from the git repository around it. */
  readonly cwd: string;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the fleet files, their git history and the journal say of a plate. Rejects with a `StateError`; contacts nothing. */
export async function localHistory(
  plateKey: PlateKey,
  { desired, store, cwd, env }: LocalSources,
): Promise<Pick<HistoryPage, "desired" | "commits" | "journal">> {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const journal = { rows: journalEvents(await store.history(), plateKey, rules) };
  if (!desired) {
    const note = "there is no fleet file here; name one with -f";
    return { desired: { note }, commits: { note }, journal };
  }
  const files = desired.files.map(({ path }) => path);
  return {
    desired: { rows: desiredPlaces(desired, plateKey) },
    commits: await fleetCommits(plateKey, rules, files, { cwd, env }),
    journal,
  };
}
