import { dayAfter, dayIn } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import { acknowledgementsFor, type NeededAcknowledgement } from "../../plan/index.ts";
import { guardInFull, isIntact, NO_DIGEST, terminalText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import {
  type AcknowledgeResult,
  type AuditDocument,
  auditDocumentSchema,
  editAcknowledge,
  type PlanDocument,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
} from "../../schema/index.ts";
import type { acknowledgeSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { problemsFailure } from "../input/load-desired.ts";
import { readJsonFile } from "../input/named-file.ts";
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
  const needed = neededBy(await readPlan(plan), plan, io);
  if (needed.length === 0) {
    await io.result(
      options.json
        ? jsonDocument("acknowledge", { entries: [] })
        : `No guard stops ${terminalText(plan)}. Nothing was changed.\n`,
    );
    return EXIT.ok;
  }
  const entries = needed.map((entry) => ({ ...entry, until, reason }));
  const edited = done(await editAcknowledge(fleetFiles(options.file), entries, { cwd: process.cwd() }), io);
  await rewriteFileWhole(edited.file.real, edited.file.text).catch((error: unknown) => {
    throw unwritten(edited.file.path, error);
  });
  await io.result(
    options.json ? jsonDocument("acknowledge", { file: edited.file.path, entries }) : textOf(edited, options),
  );
  return EXIT.ok;
}

async function readPlan(path: string): Promise<PlanDocument> {
  const document = await readOwnDocument(path);
  if (document.kind === "platectl/plan") return document;
  throw wrongInput(`${path} is not a plan. Give the file that \`plan --plan-file\` wrote.`, "changed");
}

function neededBy({ guards, scopes }: PlanDocument, path: string, io: Io): readonly NeededAcknowledgement[] {
  const { entries, others } = acknowledgementsFor(guards);
  if (others.length === 0) return entries;
  const named = others.map((guard) => terminalText(io.plates.text(guardInFull(guard, scopes))));
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

function textOf({ file: { path }, entries }: Edited, { file, quiet }: AcknowledgeInput): string {
  const named = (file ?? []).map((one) => ` -f ${one}`).join("");
  const next = quiet ? [] : [`Next: platectl plan${named}`];
  const lines = [`${path}: added to policy.acknowledge`, ...entries.map((entry) => `  - ${entry}`), ...next];
  return `${lines.map(terminalText).join("\n")}\n`;
}

/** A document that plan, apply or audit wrote. */
type OwnDocument = PlanDocument | ReportDocument | AuditDocument;

const SCHEMAS = {
  "platectl/plan": planDocumentSchema,
  "platectl/report": reportDocumentSchema,
  "platectl/audit": auditDocumentSchema,
} as const;

/**
 * Reads a document that this program wrote.
 * @throws CommandFailure (3) when it cannot be read, is none of these, is of another version, or is a plan that was altered.
 */
async function readOwnDocument(path: string): Promise<OwnDocument> {
  const value = await readJsonFile(path, (why) => refused(path, why));
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
  const schema = Object.entries(SCHEMAS).find(([name]) => name === kind)?.[1];
  if (!schema)
    throw refused(
      path,
      "it is not a plan, report or audit as platectl writes them with --plan-file, --report or --json",
    );
  const reading = schema.safeParse(value);
  if (!reading.success) {
    const [issue] = reading.error.issues;
    throw refused(
      path,
      `it is of another version, or was edited (\`${issue?.path.join(".") || "kind"}\` is missing or has another form)`,
    );
  }
  const document = reading.data;
  if (document.kind === "platectl/plan" && document.integrity !== NO_DIGEST && !isIntact(document))
    throw refused(path, "it was altered after it was made");
  return document;
}

function refused(path: string, why: string): CommandFailure {
  return wrongInput(`${path} cannot be used: ${why}`);
}
