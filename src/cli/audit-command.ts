import { type AuditSeverity, dayIn } from "../allowlist/index.ts";
import { audit, isAtLeast } from "../audit/index.ts";
import { type AuditRange, type AuditReading, readAuditFacts } from "../audit/read/index.ts";
import { EXIT, exitCodeFor } from "../exit-code.ts";
import { auditFormats, type Format, terminalText } from "../render/index.ts";
import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import { type AuditDocument, auditDocumentSchema, SCHEMA_VERSION } from "../schema/index.ts";
import { auditRange } from "./audit-range.ts";
import { NEVER } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { TOOL } from "./process-info.ts";
import { refusalMessage } from "./refusal-message.ts";
import { openReader, prepareRun, type ReconcileOptions, type RunContext } from "./run-context.ts";
import { platesIn, shownAudit } from "./shown-plates.ts";
import { writeOutput } from "./write-output.ts";

/** Options of `platectl audit`. */
export interface AuditOptions extends Omit<ReconcileOptions, "allowDeletes" | "allowAdds"> {
  readonly from?: string;
  readonly to?: string;
  readonly format: Format;
  readonly output?: string;
  readonly failOn: AuditSeverity;
  readonly all?: boolean;
}

/** `platectl audit`: reads lists, fleet cars, parking users and billing records, and says what is not as it should be. */
export async function auditCommand(options: AuditOptions, io: Io): Promise<number> {
  const context = await prepareRun(options, io);
  const range = auditRange(options, dayIn(context.inputs.desired.timeZone, systemClock.now()));
  const reader = openReader(context, options, io);
  try {
    const ports = { reader, clock: systemClock, random: systemRandom, signal: NEVER };
    const gathered = await readAuditFacts(context, range, ports);
    const failures = gathered.failures.map(({ error }) => error);
    if (failures.length > 0 && isBlind(gathered)) throw refusalMessage({ kind: "unreadable", failures });
    const document = auditDocument(context, range, gathered);
    const format = options.json ? "json" : options.format;
    const style = options.output === undefined ? io.resultStyle : { ...io.resultStyle, color: false };
    const plates = platesIn(format, options.output, io);
    const shown = shownAudit(document, plates);
    const text = plates.output(auditFormats[format](shown, style, { ...(options.all && { all: true }) }));
    if (options.output === undefined) await io.result(text);
    else await writeOutput(options.output, text);
    for (const { message } of document.failures) io.message(`error: ${terminalText(io.plates.foreign(message))}\n`);
    if (failures.length > 0) return exitCodeFor({ kind: "unreadable", failures });
    return document.findings.some(({ severity }) => isAtLeast(severity, options.failOn)) ? EXIT.changes : EXIT.ok;
  } finally {
    await reader.close();
  }
}

// Then there is nothing to show but what went wrong.
function isBlind({ facts: { lists, fleet, accounts } }: AuditReading): boolean {
  return !fleet && !lists.some(({ read }) => read) && !accounts.some(({ users, billed }) => users ?? billed);
}

function auditDocument(
  { inputs: { desired, target } }: RunContext,
  range: AuditRange,
  { facts, failures, warnings }: AuditReading,
): AuditDocument {
  return auditDocumentSchema.parse({
    kind: "platectl/audit",
    schemaVersion: SCHEMA_VERSION,
    tool: TOOL,
    createdAt: new Date(systemClock.now()).toISOString(),
    mode: desired.mode,
    target,
    range: { ...range, timeZone: desired.timeZone },
    ...audit(facts),
    warnings,
    failures: failures.map(({ scope, error: { message, traceId } }) => ({
      scope,
      message,
      ...(traceId !== undefined && { traceId }),
    })),
  });
}
