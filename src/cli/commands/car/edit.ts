import { formatSource, quoted } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { diagnosticsText, terminalText } from "../../../render/index.ts";
import {
  CAR_FIELDS,
  type CarEdit,
  type CarPlace,
  carValues,
  type DocumentContent,
  type EditResult,
  editFleet,
} from "../../../schema/index.ts";
import type { carAddSpec, carEndSpec, carRemoveSpec } from "../../definitions/car.ts";
import type { CommonInput, InputOf } from "../../definitions/spec.ts";
import { problemsFailure } from "../../input/load-desired.ts";
import { fleetFiles } from "../../input/usual-file.ts";
import { rewriteFileWhole } from "../../output/write-file.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";

/** What all commands that edit one car get. */
type EditInput = CommonInput & { readonly plate: string; readonly account?: string; readonly file?: readonly string[] };
type Done = Extract<EditResult, { kind: "edited" | "unchanged" }>;

/** `platectl car add`: writes a car into a fleet file or .txt list. Contacts nothing. */
export function carAddCommand(options: InputOf<typeof carAddSpec>, io: Io): Promise<number> {
  const { plate, features, into, account } = options;
  const car = {
    licenseNumber: plate,
    ...(features !== undefined && { features }),
    ...carValues((field) => options[CAR_FIELDS[field].option]),
  };
  const where = { ...(account !== undefined && { account }), ...(into !== undefined && { into }) };
  return edit({ kind: "add", car, ...where }, options, io);
}

/** `platectl car end`: writes the last day of a car. Contacts nothing. */
export function carEndCommand(options: InputOf<typeof carEndSpec>, io: Io): Promise<number> {
  const { plate, on, account } = options;
  return edit({ kind: "end", licenseNumber: plate, on, ...(account !== undefined && { account }) }, options, io);
}

/** `platectl car remove`: removes a car from its file. Contacts nothing. */
export function carRemoveCommand(options: InputOf<typeof carRemoveSpec>, io: Io): Promise<number> {
  const { plate, account } = options;
  return edit({ kind: "remove", licenseNumber: plate, ...(account !== undefined && { account }) }, options, io);
}

async function edit(wanted: CarEdit, options: EditInput, io: Io): Promise<number> {
  const { plate } = options;
  const result = done(await editFleet(fleetFiles(options.file), wanted, { cwd: process.cwd() }), plate, io);
  if (result.kind === "edited") await write(result);
  const warnings = result.kind === "edited" ? io.plates.document(result.warnings) : [];
  if (warnings.length > 0 && !options.quiet) io.message(diagnosticsText(warnings, io.messageStyle));
  await io.result(
    options.json ? jsonDocument("car-edit", documentOf(result), io.documentPlates) : textOf(result, options, io),
  );
  return EXIT.ok;
}

function done(result: EditResult, plate: string, io: Io): Done {
  switch (result.kind) {
    case "edited":
    case "unchanged":
      return result;
    case "refused":
      throw wrongInput(terminalText(result.message), "written");
    case "not-found":
      throw new CommandFailure(EXIT.input, notFound(plate, result.near));
    case "invalid": {
      const ending =
        result.when === "before" ? "Fix the files first." : "The files would have these errors after the edit.";
      throw problemsFailure(result.diagnostics, `${ending} Nothing was written.`, io);
    }
  }
}

function notFound(plate: string, near: readonly CarPlace[]): string {
  const named = near.map((one) => `${quoted(one.licenseNumber)} (${formatSource(one.source)})`).join(", ");
  const hint = named === "" ? "" : `\nDid you mean ${named}?`;
  return terminalLines(
    `${quoted(plate)} is in no fleet file and in no list that one names. Nothing was written.${hint}`,
  );
}

async function write({ file }: Extract<Done, { kind: "edited" }>): Promise<void> {
  try {
    await rewriteFileWhole(file.real, file.text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${file.path} could not be written: ${reason}. Nothing was changed.`;
    throw new CommandFailure(EXIT.undelivered, terminalText(message));
  }
}

function documentOf(result: Done): DocumentContent<"car-edit"> {
  const { scope, licenseNumber, source } = result.place;
  return {
    change: result.kind === "edited" ? result.change : "none",
    scope,
    licenseNumber,
    source: formatSource(source),
  };
}

function textOf(result: Done, { file, quiet }: EditInput, { plates }: Io): string {
  const { scope, licenseNumber, source: where } = plates.document(documentOf(result));
  const list = scope === "global" ? "" : ` (${scope})`;
  if (result.kind === "unchanged")
    return terminalLines(`${where}: ${licenseNumber}${list}: ${result.reason}. Nothing was changed.\n`);
  const named = (file ?? []).map((path) => ` -f ${path}`).join("");
  const next = quiet ? "" : `Next: platectl plan${named}\n`;
  return terminalLines(`${where}: ${result.change} ${licenseNumber}${list}\n${next}`);
}

function terminalLines(text: string): string {
  return text.split("\n").map(terminalText).join("\n");
}
