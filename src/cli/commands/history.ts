import type { PlateKey } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import {
  type DesiredPlace,
  type FleetCommit,
  type HistoryPage,
  type HistoryRecord,
  type HistoryUser,
  type JournalEvent,
  localHistory,
  type Part,
  type ServerHistory,
  serverHistory,
} from "../../history/index.ts";
import { type Style, type TableColumn, tableText, terminalText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import type { JournalRecord, Store } from "../../state/index.ts";
import { dayRange } from "../definitions/readers.ts";
import type { historySpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { loadDesiredIfAny } from "../input/load-desired.ts";
import { TOTAL_COLUMNS } from "../output/listing.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { liveText, readLiveNow, readPlateOperand, targetNow } from "../run/live-now.ts";
import { stateStore } from "../run/locked-state.ts";
import { prepareServer, refusalMessage, withReader } from "../run/session.ts";

type HistoryInput = InputOf<typeof historySpec>;

/** How far back billing records are read without `--from`, days. */
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;
const OFFLINE = { note: "not read (--offline)" };

/** `platectl history`: one plate in the fleet files' history, in the journal, in billing records and with users. */
export async function historyCommand(options: HistoryInput, io: Io): Promise<number> {
  const { plate } = options;
  const range = rangeOf(options);
  const desired = await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(plate, desired);
  const store = stateStore(options);
  const records = await store.history();
  const there = options.offline
    ? { target: undefined, live: OFFLINE, billing: OFFLINE, totals: [], users: OFFLINE, exitCode: EXIT.ok }
    : await serverParts(plateKey, range, { store, records }, options, io);
  const { exitCode, target, ...parts } = there;
  const place = { cwd: process.cwd(), env: environment(), now: systemClock.now() };
  const local = await localHistory(plateKey, { desired, records, target, ...place });
  const { live, ...others } = parts;
  const page = { licenseNumber: plate, plateKey, live, ...local, ...others, ...range };
  await printDocument("history", page, (shown) => historyText(shown, io.resultStyle), options, io);
  return exitCode;
}

function rangeOf(options: HistoryInput): DayRange {
  const range = dayRange(options);
  if (range.from !== undefined) return range;
  const end = range.to === undefined ? systemClock.now() : Date.parse(range.to);
  return { ...range, from: new Date(end - USUAL_DAYS * DAY_MS).toISOString().slice(0, 10) };
}

type ServerParts = ServerHistory["parts"] &
  Pick<HistoryPage, "live"> & { readonly target: string; readonly exitCode: number };

async function serverParts(
  plateKey: PlateKey,
  range: DayRange,
  state: { readonly store: Store; readonly records: readonly JournalRecord[] },
  options: HistoryInput,
  io: Io,
): Promise<ServerParts> {
  const server = await prepareServer(options, io, "refuse");
  return withReader(server, options, io, async (reader) => {
    const { desired, settings: rules } = server;
    const { account } = options;
    const now = await readLiveNow(plateKey, server, reader, { account, ...state });
    const { parts, failures } = await serverHistory(plateKey, { reader, rules, range, accounts: account, desired });
    const all = [...now.failures, ...failures];
    return {
      target: targetNow(server, account),
      live: now.live,
      ...parts,
      exitCode: all.length === 0 ? EXIT.ok : refusalMessage({ kind: "unreadable", failures: all }).exitCode,
    };
  });
}

const DESIRED: readonly TableColumn<DesiredPlace>[] = [
  { name: "scope", value: ({ scope }) => scope },
  { name: "licenseNumber", value: ({ licenseNumber }) => licenseNumber },
  { name: "source", value: ({ source }) => source },
];
const COMMITS: readonly TableColumn<FleetCommit>[] = [
  { name: "at", value: ({ at }) => at },
  { name: "change", value: ({ change }) => change },
  { name: "file", value: ({ file }) => file },
  { name: "commit", value: ({ commit }) => commit.slice(0, 12) },
  { name: "by", value: ({ author }) => author },
  { name: "subject", value: ({ subject }) => subject },
];
const JOURNAL: readonly TableColumn<JournalEvent>[] = [
  { name: "at", value: ({ at }) => at },
  { name: "scope", value: ({ scope }) => scope },
  { name: "event", value: ({ event }) => event },
  { name: "by", value: ({ actor }) => actor ?? "" },
  { name: "error", value: ({ error, traceId }) => `${error ?? ""}${traceId === undefined ? "" : ` (${traceId})`}` },
];
const BILLING: readonly TableColumn<HistoryRecord>[] = [
  { name: "startDate", value: ({ startDate }) => startDate },
  { name: "endDate", value: ({ endDate }) => endDate },
  { name: "account", value: ({ account }) => account },
  { name: "spelling", value: ({ parking }) => parking?.licensePlate ?? "" },
  { name: "area", value: ({ parking }) => parking?.areaName ?? "" },
  { name: "including VAT", value: ({ amountIncludingVat }) => amountIncludingVat, align: "right" },
  { name: "currency", value: ({ currency }) => currency.currencyCode },
];
const USERS: readonly TableColumn<HistoryUser>[] = [
  { name: "account", value: ({ account }) => account },
  { name: "id", value: ({ id }) => id },
  { name: "name", value: ({ name }) => name },
  { name: "status", value: ({ status }) => status },
  { name: "spelling", value: ({ licenseNumber }) => licenseNumber },
];

/** The page for people. */
function historyText(page: HistoryPage, style: Style): string {
  const totals = page.totals.length === 0 ? "" : `\n${tableText(TOTAL_COLUMNS, page.totals, style)}`;
  return [
    `${terminalText(page.licenseNumber)} (compared as ${page.plateKey})\n`,
    liveText(page.live),
    partText("Desired now", DESIRED, page.desired, "in no fleet file", style),
    partText("In the fleet files' history", COMMITS, page.commits, "never", style),
    partText("Sent by platectl", JOURNAL, page.journal, "never", style),
    partText("Billed", BILLING, page.billing, "not in this range", style) + totals,
    partText("Held by parking users", USERS, page.users, "nobody", style),
  ].join("\n");
}

function partText<Row>(
  title: string,
  columns: readonly TableColumn<Row>[],
  part: Part<Row>,
  none: string,
  style: Style,
): string {
  const note = part.note === undefined ? "" : terminalText(part.note);
  if (!("rows" in part) || (part.rows.length === 0 && note !== "")) return `${title}: ${note}\n`;
  if (part.rows.length === 0) return `${title}: ${none}\n`;
  return `${title}\n${tableText(columns, part.rows, style)}${note === "" ? "" : `${note}\n`}`;
}
