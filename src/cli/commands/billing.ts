import { dayIn } from "../../allowlist/index.ts";
import { SCHEMA_VERSION, type SpendingDocument } from "../../documents/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import {
  csvHeading,
  csvRows,
  invoiceLines,
  ndjsonLine,
  PAGE_FORMATS,
  RECORD_FORMATS,
  spendingFormats,
  type TableColumn,
  type TerminalText,
  tableText,
  terminalText,
  textColumns,
  words,
} from "../../render/index.ts";
import { EXIT, exitCodeFor } from "../../run/exit-code.ts";
import { StateError } from "../../state/index.ts";
import { type DaysOfLeaving, departuresOf } from "../../usecases/audit/index.ts";
import {
  accountsToRead,
  journalChanges,
  recordPagesIn,
  setAsideFailure,
  type UnusualRecords,
  unusualRecordsInWords,
} from "../../usecases/history/index.ts";
import {
  type Invoice,
  RecordSums,
  readSpending,
  type Spending,
  type SpendingWish,
} from "../../usecases/spending/index.ts";
import { dayRange, usualRange } from "../definitions/readers.ts";
import type { billingListSpec, billingReportSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { TOTAL_COLUMNS } from "../output/listing.ts";
import { chooseFormat, deliverResult, protectInputs } from "../output/result.ts";
import { wrongInput } from "../process/failure.ts";
import { type Io, jsonDocument } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";
import { stateStore } from "../run/locked-state.ts";
import { type PreparedServer, prepareServer, refusalMessage, viewOf, withReader, withServer } from "../run/session.ts";

const SHOWN = ["startDate", "endDate", "licensePlate", "recordType", "areaName", "amountIncludingVat", "currencyCode"];
const COLUMNS: readonly TableColumn<BillingRecord>[] = [
  ...textColumns<BillingRecord>("startDate", "endDate"),
  { name: "licensePlate", value: (record) => record.parking?.licensePlate ?? "" },
  ...textColumns<BillingRecord>("recordType", "recordSubType"),
  { name: "areaNumber", value: (record) => record.parking?.areaNumber ?? "" },
  { name: "areaName", value: (record) => record.parking?.areaName ?? "" },
  { name: "areaCity", value: (record) => record.parking?.areaCity ?? "" },
  { name: "countryCode", value: (record) => record.parking?.countryCode ?? "" },
  { name: "operatorName", value: (record) => record.parking?.operatorName ?? "" },
  { name: "userId", value: (record) => record.user?.id ?? "" },
  { name: "firstName", value: (record) => record.user?.firstName ?? "" },
  { name: "lastName", value: (record) => record.user?.lastName ?? "" },
  { name: "phoneNumber", value: (record) => record.user?.phoneNumber ?? "" },
  { name: "costCenter", value: (record) => record.costCenter },
  { name: "vat", value: (record) => record.vat, align: "right" },
  { name: "amountExcludingVat", value: (record) => record.amountExcludingVat, align: "right" },
  { name: "amountIncludingVat", value: (record) => record.amountIncludingVat, align: "right" },
  { name: "currencyCode", value: (record) => record.currency.currencyCode },
  ...textColumns<BillingRecord>("infoId", "infoRecordId"),
];

/** `platectl billing list` (interface 4.6). CSV and NDJSON stream: a million records need the memory of a page. */
export async function billingListCommand(options: InputOf<typeof billingListSpec>, io: Io): Promise<number> {
  const { baId: account, quiet } = options;
  const range = dayRange(options);
  const format = chooseFormat(options, RECORD_FORMATS);
  const sums = new RecordSums();
  const unusual: UnusualRecords = { setAside: { count: 0, rows: [] }, repeats: [], outside: 0 };
  const records: BillingRecord[] = [];
  await withServer(options, io, async (reader) => {
    if (format === "csv") await io.result(csvHeading(COLUMNS));
    for await (const page of recordPagesIn(reader, account, range, unusual)) {
      for (const record of page) sums.take(record);
      if (format === "csv") await io.result(csvRows(COLUMNS, io.plates.document(page)));
      else if (format === "ndjson") await io.result(io.documentPlates.document(page).map(ndjsonLine).join(""));
      else for (const record of page) records.push(record);
    }
  });
  const totals = sums.groups();
  const { setAside } = unusual;
  if (format === "json") {
    await io.result(jsonDocument("billing", { account, ...range, records, totals, setAside }, io.documentPlates));
  } else if (format === "text") {
    await io.result(billingText(io.plates.document(records), tableText(TOTAL_COLUMNS, totals, io.resultStyle), io));
  } else if (!quiet) {
    io.message(tableText(TOTAL_COLUMNS, totals, { color: false, width: io.messageStyle.width }));
  }
  if (!quiet)
    for (const sentence of unusualRecordsInWords(unusual)) io.message(words`warning: ${terminalText(sentence)}\n`);
  const failure = setAsideFailure("billing record", setAside);
  if (failure) io.message(words`error: ${terminalText(failure.message)}\n`);
  return failure ? EXIT.unreadable : EXIT.ok;
}

function billingText(rows: readonly BillingRecord[], totals: TerminalText, io: Io): string {
  if (rows.length === 0) return "No billing records.\n";
  const columns = COLUMNS.filter(({ name }) => SHOWN.includes(name));
  return `${tableText(columns, rows, io.resultStyle)}\n${totals}`;
}

type ReportInput = InputOf<typeof billingReportSpec>;

/** `platectl billing report`: adds billing records up by month, account, cost centre, parking user, car or place. */
export async function billingReportCommand(options: ReportInput, io: Io): Promise<number> {
  const format = chooseFormat(options, PAGE_FORMATS);
  const invoices = invoicesOf(options);
  const server = await prepareServer(options, io);
  const { desired, connection, settings } = server;
  if (desired) protectInputs({ "--output": options.output }, desired);
  const timeZone = desired?.timeZone ?? "UTC";
  const today = dayIn(timeZone, systemClock.now());
  const range = reportRange(options, today);
  return withReader(server, options, io, async (reader) => {
    const accounts = await accountsToRead(options.account, desired, reader);
    const { departures, notes } = await departuresAt(options, server, range);
    requireAccounts(invoices, accounts);
    const wish = { by: options.by, accounts, range, today, timeZone, rules: settings, departures, invoices };
    const spending = await readSpending(wish, reader);
    const failures = spending.failures.map(({ error }) => error);
    if (failures.length > 0 && failures.length === accounts.length)
      throw refusalMessage({ kind: "unreadable", failures });
    const document = documentOf(wish, { ...spending, notes: [...spending.notes, ...notes] }, connection.baseUrl);
    const [show, showing] = [spendingFormats[format], { ...(options.all && { all: true }) }];
    await deliverResult(format, (plates, style) => show(plates.document(document), style, showing), options, io);
    if (format === "csv" || options.output !== undefined)
      for (const line of invoiceLines(document).flatMap(({ lines }) => lines))
        io.message(words`${terminalText(line)}\n`);
    for (const { message } of document.failures) io.message(words`error: ${terminalText(message)}\n`);
    if (failures.length > 0) return exitCodeFor({ kind: "unreadable", failures });
    if (spending.setAside.length > 0) return EXIT.unreadable;
    return document.invoices?.some(({ agrees }) => !agrees) ? EXIT.changes : EXIT.ok;
  });
}

function invoicesOf({ invoice = [], from, to }: ReportInput): readonly Invoice[] {
  if (invoice.length === 0 || (from !== undefined && to !== undefined)) return invoice;
  throw wrongInput("--invoice needs the days that the invoice is of: name them with --from and --to");
}

function requireAccounts(invoices: readonly Invoice[], accounts: readonly string[]): void {
  const unknown = invoices.find(({ account }) => account !== undefined && !accounts.includes(account));
  if (unknown)
    throw wrongInput(`--invoice of account ${unknown.account}: this report is of the accounts ${accounts.join(", ")}`);
}

/** The cars that the journal took off, where there is a fleet file; why they are not known. */
async function departuresAt(
  options: ReportInput,
  server: PreparedServer,
  range: SpendingWish["range"],
): Promise<{ readonly departures: DaysOfLeaving; readonly notes: readonly string[] }> {
  const nothing: DaysOfLeaving = new Map();
  const { desired } = server;
  if (!desired) return { departures: nothing, notes: [] };
  try {
    const records = await stateStore(options).history();
    const changes = journalChanges(records, viewOf(server, desired.mode), desired.timeZone);
    return { departures: departuresOf(changes, range), notes: [] };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return { departures: nothing, notes: [`what deletes have spared is not known: ${error.message}`] };
  }
}

/** The days to cover: by month, whole months up to now; otherwise as audit does. */
function reportRange(options: ReportInput, today: string): SpendingWish["range"] {
  const { by, from, to } = options;
  return usualRange(
    from === undefined && by === "month" ? { ...options, from: yearBefore(to ?? today) } : options,
    today,
  );
}

function yearBefore(day: string): string {
  const month = new Date(`${day.slice(0, "2026-01".length)}-01`);
  month.setUTCMonth(month.getUTCMonth() - 11);
  return month.toISOString().slice(0, day.length);
}

function documentOf(
  { by, accounts, range, timeZone }: SpendingWish,
  { failures, ...spending }: Spending,
  { href }: URL,
): SpendingDocument {
  return {
    kind: "platectl/spending",
    schemaVersion: SCHEMA_VERSION,
    tool: TOOL,
    createdAt: new Date(systemClock.now()).toISOString(),
    target: { baseUrl: href.replace(/\/$/, "") },
    range: { ...range, timeZone },
    by,
    accounts: accounts.length,
    complete: failures.length === 0 && spending.setAside.length === 0,
    ...spending,
    failures: failures.map(({ scope, error: { message, traceId } }) => ({
      scope,
      message,
      ...(traceId !== undefined && { traceId }),
    })),
  };
}
