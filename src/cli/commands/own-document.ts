import { EXIT } from "../../exit-code.ts";
import { isIntact, NO_DIGEST } from "../../render/index.ts";
import {
  type AuditDocument,
  auditDocumentSchema,
  type PlanDocument,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
} from "../../schema/index.ts";
import { readJsonFile } from "../input/json-file.ts";
import { CommandFailure } from "../process/failure.ts";

/** A document that plan, apply or audit wrote. */
export type OwnDocument = PlanDocument | ReportDocument | AuditDocument;

const SCHEMAS = {
  "platectl/plan": planDocumentSchema,
  "platectl/report": reportDocumentSchema,
  "platectl/audit": auditDocumentSchema,
} as const;

/**
 * Reads a document that this program wrote.
 * @throws CommandFailure (3) when it cannot be read, is none of these, is of another version, or is a plan that was altered.
 */
export async function readOwnDocument(path: string): Promise<OwnDocument> {
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
  return new CommandFailure(EXIT.input, `${path} cannot be used: ${why}. Nothing was contacted.`);
}
