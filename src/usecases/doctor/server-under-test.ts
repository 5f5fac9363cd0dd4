import type { FailureWords, InterfaceSettings } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import type { SweepPorts } from "../../live/index.ts";
import type { Clock, Random } from "../../run/ports/index.ts";

/** A client that can read; what more it can do is its own type's to say. */
export interface ReadingClient {
  readonly reader: FleetReader;
  close(): Promise<void>;
}

/** The server that is probed. Only write probes see clients that can write. */
export interface ServerUnderTest<Client extends ReadingClient = ReadingClient> {
  /** The settings that are to be tried; probes try others beside them. */
  readonly settings: InterfaceSettings;
  /** A client that speaks as these settings say. */
  readonly clientWith: (settings: Partial<InterfaceSettings>) => Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** How many more requests may be spent on what is good to know. */
  readonly requestsLeft: () => number;
}

/** A server whose clients are made once for each set of settings, and closed together. */
export function serverUnderTest<Client extends ReadingClient>(
  base: Omit<ServerUnderTest, "clientWith">,
  open: (settings: InterfaceSettings) => Client,
): ServerUnderTest<Client> & { close(): Promise<void> } {
  const clients = new Map<string, Client>();
  return {
    ...base,
    clientWith(changes) {
      const settings = { ...base.settings, ...changes };
      const name = JSON.stringify(settings);
      const client = clients.get(name) ?? open(settings);
      clients.set(name, client);
      return client;
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** What sweeps of the server's lists need. */
export function sweepPorts(server: ServerUnderTest, found: Partial<InterfaceSettings>): SweepPorts {
  const { clock, random, signal } = server;
  return { reader: server.clientWith(found).reader, clock, random, signal };
}

/**
 * What a probe says of an assumption: it holds; it does not, and `settings` or the words say what to do; it could not be
 * told; or it does not and no setting helps.
 */
export type ProbeVerdict = "holds" | "differs" | "not known" | "trouble";

/** What one probe found out. `found` may hold foreign text. */
export interface ProbeFinding {
  readonly probe: string;
  readonly verdict: ProbeVerdict;
  readonly found: string;
  /** To be written under `interface:`. */
  readonly settings?: Partial<InterfaceSettings>;
}

/** What a probe says without its name: the verdict, what it found, and the settings to be written. */
export type Said = readonly [verdict: ProbeVerdict, found: string, settings?: Partial<InterfaceSettings> | undefined];

/** The finding of a probe. */
export function saidOf(probe: string, [verdict, found, settings]: Said): ProbeFinding {
  return { probe, verdict, found, ...(settings && { settings }) };
}

/** All settings that findings ask for. */
export function proposedSettings(findings: readonly ProbeFinding[]): Partial<InterfaceSettings> {
  const all: Partial<InterfaceSettings>[] = findings.map(({ settings }) => settings ?? {});
  const words = all.flatMap(({ failures }) => failures ?? []);
  const failures: FailureWords = {
    alreadyListed: words.flatMap(({ alreadyListed }) => alreadyListed),
    notListed: words.flatMap(({ notListed }) => notListed),
  };
  return Object.assign({}, ...all, words.length > 0 ? { failures } : {});
}
