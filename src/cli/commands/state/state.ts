import { counted, DEFAULT_INTERFACE, withCommas } from "../../../allowlist/index.ts";
import type { DocumentContent } from "../../../documents/index.ts";
import { targetOf } from "../../../plan/index.ts";
import { systemClock } from "../../../process/system-clock.ts";
import {
  type Style,
  type TableColumn,
  type TerminalText,
  tableText,
  terminalText,
  visible,
  words,
} from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { type Copying, copyState, describeState, type LockHolder } from "../../../state/index.ts";
import type { stateCopySpec, stateShowSpec, stateUnlockSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { loadDesiredIfAny } from "../../input/load-desired.ts";
import { readConnection, readStateAddress } from "../../process/environment.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { printDocument } from "../../process/io.ts";
import { environment } from "../../process/process-info.ts";
import { lockedMessage, machineOf, stateStore, storeWorld } from "../../run/locked-state.ts";

/** `platectl state show`: what the state knows, by target. Contacts no server and takes no lock. */
export async function stateShowCommand(options: InputOf<typeof stateShowSpec>, io: Io): Promise<number> {
  const store = stateStore(options);
  const desired = await loadDesiredIfAny(options, io, "skip");
  const { bytes, condition, records, holders } = await store.inspect();
  const targets = describeState(records, desired?.interface ?? DEFAULT_INTERFACE);
  const current = desired && currentTarget(desired.mode);
  const known = { name: store.name, bytes, condition, targets, lock: holders[0] ?? null, locks: holders };
  const content = current === undefined ? known : { ...known, current };
  await printDocument("state", content, () => stateText(content, io.resultStyle), options, io);
  return EXIT.ok;
}

/** `platectl state unlock`: shows and removes the lock with this id, and no other; without an id it shows the locks. */
export async function stateUnlockCommand(options: InputOf<typeof stateUnlockSpec>, io: Io): Promise<number> {
  const { id } = options;
  const store = stateStore(options);
  const { holders } = await store.inspect();
  const holder = holders.find((one) => one.id === id);
  if (holder) io.message(words`${lockText(holder, systemClock.now())}\n`);
  if (id === undefined || (await store.unlock(id)) === "no-such-lock")
    throw new CommandFailure(EXIT.input, notUnlocked(store.name, id, holders));
  const text = `${terminalText(store.name)} is unlocked.\n`;
  await printDocument("unlocked", { name: store.name, lock: id }, () => text, options, io);
  return EXIT.ok;
}

function notUnlocked(name: string, id: string | undefined, holders: readonly LockHolder[]): string {
  const [holder] = holders;
  if (!holder) return `${name} is not locked.`;
  const wrong = id === undefined ? [] : [`${name} has no lock ${JSON.stringify(id)}.`];
  const locks = holders.map((one) => lockText(one, systemClock.now()));
  const next = `If that run has certainly ended: platectl state unlock ${visible(holder.id)}`;
  return [...wrong, ...locks, next].join("\n");
}

// Only where the environment names a server can one of the targets be marked as "this server".
function currentTarget(mode: Parameters<typeof targetOf>[2]): string | undefined {
  try {
    const { baseUrl, partnerUrl } = readConnection({}, environment());
    return targetOf(baseUrl, partnerUrl, mode).fingerprint;
  } catch (error) {
    if (error instanceof CommandFailure) return undefined;
    throw error;
  }
}

/** `platectl state copy`: copies a state to a place that holds none. Contacts no server of the interface. */
export async function stateCopyCommand(
  { from, to, ...options }: InputOf<typeof stateCopySpec>,
  io: Io,
): Promise<number> {
  const [source, target] = [from, to].map((address) => readStateAddress(address, environment()));
  if (!source || !target) throw new CommandFailure(EXIT.input, "Give two addresses: FROM and TO.");
  const copied = requireCopied(await copyState(source, target, storeWorld()));
  const { from: name, to: copy, records, archives } = copied;
  const counts = `${counted(records, "record")}${archives > 0 ? ` (${archives} archives among them)` : ""}`;
  const text = `${terminalText(name)} was copied to ${terminalText(copy)}: ${counts}, read back and compared.\n`;
  await printDocument("state-copy", { from: name, to: copy, records, archives }, () => text, options, io);
  return EXIT.ok;
}

function requireCopied(copying: Copying): Extract<Copying, { kind: "copied" }> {
  switch (copying.kind) {
    case "copied":
      return copying;
    case "locked":
      throw new CommandFailure(EXIT.locked, `${lockedMessage(copying.holder, copying)}\nNothing was copied.`);
    case "same":
      throw new CommandFailure(EXIT.input, `${terminalText(copying.name)} cannot be copied to itself.`);
    case "not-empty":
      throw wrongInput(
        `${terminalText(copying.name)} already holds a state, which is not overwritten. Name an empty place.`,
        "copied",
      );
  }
}

type State = DocumentContent<"state">;
type Target = State["targets"][number];

const RUNS_SHOWN = 10;

const SCOPES: readonly TableColumn<Target["scopes"][number]>[] = [
  { name: "scope", value: ({ scope }) => scope },
  { name: "known cars", value: ({ present }) => withCommas(present), align: "right" },
  { name: "unknown", value: ({ uncertain }) => withCommas(uncertain), align: "right" },
  { name: "cars when read", value: carsWhenRead, align: "right" },
  { name: "other cars", value: ({ wasRead, baseline }) => (wasRead ? "" : baseline ? "none" : "not known") },
];

const RUNS: readonly TableColumn<Target["runs"][number]>[] = [
  { name: "started", value: ({ at }) => at },
  { name: "by", value: ({ actor }) => actor },
  { name: "exit code", value: ({ exitCode }) => (exitCode === undefined ? "none" : String(exitCode)), align: "right" },
  { name: "run", value: ({ run }) => run },
];

// What is known of a list that was never read is what was sent, or what somebody said.
function carsWhenRead({ lastCount, wasRead }: Target["scopes"][number]): string {
  if (!wasRead) return "never read";
  return lastCount === undefined ? "-" : withCommas(lastCount);
}

// Its condition and locks, then each target with its lists and latest runs.
function stateText({ name, bytes, condition, locks, targets, current }: State, style: Style): string {
  const now = systemClock.now();
  const lines = [
    `State ${terminalText(name)}, ${counted(bytes, "byte")}. ${conditionInWords(condition)}`,
    ...(locks.length === 0 ? ["Not locked."] : locks.map((holder) => lockText(holder, now))),
    ...(targets.length === 0 ? ["It knows nothing yet."] : []),
    ...targets.flatMap((target) => ["", ...targetLines(target, current, style)]),
  ];
  return `${lines.join("\n")}\n`;
}

// `now`: milliseconds since the epoch.
function lockText(holder: LockHolder, now: number): TerminalText {
  const { user, pid, at, seen, id, url } = holder;
  const life = seen === undefined ? "" : `, last sign of life ${ageOf(seen, now)}`;
  const link = url === undefined ? "" : `, ${url}`;
  // Another version of platectl may write times otherwise.
  const since = Number.isNaN(Date.parse(at)) ? at : `${at}, ${ageOf(at, now)}`;
  return terminalText(`Locked by ${user} on ${machineOf(holder)} (process ${pid}) since ${since}${life}: ${id}${link}`);
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

function conditionInWords(condition: State["condition"]): string {
  switch (condition.kind) {
    case "sound":
      return "It is intact.";
    case "torn":
      return `The last write was cut off at line ${condition.line} (${counted(condition.bytes, "byte")}); nothing was sent because of it, and the next run overwrites it.`;
    case "damaged":
      return `It is damaged: line ${condition.lines.join(", ")} was changed after it was written. Restore a copy; \`platectl state show --help\` names the page that says how to go on without one.`;
    case "other-version":
      return `It has format version ${condition.version}, which this platectl does not read.`;
    case "not-a-journal":
      return "It is not a state of platectl. Name another one with --state.";
  }
}

function targetLines({ target, scopes, runs }: Target, current: string | undefined, style: Style): string[] {
  const older = runs.length > RUNS_SHOWN ? ` (the latest ${RUNS_SHOWN} of ${runs.length})` : "";
  return [
    `Target ${terminalText(target)}${target === current ? " (this server)" : ""}`,
    tableText(SCOPES, scopes, style).trimEnd(),
    ...(runs.length === 0 ? [] : ["", `Runs${older}`, tableText(RUNS, runs.slice(-RUNS_SHOWN), style).trimEnd()]),
  ];
}
