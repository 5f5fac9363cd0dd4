import { compareScopes, type PlateRules, type Scope } from "../../allowlist/index.ts";
import { byTarget, foldJournal } from "./fold.ts";
import type { JournalRecord } from "./record.ts";

/** What the state knows of one list. */
export interface ScopeSummary {
  readonly scope: Scope;
  /** Cars that are listed, as far as we know. */
  readonly present: number;
  /** Cars in doubt: no answer says whether they are listed. */
  readonly uncertain: number;
  /** How many cars the scope held at the end of the last run that knew them all; undefined when none did. */
  readonly lastCount: number | undefined;
  /** Whether the server ever showed the list. */
  readonly wasRead: boolean;
  /** Whether a human said what the list holds besides; of importance where it cannot be read. */
  readonly baseline: boolean;
}

/** One run of apply. */
export interface RunSummary {
  readonly run: string;
  readonly actor: string;
  /** Where people can look at the run, in CI. */
  readonly url?: string;
  /** Start of the run, UTC. */
  readonly at: string;
  readonly planDigest: string;
  /** SHA-256 of the approved plan's file; absent when there was none. */
  readonly planHash?: string;
  /** Undefined when the run never came to its end. */
  readonly exitCode: number | undefined;
}

/** What the state knows of one target. */
export interface StateSummary {
  readonly target: string;
  /** In the order of `compareScopes`. */
  readonly scopes: readonly ScopeSummary[];
  /** In the order in which they started. */
  readonly runs: readonly RunSummary[];
}

/** What a journal knows, target by target, in the order of their fingerprints. */
export function describeState(records: readonly JournalRecord[], rules: PlateRules): readonly StateSummary[] {
  return byTarget(records).map(([target, own]) => ({
    target,
    scopes: scopesOf(own, target, rules),
    runs: runsOf(own),
  }));
}

function scopesOf(records: readonly JournalRecord[], target: string, rules: PlateRules): readonly ScopeSummary[] {
  return [...foldJournal(records, { target, rules })]
    .map(([scope, { entries, lastCount, wasRead, baseline = false }]) => {
      const uncertain = [...entries.values()].filter((entry) => entry.uncertain).length;
      return { scope, present: entries.size - uncertain, uncertain, lastCount, wasRead, baseline };
    })
    .sort((left, right) => compareScopes(left.scope, right.scope));
}

function runsOf(records: readonly JournalRecord[]): readonly RunSummary[] {
  const runs = new Map<string, RunSummary>();
  for (const { at, entries } of records) {
    for (const entry of entries) {
      if (entry.kind === "run") {
        const { kind: _, ...facts } = entry;
        runs.set(entry.run, { ...facts, at, exitCode: undefined });
      }
      const started = entry.kind === "end" ? runs.get(entry.run) : undefined;
      if (started && entry.kind === "end") runs.set(entry.run, { ...started, exitCode: entry.exitCode });
    }
  }
  return [...runs.values()];
}
