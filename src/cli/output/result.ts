import { realpathSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { DesiredState } from "../../allowlist/index.ts";
import { type Format, FULL_PLATES, type PlateView, type Style } from "../../render/index.ts";
import { isFleetFile } from "../input/fleet-file.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import type { Findings, MetricsTask } from "./metrics-file.ts";
import { writeOutput } from "./write-file.ts";

/** What decides about the format of a result. */
export interface FormatWish<Name extends Format = Format> {
  readonly json?: boolean;
  readonly format?: Name;
  readonly output?: string;
}

/** The formats that files with an ending can hold; the first one is meant unless `--format` says otherwise. */
const BY_EXTENSION: Readonly<Record<string, readonly Format[]>> = {
  ".html": ["html"],
  ".htm": ["html"],
  ".md": ["markdown"],
  ".markdown": ["markdown"],
  ".json": ["json", "gitlab", "code-quality", "sarif"],
  ".sarif": ["sarif"],
  ".csv": ["csv"],
  ".diff": ["diff"],
  ".patch": ["diff"],
  ".xml": ["junit"],
};
/** Endings of any format, text unless `--format` says otherwise. A number is none: `audit-2026.11.27`. */
const NO_FORMAT = /^(?:\.te?xt|\.log|\.?[0-9]*)$/;

/** The format that options and `--output` choose. Throws a `CommandFailure` (3) where they contradict each other. */
export function chooseFormat<Name extends Format>(
  { json, format, output }: FormatWish<Name>,
  formats: readonly ("text" | "json" | Name)[],
): "text" | "json" | Name {
  if (json && format !== undefined && format !== "json")
    throw contradiction(`--json and --format ${format}`, "leave one out");
  const wished = json ? "json" : format;
  const fitting = output === undefined ? undefined : fittingFormats(output);
  if (output === undefined || fitting === undefined) return wished ?? "text";
  if (fitting.length === 0) {
    // Who names the format knows what the file will hold.
    if (wished !== undefined) return wished;
    throw unknownEnding(output, formats);
  }
  const [first, ...others] = formats.filter((one) => fitting.includes(one));
  if (first === undefined) {
    const what = `--output ${output} is for ${fitting.join(" or ")}, and this command writes ${formats.join(", ")}`;
    throw wrongInput(`${what}. Name a file with another extension.`);
  }
  const usual = [first, ...others].find((one) => one === fitting[0]) ?? first;
  if (wished === undefined) return usual;
  if (fitting.includes(wished)) return wished;
  const option = json ? "--json" : `--format ${format}`;
  throw contradiction(
    `${option} and --output ${output}`,
    "name a file with another extension, or leave out the format",
  );
}

function fittingFormats(output: string): readonly Format[] | undefined {
  const extension = extname(output).toLowerCase();
  if (NO_FORMAT.test(extension) || isFleetFile(output)) return undefined;
  return (Object.hasOwn(BY_EXTENSION, extension) && BY_EXTENSION[extension]) || [];
}

function unknownEnding(output: string, formats: readonly Format[]): CommandFailure {
  const endings = Object.keys(BY_EXTENSION).filter((one) =>
    BY_EXTENSION[one]?.some((format) => formats.includes(format)),
  );
  const known = [...endings, ".txt"].join(", ");
  return wrongInput(`--output ${output}: this ending is that of no format of this command. Known endings: ${known}.`);
}

function contradiction(pair: string, remedy: string): CommandFailure {
  return wrongInput(`${pair} contradict each other: ${remedy}`);
}

/** Makes a result in a format, or in pieces of it, and hands it over: to the file of `--output`, else to stdout. Throws a `CommandFailure` (11). */
export async function deliverResult(
  format: Format,
  show: (plates: PlateView, style: Style) => string | Iterable<string>,
  { output }: { readonly output?: string },
  io: Io,
): Promise<void> {
  const plates = platesIn(format, output, io);
  if (output !== undefined) return writeOutput(output, show(plates, { ...io.resultStyle, color: false }));
  const result = show(plates, io.resultStyle);
  for (const piece of typeof result === "string" ? [result] : result) await io.result(piece);
}

// In full in a JSON or HTML file of its own, whose access can be restricted; as chosen wherever it goes to a log, a comment
// or a widget.
function platesIn(format: Format, output: string | undefined, io: Io): PlateView {
  if (output !== undefined && (format === "json" || format === "html")) return FULL_PLATES;
  return format === "json" ? io.documentPlates : io.plates;
}

/**
 * Refuses to write over a fleet file or a list of the run, or to `-`. `outputs`: where results go, by their option.
 * Throws a `CommandFailure` (3).
 */
export function protectInputs(outputs: Readonly<Record<string, string | undefined>>, desired?: DesiredState): void {
  const inputs = new Set(desired?.files.map(({ path }) => realPath(path)));
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    if (path === "-") throw refused(option, path, `without ${option} a result goes to stdout; this would be a file`);
    if (isFleetFile(path))
      throw refused(option, path, "a result is never written to a YAML file, which may be a fleet file");
    if (inputs.has(realPath(path))) throw refused(option, path, "this run reads its cars from that file");
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function refused(option: string, path: string, why: string): CommandFailure {
  return wrongInput(`${option} ${path}: ${why}. Name another file.`);
}

/** Does the work of a command, and writes the metrics of it where `--metrics` names a file: `path`. */
export async function withMetrics(
  command: MetricsTask["command"],
  path: string | undefined,
  io: Io,
  work: (findings: Findings) => Promise<number>,
): Promise<number> {
  if (path === undefined) return work({});
  // Most runs write none.
  const { runMeasured } = await import("./metrics-file.ts");
  return runMeasured({ command, path }, io, work);
}
