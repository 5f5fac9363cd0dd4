import {
  accountScope,
  DEFAULT_INTERFACE,
  type DesiredState,
  type PlateKey,
  quoted,
  readPlate,
} from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { isListed, journalChanges, type ListedNow, type LiveCar, liveNow, type Part } from "../../history/index.ts";
import { targetOf } from "../../plan/index.ts";
import { terminalText } from "../../render/index.ts";
import { NEVER } from "../../runtime/signals.ts";
import { systemClock, systemRandom } from "../../runtime/system-clock.ts";
import type { JournalRecord, Store } from "../../state/index.ts";
import { CommandFailure } from "../process/failure.ts";
import type { PreparedServer } from "./session.ts";

/** What is read beside the server's lists. */
interface LiveNowSources {
  /** The accounts to look at; those of the fleet file where undefined, or the global list where there is none. */
  readonly account: readonly string[] | undefined;
  readonly store: Pick<Store, "memory">;
  /** The journal. */
  readonly records: readonly JournalRecord[];
}

/** The fingerprint of the server and mode that a command is about. */
export function targetNow({ desired, connection }: PreparedServer, account: readonly string[] | undefined): string {
  const mode = desired?.mode ?? (account ? "billing-account" : "global");
  return targetOf(connection.baseUrl, connection.partnerUrl, mode).fingerprint;
}

/** Reads whether a plate is on its lists now: those of the accounts asked for, else of the fleet file, else the global one. */
export async function readLiveNow(
  plateKey: PlateKey,
  server: PreparedServer,
  reader: FleetReader,
  { account, store, records }: LiveNowSources,
): Promise<ListedNow> {
  const { desired, settings } = server;
  const view = { target: targetNow(server, account), rules: settings };
  const declared = desired?.scopes.map(({ scope }) => scope) ?? ["global" as const];
  const reading = await liveNow(plateKey, {
    scopes: account ? [...new Set(account)].map(accountScope) : declared,
    settings,
    ports: { reader, clock: systemClock, random: systemRandom, signal: NEVER },
    memory: await store.memory(view),
    journal: journalChanges(records, view, desired?.timeZone ?? "UTC", plateKey),
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

/** Whether a plate is on its lists now: a line, or one for each list. */
export function liveText(live: Part<LiveCar>): string {
  const rows = "rows" in live ? live.rows : [];
  const note = live.note === undefined ? [] : [terminalText(live.note)];
  const lines = rows.map((row) => lineOf(row));
  const answer = isListed(live) === "no" ? ["no"] : [...lines, ...note];
  const [only = "", ...others] = answer;
  if (others.length === 0) return `On the list now: ${only}\n`;
  return `On the lists now:\n${answer.map((line) => `  ${line}\n`).join("")}`;
}

function lineOf({ scope, listed, from, licenseNumber, features = [], addedByCustomerCare, since }: LiveCar) {
  const parts = [
    `${listed}${from === "state" && listed === "yes" ? ", by the state (the list cannot be read)" : ""}`,
    ...(licenseNumber === undefined ? [] : [`as ${licenseNumber}`]),
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
    ...(addedByCustomerCare ? ["added by customer care"] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return terminalText(`${scope === "global" ? "" : `${scope}: `}${parts.join(", ")}`);
}

/** The key of a plate that a command is about, compared as the fleet file says. Throws a `CommandFailure` (3). */
export function readPlateOperand(plate: string, desired: DesiredState | undefined): PlateKey {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const reading = readPlate(plate, rules);
  if (reading.kind !== "plate") throw new CommandFailure(EXIT.input, `${quoted(plate)} is not a plate.`);
  return reading.plateKey;
}
