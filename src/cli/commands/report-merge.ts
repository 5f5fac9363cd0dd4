import { readFile } from "node:fs/promises";
import { compareScopes } from "../../allowlist/index.ts";
import { sumOutcomes } from "../../apply/index.ts";
import { EXIT, mostSevere } from "../../exit-code.ts";
import { reportFormats } from "../../render/index.ts";
import { reasonOf } from "../../schema/files/regular-file.ts";
import { type ReportDocument, reportDocumentSchema } from "../../schema/index.ts";
import type { reportMergeSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { CommandFailure } from "../failure.ts";
import type { Io } from "../io.ts";
import { chooseFormat } from "../output/choose-format.ts";
import { protectInputs } from "../output/protect-inputs.ts";
import { platesIn, shownReport } from "../output/shown-plates.ts";
import { writeOutput } from "../output/write-file.ts";

/** `platectl report merge`: one report of all shards' reports. Ends with the most severe exit code among them. */
export async function reportMergeCommand(options: InputOf<typeof reportMergeSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options);
  protectInputs({ "--output": options.output });
  const paths = options.report;
  const reports = await Promise.all(paths.map(readReport));
  const merged = mergeReports(reports, paths);
  const plates = platesIn(format, options.output, io);
  const text = plates.output(reportFormats[format](shownReport(merged, plates), io.resultStyle));
  if (options.output === undefined) await io.result(text);
  else await writeOutput(options.output, text);
  return merged.exitCode;
}

function mergeReports(reports: readonly ReportDocument[], paths: readonly string[]): ReportDocument {
  const [first] = reports;
  if (!first) throw new CommandFailure(EXIT.input, "Name at least one report");
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
  return {
    ...first,
    startedAt: reports.map(({ startedAt }) => startedAt).reduce((left, right) => (left < right ? left : right)),
    finishedAt: reports.map(({ finishedAt }) => finishedAt).reduce((left, right) => (left > right ? left : right)),
    scopes,
    counts: sumOutcomes(scopes.map(({ counts }) => counts)),
    exitCode: mostSevere(reports.map(({ exitCode }) => exitCode)),
  };
}

/** Reads a report of apply. Throws a `CommandFailure` (3). */
export async function readReport(path: string): Promise<ReportDocument> {
  const reading = reportDocumentSchema.safeParse(await readJson(path));
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw new CommandFailure(
    EXIT.input,
    `${path} is not a report of this version: \`${issue?.path.join(".") || "kind"}\` is missing or has another form`,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The engine's message about JSON quotes the file.
    const why = error instanceof SyntaxError ? "it is not JSON" : reasonOf(error);
    throw new CommandFailure(EXIT.input, `${path} cannot be read as a report: ${why}`);
  }
}
