import { EXIT } from "../../../exit-code.ts";
import type { BillingRecord } from "../../../fleet-api/index.ts";
import { CurrencyTotals, RecordNotes, recordNotesInWords, recordsIn, setAsideFailure } from "../../../history/index.ts";
import {
  RECORD_FORMATS,
  type TableColumn,
  type TerminalText,
  tableText,
  terminalText,
  words,
} from "../../../render/index.ts";
import type { billingListSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { dayRange } from "../../input/day-range.ts";
import { streamRows, TOTAL_COLUMNS } from "../../output/listing.ts";
import { chooseFormat } from "../../output/result.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { prepareServer, withReader } from "../../run/session.ts";

const COLUMNS: readonly (TableColumn<BillingRecord> & { readonly isShown?: true })[] = [
  { name: "startDate", value: (record) => record.startDate, isShown: true },
  { name: "endDate", value: (record) => record.endDate, isShown: true },
  { name: "licensePlate", value: (record) => record.parking?.licensePlate ?? "", isShown: true },
  { name: "recordType", value: (record) => record.recordType, isShown: true },
  { name: "recordSubType", value: (record) => record.recordSubType },
  { name: "areaNumber", value: (record) => record.parking?.areaNumber ?? "" },
  { name: "areaName", value: (record) => record.parking?.areaName ?? "", isShown: true },
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
  { name: "amountIncludingVat", value: (record) => record.amountIncludingVat, align: "right", isShown: true },
  { name: "currencyCode", value: (record) => record.currency.currencyCode, isShown: true },
  { name: "infoId", value: (record) => record.infoId },
  { name: "infoRecordId", value: (record) => record.infoRecordId },
];

/**
 * `platectl billing list`: billing records of an account by date range (interface 4.6), with totals by
 * currency. CSV and NDJSON stream, so that a million records need no more memory than a page.
 */
export async function billingListCommand(options: InputOf<typeof billingListSpec>, io: Io): Promise<number> {
  const { baId } = options;
  const range = dayRange(options);
  const format = chooseFormat(options, RECORD_FORMATS);
  const server = await prepareServer(options, io);
  const totals = new CurrencyTotals();
  const notes = new RecordNotes();
  await withReader(server, options, io, async (reader) => {
    const records = counted(recordsIn(reader, baId, range, notes), totals);
    if (format === "csv" || format === "ndjson") {
      await streamRows(records, format, COLUMNS, io);
      if (!options.quiet) io.message(totalsText(totals, { color: false, width: io.messageStyle.width }));
      return;
    }
    const rows: BillingRecord[] = [];
    for await (const record of records) rows.push(record);
    await io.result(
      format === "json"
        ? jsonDocument(
            "billing",
            { account: baId, ...range, records: rows, totals: totals.list(), setAside: notes.setAside },
            io.documentPlates,
          )
        : billingText(io.plates.document(rows), totals, io),
    );
  });
  const failure = setAsideFailure("billing record", notes.setAside);
  if (!options.quiet) for (const note of recordNotesInWords(notes)) io.message(words`warning: ${terminalText(note)}\n`);
  if (failure) io.message(words`error: ${terminalText(failure.message)}\n`);
  return failure ? EXIT.unreadable : EXIT.ok;
}

async function* counted(records: AsyncIterable<BillingRecord>, totals: CurrencyTotals): AsyncGenerator<BillingRecord> {
  for await (const record of records) {
    totals.add(record);
    yield record;
  }
}

function billingText(rows: readonly BillingRecord[], totals: CurrencyTotals, io: Io): string {
  if (rows.length === 0) return "No billing records.\n";
  const columns = COLUMNS.filter(({ isShown }) => isShown);
  return `${tableText(columns, rows, io.resultStyle)}\n${totalsText(totals, io.resultStyle)}`;
}

function totalsText(totals: CurrencyTotals, style: Io["resultStyle"]): TerminalText {
  return tableText(TOTAL_COLUMNS, totals.list(), style);
}
