import type { FailureWords, InterfaceSettings } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import type { SweepPorts } from "../../live/index.ts";

/** The server that is probed. */
export interface ServerUnderTest extends Omit<SweepPorts, "reader"> {
  /** The settings that are to be tried; probes try others beside them. */
  readonly settings: InterfaceSettings;
  readonly readerWith: (settings: Partial<InterfaceSettings>) => FleetReader;
  /** How many more requests may be spent on what is good to know. */
  readonly requestsLeft: () => number;
}

/** Whether an assumption holds; differs, which `settings` repair; could not be told; or is trouble that none repair. */
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
export type ProbeWords = readonly [
  verdict: ProbeVerdict,
  found: string,
  settings?: Partial<InterfaceSettings> | undefined,
];

/** The finding of a probe. */
export function findingOf(probe: string, [verdict, found, settings]: ProbeWords): ProbeFinding {
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
