import { EXIT } from "../../exit-code.ts";
import type { Target } from "../../plan/index.ts";
import { NO_DIGEST } from "../../render/index.ts";
import { type AuditDocument, auditDocumentSchema } from "../../schema/index.ts";
import { readJsonFile } from "../input/json-file.ts";
import { CommandFailure } from "../process/failure.ts";

/** Reads the audit that `--since` names. Throws a `CommandFailure` (3) when it is none, of another server, or without its plates. */
export async function readEarlierAudit(path: string, { fingerprint }: Target): Promise<AuditDocument> {
  const reading = auditDocumentSchema.safeParse(await readJsonFile(path, (why) => refused(path, why)));
  if (!reading.success) {
    const [issue] = reading.error.issues;
    throw refused(
      path,
      `it is not an audit of this version (${issue?.path.join(".") || "the whole"}: ${issue?.message})`,
    );
  }
  const audit = reading.data;
  if (audit.target.fingerprint !== fingerprint) throw refused(path, "it is an audit of another server or mode");
  if (audit.findings.some(({ findingId }) => findingId === NO_DIGEST))
    throw refused(path, "its plates are masked. Keep the audit with --output FILE.json, which holds them in full");
  return audit;
}

function refused(path: string, why: string): CommandFailure {
  return new CommandFailure(EXIT.input, `--since ${path} cannot be used: ${why}. Nothing was contacted.`);
}
