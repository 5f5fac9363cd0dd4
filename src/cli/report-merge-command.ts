import { readFile } from "node:fs/promises";
import { compareScopes } from "../allowlist/index.ts";
import { sumOutcomes } from "../apply/index.ts";
import { EXIT } from "../exit-code.ts";
import { type Format, reportFormats } from "../render/index.ts";
import { type ReportDocument, reportDocumentSchema } from "../schema/index.ts";
import { CommandFailure } from "./failure.ts";
import type { Io } from "./io.ts";
import type { CommonOptions } from "./options.ts";
import { platesIn, shownReport } from "./shown-plates.ts";
import { writeOutput } from "./write-output.ts";

/** Options of `platectl report merge`. */
export interface ReportMergeOptions extends CommonOptions {
  readonly format: Format;
  readonly output?: string;
}

/** Exit codes from the most severe to the best: what one shard ended with is not outweighed by any other's success. */
const GRAVEST_FIRST: readonly number[] = [
  EXIT.internal,
  EXIT.interrupted,
  143,
  EXIT.unknown,
  EXIT.partial,
  EXIT.undelivered,
  EXIT.ok,
];

/** `platectl report merge`: one report of all shards' reports. Ends with the most severe exit code among them. */
export async function reportMergeCommand(
  paths: readonly string[],
  options: ReportMergeOptions,
  io: Io,
): Promise<number> {
  const reports = await Promise.all(paths.map(readReport));
  const merged = mergeReports(reports, paths);
  const format = options.json ? "json" : options.format;
  const plates = platesIn(format, options.output, io);
  const text = plates.output(reportFormats[format](shownReport(merged, plates), io.resultStyle));
  if (options.output === undefined) await io.result(text);
  else await writeOutput(options.output, text);
  return merged.exitCode;
}

function mergeReports(reports: readonly ReportDocument[], paths: readonly string[]): ReportDocument {
  const [first] = reports;
  if (!first) throw new CommandFailure(EXIT.input, "report merge needs at least one report");
  const owners = new Map<string, string>();
  reports.forEach((report, at) => {
    const path = paths[at] ?? "";
    if (report.target.fingerprint !== first.target.fingerprint || report.tool.version !== first.tool.version) {
      throw new CommandFailure(EXIT.input, `${path} is for another target, or by another version, than ${paths[0]}`);
    }
    for (const { scope } of report.scopes) {
      const other = owners.get(scope);
      if (other !== undefined)
        throw new CommandFailure(
          EXIT.input,
          `${scope} is in both ${other} and ${path}: these are not shards of one run`,
        );
      owners.set(scope, path);
    }
  });
  const scopes = reports
    .flatMap((report) => report.scopes)
    .sort((left, right) => compareScopes(left.scope, right.scope));
  const codes = new Set(reports.map(({ exitCode }) => exitCode));
  return {
    ...first,
    startedAt: reports.map(({ startedAt }) => startedAt).reduce((left, right) => (left < right ? left : right)),
    finishedAt: reports.map(({ finishedAt }) => finishedAt).reduce((left, right) => (left > right ? left : right)),
    scopes,
    counts: sumOutcomes(scopes.map(({ counts }) => counts)),
    exitCode: GRAVEST_FIRST.find((code) => codes.has(code)) ?? Math.max(...codes),
  };
}

/** Reads a report of apply. Throws a `CommandFailure` (3). */
export async function readReport(path: string): Promise<ReportDocument> {
  const reading = reportDocumentSchema.safeParse(await readJson(path));
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw new CommandFailure(
    EXIT.input,
    `${path} is not a report of this version: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The engine's words about JSON quote the file.
    const why =
      error instanceof SyntaxError ? "it is not a JSON document" : error instanceof Error ? error.message : error;
    throw new CommandFailure(EXIT.input, `${path} cannot be read as a report: ${why}`);
  }
}
