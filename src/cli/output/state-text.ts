import { counted, withCommas } from "../../allowlist/index.ts";
import { type Style, type TableColumn, type TerminalText, tableText, terminalText } from "../../render/index.ts";
import type { JournalCondition, LockHolder, RunSummary, ScopeSummary, StateSummary } from "../../state/index.ts";

/** Everything that `state show` shows. */
export interface StatePicture {
  readonly name: string;
  readonly bytes: number;
  readonly condition: JournalCondition;
  readonly holders: readonly LockHolder[];
  readonly targets: readonly StateSummary[];
  /** Milliseconds since the epoch: the ages of locks count from then. */
  readonly now: number;
  /** The fingerprint of the server that the environment and the fleet file name, when they do. */
  readonly current: string | undefined;
}

/** How many of the latest runs are listed. */
const RUNS_SHOWN = 10;

const SCOPES: readonly TableColumn<ScopeSummary>[] = [
  { name: "scope", value: ({ scope }) => scope },
  { name: "known cars", value: ({ present }) => withCommas(present), align: "right" },
  { name: "in doubt", value: ({ uncertain }) => withCommas(uncertain), align: "right" },
  { name: "cars when read", value: carsWhenRead, align: "right" },
  { name: "other cars", value: ({ wasRead, baseline }) => (wasRead ? "" : baseline ? "none" : "not known") },
];

const RUNS: readonly TableColumn<RunSummary>[] = [
  { name: "started", value: ({ at }) => at },
  { name: "by", value: ({ actor }) => actor },
  { name: "exit code", value: ({ exitCode }) => (exitCode === undefined ? "none" : String(exitCode)), align: "right" },
  { name: "run", value: ({ run }) => run },
];

// What is known of a list that was never read is what was sent, or what somebody said.
function carsWhenRead({ lastCount, wasRead }: ScopeSummary): string {
  if (!wasRead) return "never read";
  return lastCount === undefined ? "-" : withCommas(lastCount);
}

/** The computer that a lock's holder runs on. What follows its name in a lock tells its processes apart, not its people. */
export function machineOf({ host }: LockHolder): string {
  const [machine = ""] = host.split(" ", 1);
  return machine;
}

/** The state for people: its condition and lock, then each target with its lists and latest runs. */
export function stateText(picture: StatePicture, style: Style): string {
  const { name, bytes, condition, holders, targets, now } = picture;
  const lines = [
    `State ${terminalText(name)}, ${counted(bytes, "byte")}. ${conditionInWords(condition)}`,
    ...(holders.length === 0 ? ["Not locked."] : holders.map((holder) => lockText(holder, now))),
    ...(targets.length === 0 ? ["It knows nothing yet."] : []),
    ...targets.flatMap((target) => ["", ...targetLines(target, picture.current, style)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Who holds a lock, where, since when, and its id. `now`: milliseconds since the epoch. */
export function lockText(holder: LockHolder, now: number): TerminalText {
  const { user, pid, at, seen, id, url } = holder;
  const life = seen === undefined ? "" : `, last sign of life ${ageOf(seen, now)}`;
  const link = url === undefined ? "" : `, ${url}`;
  return terminalText(
    `Locked by ${user} on ${machineOf(holder)} (process ${pid}) since ${at}, ${ageOf(at, now)}${life}: ${id}${link}`,
  );
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

// Clocks of two machines may differ: nothing began in the future.
function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  if (seconds < 2 * MINUTE) return `${counted(seconds, "second")} ago`;
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} minutes ago`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} hours ago`;
  return `${withCommas(Math.floor(seconds / DAY))} days ago`;
}

/** A journal's condition, and what to do about it. */
export function conditionInWords(condition: JournalCondition): string {
  switch (condition.kind) {
    case "sound":
      return "It is intact.";
    case "torn":
      return `The last write was cut off at line ${condition.line} (${counted(condition.bytes, "byte")}); nothing was sent because of it, and the next run overwrites it.`;
    case "damaged":
      return `It is damaged: line ${condition.lines.join(", ")} was changed after it was written. Restore a copy; docs/state.md describes how to continue without one.`;
    case "other-version":
      return `It has format version ${condition.version}, which this platectl does not read.`;
    case "not-a-journal":
      return "It is not a state of platectl. Name another one with --state.";
  }
}

function targetLines({ target, scopes, runs }: StateSummary, current: string | undefined, style: Style): string[] {
  const older = runs.length > RUNS_SHOWN ? ` (the latest ${RUNS_SHOWN} of ${runs.length})` : "";
  return [
    `Target ${terminalText(target)}${target === current ? " (this server)" : ""}`,
    tableText(SCOPES, scopes, style).trimEnd(),
    ...(runs.length === 0 ? [] : ["", `Runs${older}`, tableText(RUNS, runs.slice(-RUNS_SHOWN), style).trimEnd()]),
  ];
}
