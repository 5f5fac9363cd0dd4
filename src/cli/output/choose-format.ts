import { extname } from "node:path";
import type { Format } from "../../render/index.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";

/** What decides about the format of a result. */
export interface FormatWish<Name extends Format = Format> {
  readonly json?: boolean;
  readonly format?: Name;
  readonly output?: string;
}

/** The formats that files with an extension can hold; the first one is meant unless `--format` says otherwise. */
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

/**
 * The format that `--format`, `--json` or the extension of `--output` chooses among those that the command has; text where none does.
 * @throws CommandFailure (3) when they contradict one another, or the command has none for the extension.
 */
export function chooseFormat<Name extends Format>(
  { json, format, output }: FormatWish<Name>,
  formats: readonly ("text" | "json" | Name)[],
): "text" | "json" | Name {
  if (json && format !== undefined && format !== "json")
    throw refused(`--json and --format ${format}`, "leave one out");
  const wished = json ? "json" : format;
  const fitting = output === undefined ? undefined : fittingFormats(output);
  if (output === undefined || fitting === undefined) return wished ?? "text";
  const [first, ...others] = formats.filter((one) => fitting.includes(one));
  if (first === undefined) {
    const what = `--output ${output} is for ${fitting.join(" or ")}, and this command writes ${formats.join(", ")}`;
    throw wrongInput(`${what}. Name a file with another extension.`);
  }
  const usual = [first, ...others].find((one) => one === fitting[0]) ?? first;
  if (wished === undefined) return usual;
  if (fitting.includes(wished)) return wished;
  const option = json ? "--json" : `--format ${format}`;
  throw refused(`${option} and --output ${output}`, "name a file with another extension, or leave out the format");
}

function fittingFormats(output: string): readonly Format[] | undefined {
  const extension = extname(output).toLowerCase();
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

function refused(pair: string, remedy: string): CommandFailure {
  return wrongInput(`${pair} contradict each other: ${remedy}`);
}
