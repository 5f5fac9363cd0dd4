import type { FailureWords, InterfaceSettings } from "../allowlist/index.ts";

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
