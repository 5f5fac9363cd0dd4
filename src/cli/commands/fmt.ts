import { diagnosticsText, terminalText, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { type FormattedFile, formatFleet } from "../../schema/index.ts";
import type { fmtSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { rewriteFileWhole } from "../output/write-file.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";

type Outcome = "unchanged" | "formatted" | "would-change" | "invalid";

/**
 * `platectl fmt`: brings fleet files into their canonical form and names those that were not; files that are not valid
 * stay as they are. With `--check` it writes nothing. Contacts nothing.
 */
export async function fmtCommand(options: InputOf<typeof fmtSpec>, io: Io): Promise<number> {
  const { files, diagnostics } = await formatFleet(fleetFiles(options.file), { cwd: process.cwd() });
  const found = [...diagnostics, ...files.flatMap((file) => (file.kind === "invalid" ? file.diagnostics : []))];
  const wrong = io.plates.document(found);
  const outcomes: { path: string; outcome: Outcome }[] = [];
  for (const file of files)
    outcomes.push({ path: file.path, outcome: await applyFormat(file, options.check === true) });
  if (options.json) {
    await io.result(jsonDocument("fmt", { files: outcomes, diagnostics: found }, io.documentPlates));
  } else {
    if (wrong.length > 0) io.message(diagnosticsText(wrong, io.messageStyle));
    const changed = outcomes.filter(({ outcome }) => outcome === "formatted" || outcome === "would-change");
    await io.result(
      io.plates
        .document(changed)
        .map(({ path }) => `${terminalText(path)}\n`)
        .join(""),
    );
    const needsWork = outcomes.filter(({ outcome }) => outcome === "would-change").length;
    if (needsWork > 0 && !options.quiet) {
      io.message(
        visibleLines(`${needsWork === 1 ? "This file is" : "These files are"} not formatted; run \`platectl fmt\`.\n`),
      );
    }
  }
  if (wrong.some(({ severity }) => severity === "error")) return EXIT.input;
  return outcomes.some(({ outcome }) => outcome === "would-change") ? EXIT.changes : EXIT.ok;
}

async function applyFormat(file: FormattedFile, isCheck: boolean): Promise<Outcome> {
  if (file.kind === "invalid") return "invalid";
  if (file.isCanonical) return "unchanged";
  if (isCheck) return "would-change";
  try {
    await rewriteFileWhole(file.absolute, file.text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      EXIT.undelivered,
      `${terminalText(file.path)} could not be written: ${terminalText(reason)}`,
    );
  }
  return "formatted";
}
