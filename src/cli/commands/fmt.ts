import { readFile } from "node:fs/promises";
import { diagnosticsText, terminalText, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { type FormattedFile, formatFleet } from "../../schema/index.ts";
import type { fmtSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { filePatch, showPatches } from "../output/file-patch.ts";
import { rewriteFileWhole } from "../output/write-file.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";

type FmtInput = InputOf<typeof fmtSpec>;

/** What became of a file; `patch` where it would change. */
interface Outcome {
  readonly path: string;
  readonly outcome: "unchanged" | "formatted" | "would-change" | "invalid";
  readonly patch?: string;
}

/** `platectl fmt`: formats fleet files and names those that it changed; `--check` and `--diff` write nothing. */
export async function fmtCommand(options: FmtInput, io: Io): Promise<number> {
  const { files, diagnostics } = await formatFleet(fleetFiles(options.file), { cwd: process.cwd() });
  const found = [...diagnostics, ...files.flatMap((file) => (file.kind === "invalid" ? file.diagnostics : []))];
  const wrong = io.plates.document(found);
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await outcomeOf(file, options));
  if (options.json) {
    await io.result(jsonDocument("fmt", { files: outcomes, diagnostics: found }, io.documentPlates));
  } else {
    if (wrong.length > 0) io.message(diagnosticsText(wrong, io.messageStyle));
    await show(outcomes, options, io);
  }
  if (wrong.some(({ severity }) => severity === "error")) return EXIT.input;
  return outcomes.some(({ outcome }) => outcome === "would-change") ? EXIT.changes : EXIT.ok;
}

async function show(outcomes: readonly Outcome[], { check, diff, quiet }: FmtInput, io: Io): Promise<void> {
  const patches = outcomes.flatMap(({ patch }) => patch ?? []);
  if (diff) await showPatches(patches, io);
  else {
    const changed = outcomes.filter(({ outcome }) => outcome === "formatted" || outcome === "would-change");
    const names = io.plates.document(changed).map(({ path }) => `${terminalText(path)}\n`);
    await io.result(names.join(""));
  }
  if (patches.length === 0 || quiet || diff) return;
  // The names are the result, for scripts; what a person wants to see besides goes where messages go.
  if (check && io.stderrIsTty)
    await showPatches(patches, { ...io, result: async (text) => io.message(visibleLines(text)) });
  io.message(
    visibleLines(`${patches.length === 1 ? "This file is" : "These files are"} not formatted; run \`platectl fmt\`.\n`),
  );
}

async function outcomeOf(file: FormattedFile, { check, diff }: FmtInput): Promise<Outcome> {
  const { path } = file;
  if (file.kind === "invalid") return { path, outcome: "invalid" };
  if (file.isCanonical) return { path, outcome: "unchanged" };
  const { absolute, text } = file;
  if (check || diff) {
    const patch = await filePatch({ path, before: await readFile(absolute, "utf8"), after: text });
    return { path, outcome: "would-change", patch };
  }
  try {
    await rewriteFileWhole(absolute, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(EXIT.undelivered, `${terminalText(path)} could not be written: ${terminalText(reason)}`);
  }
  return { path, outcome: "formatted" };
}
