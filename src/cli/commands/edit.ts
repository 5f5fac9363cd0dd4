import { dayAfter, dayIn, formatSource, quoted } from "../../allowlist/index.ts";
import { type PlanDocument, planDocumentSchema } from "../../documents/index.ts";
import { ACKNOWLEDGED_DAYS, acknowledgementsFor, type NeededAcknowledgement } from "../../plan/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { diagnosticsText, guardInFull, isIntact, NO_DIGEST, terminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import {
  type AcknowledgeResult,
  type addList,
  type CarEdit,
  type EditResult,
  editAcknowledge,
  editFleet,
} from "../../schema/index.ts";
import { CAR_FIELDS, carValues } from "../../schema/values/index.ts";
import type { carAddSpec, carEndSpec, carRemoveSpec } from "../definitions/files.ts";
import type { acknowledgeSpec } from "../definitions/reconcile.ts";
import type { CommonInput, InputOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { problemsFailure } from "../input/load-desired.ts";
import { readOwnDocument } from "../input/named-file.ts";
import { printEdit, writeOrShow } from "../output/file-patch.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";

type EditInput = CommonInput & {
  readonly plate: string;
  readonly account?: string;
  readonly file?: readonly string[];
  readonly dryRun?: boolean;
};

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
  const result = await editFleet(fleetFiles(options.file), wanted, { cwd: process.cwd() });
  if (result.kind === "not-found") {
    const near = result.near.map((one) => `${quoted(one.licenseNumber)} (${formatSource(one.source)})`).join(", ");
    const hint = near === "" ? "" : `\nDid you mean ${near}?`;
    const message = `${quoted(options.plate)} is in no fleet file and in no list that one names. Nothing was written.${hint}`;
    throw new CommandFailure(EXIT.input, terminalLines(message));
  }
  if (result.kind === "invalid" || result.kind === "refused") throw editFailure(result, io);
  const patch = result.kind === "edited" ? await writeOrShow(result.file, options) : undefined;
  const warnings = result.kind === "edited" ? io.plates.document(result.warnings) : [];
  if (warnings.length > 0 && !options.quiet) io.message(diagnosticsText(warnings, io.messageStyle));
  const { source: at, scope, licenseNumber } = result.place;
  const change = result.kind === "edited" ? result.change : ("none" as const);
  const content = { change, scope, licenseNumber, source: formatSource(at), ...(patch !== undefined && { patch }) };
  const list = scope === "global" ? "" : ` (${scope})`;
  const text = (shown: typeof content) =>
    terminalLines(
      result.kind === "unchanged"
        ? `${shown.source}: ${shown.licenseNumber}${list}: ${result.reason}. Nothing was changed.\n`
        : `${shown.source}: ${change} ${shown.licenseNumber}${list}\n${nextLine(options)}`,
    );
  return printEdit("car-edit", content, text, options, io);
}

/** `platectl acknowledge`: writes the entries that a plan's tripped guards ask for into the fleet file. Contacts nothing. */
export async function acknowledgeCommand(options: InputOf<typeof acknowledgeSpec>, io: Io): Promise<number> {
  const { plan, reason } = options;
  const until = options.until ?? dayAfter(dayIn("UTC", systemClock.now()), ACKNOWLEDGED_DAYS);
  const needed = neededBy(await readPlan(plan), plan);
  if (needed.length === 0) {
    const text = `No guard stops ${terminalText(plan)}. Nothing was changed.\n`;
    return printEdit("acknowledge", { entries: [] }, () => io.plates.message(text), options, io);
  }
  const entries = needed.map((entry) => ({ ...entry, until, reason }));
  const edited = await editAcknowledge(fleetFiles(options.file), entries, { cwd: process.cwd() });
  if (edited.kind !== "edited") throw editFailure(edited, io);
  const { path } = edited.file;
  const patch = await writeOrShow(edited.file, options);
  const shown = io.plates.document({ path, entries: edited.entries });
  const lines = [`${shown.path}: added to policy.acknowledge`, ...shown.entries.map((entry) => `  - ${entry}`)];
  const text = terminalLines(`${lines.join("\n")}\n${nextLine(options)}`);
  const content = { file: path, entries, ...(patch !== undefined && { patch }) };
  return printEdit("acknowledge", content, () => text, options, io);
}

async function readPlan(path: string): Promise<PlanDocument> {
  const refused = (why: string) => wrongInput(`${path} cannot be used: ${why}. Give the file of \`plan --plan-file\`.`);
  const plan = await readOwnDocument(path, planDocumentSchema, "a plan", refused);
  if (plan.integrity !== NO_DIGEST && !isIntact(plan)) throw refused("it was altered after it was made");
  return plan;
}

function neededBy({ guards, scopes }: PlanDocument, path: string): readonly NeededAcknowledgement[] {
  const { entries, others } = acknowledgementsFor(guards);
  if (others.length === 0) return entries;
  const named = others.map((guard) => terminalText(guardInFull(guard, scopes)));
  throw new CommandFailure(
    EXIT.guard,
    [...named, `An entry in the fleet file cannot let ${path} pass. Nothing was changed.`].join("\n"),
  );
}

type NoEdit = Extract<
  EditResult | AcknowledgeResult | Awaited<ReturnType<typeof addList>>,
  { kind: "invalid" | "refused" }
>;

/** The failure (3) of an edit of files that are not valid before or after it, or that cannot be. */
export function editFailure(result: NoEdit, io: Io): CommandFailure {
  if (result.kind === "refused") return wrongInput(terminalText(result.message), "written");
  const ending =
    result.when === "before" ? "Fix the files first." : "The files would have these errors after the edit.";
  return problemsFailure(result.diagnostics, `${ending} Nothing was written.`, io);
}

function nextLine({ file = [], quiet }: Pick<EditInput, "file" | "quiet">): string {
  return quiet ? "" : `Next: platectl plan${file.map((path) => ` -f ${path}`).join("")}\n`;
}

function terminalLines(text: string): string {
  return text.split("\n").map(terminalText).join("\n");
}
