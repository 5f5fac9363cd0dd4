import { accountIdOf, type DesiredState, dayIn } from "../../../allowlist/index.ts";
import { EXIT, exitCodeFor } from "../../../exit-code.ts";
import type { FleetReader } from "../../../fleet-api/index.ts";
import { invoiceLines, SPENDING_FORMATS, spendingFormats, terminalText, words } from "../../../render/index.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { SCHEMA_VERSION, type SpendingDocument, spendingDocumentSchema } from "../../../schema/index.ts";
import {
  checkInvoices,
  type Invoice,
  type InvoiceCheck,
  readSpending,
  type Spending,
  type SpendingWish,
} from "../../../spending/index.ts";
import type { billingReportSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { usualRange } from "../../input/day-range.ts";
import { refusalMessage } from "../../output/refusal-message.ts";
import { chooseFormat, deliverResult, protectInputs } from "../../output/result.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { TOOL } from "../../process/process-info.ts";
import { prepareServer, withReader } from "../../run/session.ts";

type ReportInput = InputOf<typeof billingReportSpec>;

/** `platectl billing report`: adds billing records up by month, account, cost centre, parking user, car or place. */
export async function billingReportCommand(options: ReportInput, io: Io): Promise<number> {
  const format = chooseFormat(options, SPENDING_FORMATS);
  const invoices = invoicesOf(options);
  const server = await prepareServer(options, io);
  const { desired, connection, settings } = server;
  if (desired) protectInputs({ "--output": options.output }, desired);
  const timeZone = desired?.timeZone ?? "UTC";
  const today = dayIn(timeZone, systemClock.now());
  const range = reportRange(options, today);
  return withReader(server, options, io, async (reader) => {
    const accounts = await accountsToRead(options.account, desired, reader);
    const wish: SpendingWish = { by: options.by, accounts, range, today, timeZone, rules: settings };
    requireAccounts(invoices, accounts);
    const spending = await readSpending(wish, reader);
    const failures = spending.failures.map(({ error }) => error);
    if (failures.length > 0 && failures.length === accounts.length)
      throw refusalMessage({ kind: "unreadable", failures });
    const checks = checkInvoices(invoices, spending.accounts);
    const document = documentOf(wish, spending, checks, connection.baseUrl.href.replace(/\/$/, ""));
    const [show, showing] = [spendingFormats[format], { ...(options.all && { all: true }) }];
    await deliverResult(format, (plates, style) => show(plates.document(document), style, showing), options, io);
    if (format === "csv" || options.output !== undefined)
      for (const line of invoiceLines(document).flatMap(({ lines }) => lines))
        io.message(words`${terminalText(line)}\n`);
    for (const { message } of document.failures) io.message(words`error: ${terminalText(message)}\n`);
    if (failures.length > 0) return exitCodeFor({ kind: "unreadable", failures });
    if (spending.setAside.length > 0) return EXIT.unreadable;
    return checks.some(({ agrees }) => !agrees) ? EXIT.changes : EXIT.ok;
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

/** The days to cover: by month, whole months up to now; otherwise as audit does. */
function reportRange(options: ReportInput, today: string): SpendingWish["range"] {
  const { by, from, to } = options;
  return usualRange(
    from === undefined && by === "month" ? { ...options, from: yearBefore(to ?? today) } : options,
    today,
  );
}

/** The first day of the month that was eleven months earlier. */
function yearBefore(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const months = year * 12 + (month - 1) - 11;
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}-01`;
}

async function accountsToRead(
  chosen: readonly string[] | undefined,
  desired: DesiredState | undefined,
  reader: FleetReader,
): Promise<readonly string[]> {
  const declared = chosen ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  const ids = declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
  return [...new Set(ids)];
}

function documentOf(
  { by, accounts, range, timeZone }: SpendingWish,
  { tally, failures, setAside, notes }: Spending,
  invoices: readonly InvoiceCheck[],
  baseUrl: string,
): SpendingDocument {
  return spendingDocumentSchema.parse({
    kind: "platectl/spending",
    schemaVersion: SCHEMA_VERSION,
    tool: TOOL,
    createdAt: new Date(systemClock.now()).toISOString(),
    target: { baseUrl },
    range: { ...range, timeZone },
    by,
    accounts: accounts.length,
    complete: failures.length === 0 && setAside.length === 0,
    totals: tally.totals(),
    groups: tally.groups(),
    ...(invoices.length > 0 && { invoices }),
    notes,
    failures: failures.map(({ scope, error: { message, traceId } }) => ({
      scope,
      message,
      ...(traceId !== undefined && { traceId }),
    })),
    setAside,
  });
}
