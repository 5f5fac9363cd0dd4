import { dayAfter, dayIn } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { acknowledgementsFor, type NeededAcknowledgement } from "../../plan/index.ts";
import { guardInFull, isIntact, NO_DIGEST, terminalText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { type AcknowledgeResult, editAcknowledge, type PlanDocument, planDocumentSchema } from "../../schema/index.ts";
import type { acknowledgeSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { problemsFailure } from "../input/load-desired.ts";
import { readOwnDocument } from "../input/named-file.ts";
import { fleetFiles } from "../input/usual-file.ts";
import { rewriteFileWhole, unwritten } from "../output/write-file.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/json-document.ts";

type AcknowledgeInput = InputOf<typeof acknowledgeSpec>;
type Edited = Extract<AcknowledgeResult, { kind: "edited" }>;

/** How many days an entry holds unless `--until` says otherwise. */
const USUAL_DAYS = 7;

/** `platectl acknowledge`: writes the entries that a plan's tripped guards ask for into the fleet file. Contacts nothing. */
export async function acknowledgeCommand(options: AcknowledgeInput, io: Io): Promise<number> {
  const { plan, reason } = options;
  const until = options.until ?? dayAfter(dayIn("UTC", systemClock.now()), USUAL_DAYS);
  const needed = neededBy(await readPlan(plan), plan);
  if (needed.length === 0) {
    await io.result(
      options.json
        ? jsonDocument("acknowledge", { entries: [] }, io.documentPlates)
        : io.plates.message(`No guard stops ${terminalText(plan)}. Nothing was changed.\n`),
    );
    return EXIT.ok;
  }
  const entries = needed.map((entry) => ({ ...entry, until, reason }));
  const edited = done(await editAcknowledge(fleetFiles(options.file), entries, { cwd: process.cwd() }), io);
  await rewriteFileWhole(edited.file.real, edited.file.text).catch((error: unknown) => {
    throw unwritten(edited.file.path, error);
  });
  await io.result(
    options.json
      ? jsonDocument("acknowledge", { file: edited.file.path, entries }, io.documentPlates)
      : textOf(io.plates.document({ path: edited.file.path, entries: edited.entries }), options),
  );
  return EXIT.ok;
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

function done(result: AcknowledgeResult, io: Io): Edited {
  switch (result.kind) {
    case "edited":
      return result;
    case "refused":
      throw wrongInput(terminalText(result.message), "changed");
    case "invalid": {
      const ending =
        result.when === "before" ? "Fix the files first." : "The files would have these errors after the edit.";
      throw problemsFailure(result.diagnostics, `${ending} Nothing was changed.`, io);
    }
  }
}

function textOf(
  { path, entries }: { path: string; entries: readonly string[] },
  { file, quiet }: AcknowledgeInput,
): string {
  const named = (file ?? []).map((one) => ` -f ${one}`).join("");
  const next = quiet ? [] : [`Next: platectl plan${named}`];
  const lines = [`${path}: added to policy.acknowledge`, ...entries.map((entry) => `  - ${entry}`), ...next];
  return `${lines.map(terminalText).join("\n")}\n`;
}
