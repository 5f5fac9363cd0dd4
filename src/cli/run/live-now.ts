import { accountScope, type PlateKey } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { type JournalEvent, type ListedNow, liveNow } from "../../history/index.ts";
import { targetOf } from "../../plan/index.ts";
import { systemClock, systemRandom } from "../../runtime/system-clock.ts";
import type { Store } from "../../state/index.ts";
import { NEVER } from "../process/interrupts.ts";
import type { PreparedServer } from "./session.ts";

/** What is read beside the server's lists. */
export interface LiveNowSources {
  /** The accounts to look at; those of the fleet file where undefined, or the global list where there is none. */
  readonly account: readonly string[] | undefined;
  readonly store: Pick<Store, "memory">;
  /** The journal's events of the plate. */
  readonly events: readonly JournalEvent[];
}

/** Reads whether a plate is on its lists now: those of the accounts asked for, else of the fleet file, else the global one. */
export async function readLiveNow(
  plateKey: PlateKey,
  { desired, connection, settings }: PreparedServer,
  reader: FleetReader,
  { account, store, events }: LiveNowSources,
): Promise<ListedNow> {
  const mode = desired?.mode ?? (account ? "billing-account" : "global");
  const target = targetOf(connection.baseUrl, connection.partnerUrl, mode).fingerprint;
  const declared = desired?.scopes.map(({ scope }) => scope) ?? ["global" as const];
  const reading = await liveNow(plateKey, {
    scopes: account ? [...new Set(account)].map(accountScope) : declared,
    settings,
    ports: { reader, clock: systemClock, random: systemRandom, signal: NEVER },
    memory: await store.memory({ target, rules: settings }),
    events: events.filter((event) => event.target === target),
  });
  const isGuess = !desired && !account && reading.failures.some(({ failure }) => isMissing(failure));
  if (!isGuess) return reading;
  return {
    live: { note: "not read: the server has no global list; name billing accounts with --account" },
    failures: [],
  };
}

function isMissing(failure: ListedNow["failures"][number]["failure"]): boolean {
  return failure.kind === "status" && failure.status === 404;
}
