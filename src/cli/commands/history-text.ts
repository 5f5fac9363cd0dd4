import type {
  DesiredPlace,
  FleetCommit,
  HistoryPage,
  HistoryRecord,
  HistoryUser,
  JournalEvent,
  Part,
} from "../../history/index.ts";
import { type PlateView, type Style, type TableColumn, tableText, terminalText } from "../../render/index.ts";
import { TOTAL_COLUMNS } from "../output/listing.ts";
import { liveText } from "../run/live-text.ts";

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
export function historyText(page: HistoryPage, style: Style, plates: PlateView): string {
  const totals = page.totals.length === 0 ? "" : `\n${tableText(TOTAL_COLUMNS, page.totals, style)}`;
  const noted = <Row>(part: Part<Row>): Part<Row> =>
    part.note === undefined ? part : { ...part, note: plates.foreign(part.note) };
  return [
    `${terminalText(plates.plate(page.licenseNumber))} (compared as ${plates.plate(page.plateKey)})\n`,
    liveText(page.live, plates),
    partText("Desired now", plates.columns(DESIRED), noted(page.desired), "in no fleet file", style),
    partText("In the fleet files' history", plates.columns(COMMITS), noted(page.commits), "never", style),
    partText("Sent by platectl", plates.columns(JOURNAL), noted(page.journal), "never", style),
    partText("Billed", plates.columns(BILLING), noted(page.billing), "not in this range", style) + totals,
    partText("Held by parking users", plates.columns(USERS), noted(page.users), "nobody", style),
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
