import type { ReportDocument } from "../../documents/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { jsonText, REPORT_FORMATS, type ReportFormat, reportFormats, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { RunResult } from "../../run/reconcile.ts";
import { reportDocument } from "../../usecases/report-document.ts";
import type { Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";
import { chooseFormat, deliverResult } from "./result.ts";
import { writeFileWhole } from "./write-file.ts";

/** When the run started (milliseconds since the epoch), how it ends, and which part of which plan it was. */
export interface Ending {
  readonly startedAt: number;
  readonly exitCode: number;
  /** SHA-256 of the approved plan's file. */
  readonly planHash?: string | undefined;
}

/** Where the report goes besides stdout. */
export interface Delivery {
  readonly report?: string;
  readonly format?: ReportFormat;
  readonly json?: boolean;
  readonly all?: boolean;
}

/** Writes the report to its file and stdout; what fails goes to stderr, with 11 unless the code is worse. */
export async function deliverReport(
  run: Extract<RunResult, { kind: "applied" }>,
  ending: Ending,
  delivery: Delivery,
  io: Io,
): Promise<number> {
  const instant = (at: number) => new Date(at).toISOString();
  const times = { startedAt: instant(ending.startedAt), finishedAt: instant(systemClock.now()) };
  const document = reportDocument(run, { ...ending, ...times, tool: TOOL });
  const format = chooseFormat(delivery, REPORT_FORMATS);
  const failures = [
    delivery.report !== undefined &&
      (await failureOf(writeFileWhole(delivery.report, jsonText(document)), delivery.report)),
    await failureOf(printReport(document, format, { all: delivery.all }, io), "stdout"),
  ].filter((failure) => typeof failure === "string");
  if (failures.length === 0) return ending.exitCode;
  // What is masked is for people only: a message would mask each quoted word of JSON.
  const instead = io.plates.isFull
    ? jsonText(document)
    : reportFormats.text(io.plates.document(document), io.messageStyle, { all: true });
  io.message(visibleLines(`${instead}The work is done, but the report could not be written: ${failures.join("; ")}\n`));
  return ending.exitCode === EXIT.ok ? EXIT.undelivered : ending.exitCode;
}

/** Prints a report in a format; with `all` every car of it. Throws a `CommandFailure` (11). */
export async function printReport(
  report: ReportDocument,
  format: ReportFormat,
  { all = false, output }: { readonly all?: boolean | undefined; readonly output?: string },
  io: Io,
): Promise<void> {
  const show = reportFormats[format];
  // The reader of the result may be a program.
  for (const { message } of report.alarms ?? []) io.message(visibleLines(`alarm: ${message}\n`));
  const where = output === undefined ? {} : { output };
  await deliverResult(format, (plates, style) => show(plates.document(report), style, { all }), where, io);
}

async function failureOf(delivery: Promise<void>, where: string): Promise<string | undefined> {
  try {
    await delivery;
    return undefined;
  } catch (error) {
    return `${where}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
