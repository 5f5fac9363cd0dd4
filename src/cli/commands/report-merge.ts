import { compareScopes } from "../../allowlist/index.ts";
import { sumOutcomes } from "../../apply/index.ts";
import { EXIT, mostSevere } from "../../exit-code.ts";
import { DOCUMENT_FORMATS, missingShards, reportFormats, shownReport, visibleLines } from "../../render/index.ts";
import { type ReportDocument, reportDocumentSchema } from "../../schema/index.ts";
import type { reportMergeSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { readOwnDocument } from "../input/named-file.ts";
import { chooseFormat } from "../output/choose-format.ts";
import { protectInputs } from "../output/protect-inputs.ts";
import { platesIn } from "../output/shown-plates.ts";
import { writeOutput } from "../output/write-file.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";

/** A report and where it was read. */
interface ReportFile {
  readonly path: string;
  readonly report: ReportDocument;
}

/**
 * `platectl report merge`: one report of all shards' reports. Ends with the most severe exit code among them; with that of
 * an unknown outcome, unless one is worse, when the report of a shard is missing.
 */
export async function reportMergeCommand(options: InputOf<typeof reportMergeSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, DOCUMENT_FORMATS);
  protectInputs({ "--output": options.output });
  const files = await Promise.all(options.report.map(async (path) => ({ path, report: await readReport(path) })));
  const merged = mergeReports(files);
  const plates = platesIn(format, options.output, io);
  const text = plates.output(reportFormats[format](shownReport(merged, plates), io.resultStyle));
  if (options.output === undefined) await io.result(text);
  else await writeOutput(options.output, text);
  // A text on stdout says it itself; of a page or a document for programs, nobody sees why the command fails.
  const isSaid = format === "text" && options.output === undefined;
  if (!isSaid && merged.shards && merged.shards.missing.length > 0)
    io.message(visibleLines(`${missingShards(merged.shards)}\n`));
  return merged.exitCode;
}

function mergeReports(files: readonly ReportFile[]): ReportDocument {
  const [first] = files;
  if (!first) throw new CommandFailure(EXIT.input, "Name at least one report");
  for (const file of files) requireSameRun(first, file);
  const shards = shardsOf(files);
  requireListsApart(files);
  const { shard: _, warnings: __, ...head } = first.report;
  const reports = files.map(({ report }) => report);
  const scopes = reports
    .flatMap((report) => report.scopes)
    .sort((left, right) => compareScopes(left.scope, right.scope));
  const warnings = [
    ...new Map(reports.flatMap((one) => one.warnings ?? []).map((one) => [JSON.stringify(one), one])).values(),
  ];
  const isMissing = shards !== undefined && shards.missing.length > 0;
  return {
    ...head,
    startedAt: reports.map(({ startedAt }) => startedAt).reduce((left, right) => (left < right ? left : right)),
    finishedAt: reports.map(({ finishedAt }) => finishedAt).reduce((left, right) => (left > right ? left : right)),
    ...(shards && { shards }),
    scopes,
    ...(warnings.length > 0 && { warnings }),
    counts: sumOutcomes(scopes.map(({ counts }) => counts)),
    exitCode: mostSevere([...reports.map(({ exitCode }) => exitCode), ...(isMissing ? [EXIT.unknown] : [])]),
  };
}

function requireSameRun(first: ReportFile, { path, report }: ReportFile): void {
  const { report: other } = first;
  if (report.target.fingerprint !== other.target.fingerprint || report.tool.version !== other.tool.version)
    throw refused(`${path} is for another target, or by another version, than ${first.path}`);
  if (report.shards) throw refused(`${path} is a merged report: name the reports of the shards themselves`);
  if (report.planHash !== other.planHash) {
    const words = (hash: string | undefined) =>
      hash === undefined ? "no approved plan" : `the plan with SHA-256 ${hash}`;
    throw refused(
      `${path} is of ${words(report.planHash)}, but ${first.path} is of ${words(other.planHash)}: reports of different plans do not make one report`,
    );
  }
  if (report.shard?.of !== other.shard?.of) {
    const words = ({ shard }: ReportDocument) => (shard ? `shard ${shard.index}/${shard.of}` : "a run without --shard");
    throw refused(
      `${path} is of ${words(report)}, but ${first.path} is of ${words(other)}: these are not shards of one run`,
    );
  }
}

/** Of how many shards the reports are, and which have none; undefined when they are not of shards. */
function shardsOf(files: readonly ReportFile[]): ReportDocument["shards"] {
  const owners = new Map<number, string>();
  let number = 0;
  for (const { path, report } of files) {
    if (!report.shard) return undefined;
    const { index, of } = report.shard;
    const other = owners.get(index);
    if (other !== undefined)
      throw refused(`${other} and ${path} are both of shard ${index}/${of}: name the report of its last run alone`);
    owners.set(index, path);
    number = of;
  }
  const all = Array.from({ length: number }, (_, at) => at + 1);
  return { of: number, missing: all.filter((index) => !owners.has(index)) };
}

function requireListsApart(files: readonly ReportFile[]): void {
  const owners = new Map<string, string>();
  for (const { path, report } of files) {
    for (const { scope } of report.scopes) {
      const other = owners.get(scope);
      if (other !== undefined)
        throw refused(`${scope} is in both ${other} and ${path}: these are not shards of one run`);
      owners.set(scope, path);
    }
  }
}

/** Reads a report of apply. Throws a `CommandFailure` (3). */
export function readReport(path: string): Promise<ReportDocument> {
  const refusedFile = (why: string) => refused(`${path} cannot be read as a report: ${why}`);
  return readOwnDocument(path, reportDocumentSchema, "a report", refusedFile);
}

function refused(message: string): CommandFailure {
  return new CommandFailure(EXIT.input, message);
}
