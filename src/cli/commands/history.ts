import { dayAfter, dayIn } from "../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../documents/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { type Style, type TableColumn, tableText, terminalText, textColumns } from "../../render/index.ts";
import { RecordSums } from "../../usecases/spending/index.ts";
import { dayRange } from "../definitions/readers.ts";
import type { historySpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { TOTAL_COLUMNS } from "../output/listing.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { liveText, readCar } from "./find.ts";

type HistoryPage = DocumentContent<"history">;
type HistoryInput = InputOf<typeof historySpec>;

/** How far back billing records are read without `--from`, days. */
const USUAL_DAYS = 90;
const OFFLINE = { note: "not read (--offline)" };

/** `platectl history`: one plate in the fleet files' history, in the journal, in billing records and with users. */
export async function historyCommand(options: HistoryInput, io: Io): Promise<number> {
  const range = rangeOf(options);
  const car = await readCar(options, io, options.offline ? OFFLINE.note : undefined, range);
  const { plateKey, live, desired, commits, journal } = car;
  const { billing, users } = { billing: OFFLINE, users: OFFLINE, ...car };
  const sums = new RecordSums();
  if ("rows" in billing) for (const record of billing.rows) sums.take(record);
  const there = { billing, totals: sums.groups(), users };
  const page = { licenseNumber: options.plate, plateKey, live, desired, commits, journal, ...there, ...range };
  await printDocument("history", page, (shown) => historyText(shown, io.resultStyle), options, io);
  return car.exitCode;
}

function rangeOf(options: HistoryInput): DayRange {
  const range = dayRange(options);
  const from = range.from ?? dayAfter(range.to ?? dayIn("UTC", systemClock.now()), -USUAL_DAYS);
  return { ...range, from };
}

const DESIRED = textColumns<RowOf<HistoryPage["desired"]>>("scope", "licenseNumber", "source");
const COMMITS: readonly TableColumn<RowOf<HistoryPage["commits"]>>[] = [
  ...textColumns<RowOf<HistoryPage["commits"]>>("at", "change", "file"),
  { name: "commit", value: ({ commit }) => commit.slice(0, 12) },
  { name: "by", value: ({ author }) => author },
  { name: "subject", value: ({ subject }) => subject },
];
const JOURNAL: readonly TableColumn<RowOf<HistoryPage["journal"]>>[] = [
  ...textColumns<RowOf<HistoryPage["journal"]>>("at", "scope", "event"),
  { name: "by", value: ({ actor }) => actor ?? "" },
  { name: "error", value: ({ error, traceId }) => `${error ?? ""}${traceId === undefined ? "" : ` (${traceId})`}` },
];
const BILLING: readonly TableColumn<RowOf<HistoryPage["billing"]>>[] = [
  ...textColumns<RowOf<HistoryPage["billing"]>>("startDate", "endDate", "account"),
  { name: "spelling", value: ({ parking }) => parking?.licensePlate ?? "" },
  { name: "area", value: ({ parking }) => parking?.areaName ?? "" },
  { name: "including VAT", value: ({ amountIncludingVat }) => amountIncludingVat, align: "right" },
  { name: "currency", value: ({ currency }) => currency.currencyCode },
];
const USERS: readonly TableColumn<RowOf<HistoryPage["users"]>>[] = [
  ...textColumns<RowOf<HistoryPage["users"]>>("account", "id", "name", "status"),
  { name: "spelling", value: ({ licenseNumber }) => licenseNumber },
];

function historyText(page: HistoryPage, style: Style): string {
  const totals = page.totals.length === 0 ? "" : `\n${tableText(TOTAL_COLUMNS, page.totals, style)}`;
  return [
    `${terminalText(page.licenseNumber)} (compared as ${page.plateKey})\n`,
    liveText(page.live),
    partText("Desired now", DESIRED, page.desired, "in no fleet file", style),
    partText("In the fleet files' history", COMMITS, page.commits, "never", style),
    partText("Sent by platectl", JOURNAL, page.journal, "never", style),
    partText(`Billed ${daysOf(page)}`, BILLING, page.billing, "nothing", style) + totals + before(page),
    partText("Held by parking users", USERS, page.users, "nobody", style),
  ].join("\n");
}

function daysOf({ from, to }: DayRange): string {
  return [...(from === undefined ? [] : [`from ${from}`]), to === undefined ? "until today" : `to ${to}`].join(" ");
}

// A sum of some days would be taken for all that the car cost.
function before({ from, billing }: HistoryPage): string {
  if (from === undefined || !("rows" in billing)) return "";
  return `What was billed before ${from} was not read: --from YYYY-MM-DD reads more.\n`;
}

function partText<Row>(
  title: string,
  columns: readonly TableColumn<Row>[],
  part: { readonly rows?: readonly Row[]; readonly note?: string },
  none: string,
  style: Style,
): string {
  const { rows = [], note: reason } = part;
  const note = reason === undefined ? "" : terminalText(reason);
  if (rows.length === 0) return `${title}: ${note || none}\n`;
  return `${title}\n${tableText(columns, rows, style)}${note === "" ? "" : `${note}\n`}`;
}
