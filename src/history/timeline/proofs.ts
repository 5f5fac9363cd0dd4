import { dayAfter } from "../../allowlist/index.ts";
import type { JournalChange } from "./journal.ts";
import type { FleetVersion, WrittenState } from "./written-cars.ts";

/** What the files said of a car, as of the day itself. */
export type Written =
  /** `isAssumed`: no version is that old, and the oldest one wants it. */
  | { readonly kind: "wanted"; readonly isAssumed?: boolean }
  /** `by`: the version that says so; where the days of the car do, it had them before they were over. */
  | {
      readonly kind: "ended";
      readonly day: string;
      readonly how: "days" | "not-begun" | "removed" | "absent";
      readonly by: FleetVersion;
      readonly car: string;
    }
  | { readonly kind: "unknown" };

/** How the stay of one of a car's states, newest first, ended before a day; undefined where there was none. */
export function endOf(
  states: readonly WrittenState[],
  at: number,
  { day, oldest }: { readonly day: string; readonly oldest: FleetVersion },
): Exclude<Written, { readonly kind: "unknown" }> | undefined {
  const { car, until, by = oldest } = states[at] ?? {};
  if (!car) return undefined;
  // The version with these days: the first one, or the oldest that was read.
  const said = { kind: "ended", car: car.source, by } as const;
  const { absentSince, validFrom, validUntil } = car;
  if (absentSince !== undefined)
    return absentSince > day ? { kind: "wanted" } : { ...said, how: "absent", day: dayAfter(absentSince, -1) };
  if (validUntil !== undefined && validUntil < day && (!until || validUntil <= until.day))
    return { ...said, how: "days", day: validUntil };
  if (validFrom !== undefined && validFrom > day) return { ...said, how: "not-begun", day: dayAfter(validFrom, -1) };
  return until && { ...said, how: "removed", day: until.day, by: until };
}

/** Whether a version was committed before a day. */
export function isOlder({ commit, day }: FleetVersion, than: string): boolean {
  return commit !== undefined && day < than;
}

/** The entry of the journal that took a car off, and whether the list was read back. */
export function journalProof(change: JournalChange): string {
  const { readBackAt } = change;
  const what =
    readBackAt === undefined
      ? "deleted from the list, as the server said; never read back"
      : `deleted from the list, which was read back without it by ${readBackAt}`;
  return `${entryInWords(change)}: ${what}`;
}

/** An entry of the journal, in words. */
export function entryInWords({ at, run }: JournalChange): string {
  return `journal entry of ${at}${run === undefined ? "" : `, run ${run}`}`;
}

/** The file of a place in it. */
export function fileOf(source: string): string {
  return source.replace(/:.*$/, "");
}

/** What a version of the files says of a car that had ended, in words. */
export function writtenProof({ how, day, by, car }: Extract<Written, { kind: "ended" }>): string {
  const file = fileOf(car);
  const next = dayAfter(day, 1);
  const words = { days: `validUntil ${day}`, "not-begun": `validFrom ${next}`, absent: `absent since ${next}` };
  const what = how === "removed" ? "taken out of" : `${words[how]} in`;
  return `${what} ${file}, ${versionInWords(by)}`;
}

/** A version of the files, in words. */
export function versionInWords({ commit, author, day }: FleetVersion): string {
  return commit === undefined ? "which is in no commit" : `commit ${commit} of ${day} by ${author}`;
}
