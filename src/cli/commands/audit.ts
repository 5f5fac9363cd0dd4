import { extname, resolve } from "node:path";
import { carsAside, counted, dayIn } from "../../allowlist/index.ts";
import {
  type AuditDocument,
  auditDocumentSchema,
  type ClaimsBy,
  SCHEMA_VERSION,
  sumsInWords,
} from "../../documents/index.ts";
import type { Target } from "../../plan/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import {
  AUDIT_FORMATS,
  auditFormats,
  claimsCsv,
  claimsWorkbook,
  MOST_ROWS,
  NO_DIGEST,
  type PlateView,
  type Style,
  setAsideLines,
  terminalText,
  words,
} from "../../render/index.ts";
import { EXIT, exitCodeFor } from "../../run/exit-code.ts";
import { askedBack, audit, claimsByAddressee, compareWithEarlier, isAtLeast } from "../../usecases/audit/index.ts";
import {
  type AuditRange,
  type AuditReading,
  type ReadClaims,
  readAuditFacts,
} from "../../usecases/audit/read/index.ts";
import { usualRange } from "../definitions/readers.ts";
import type { auditSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { desiredAt } from "../input/base-revision.ts";
import { readClaimed } from "../input/claimed-files.ts";
import { fleetFiles, isFleetFile } from "../input/fleet-file.ts";
import { readOwnDocument } from "../input/named-file.ts";
import { alertPaths } from "../output/alerts.ts";
import type { Findings } from "../output/metrics-file.ts";
import { chooseFormat, deliverResult, protectInputs, withMetrics } from "../output/result.ts";
import { writeOutput } from "../output/write-file.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { environment, TOOL } from "../process/process-info.ts";
import { prepareRun, type RunContext } from "../run/run-context.ts";
import { readPorts, refusalMessage, withReader } from "../run/session.ts";

type AuditInput = InputOf<typeof auditSpec>;

type AuditFinding = AuditDocument["findings"][number];

/** `platectl audit`: reads lists, fleet cars, parking users and billing records, and compares them with the fleet file. */
export function auditCommand(options: AuditInput, io: Io): Promise<number> {
  return withMetrics("audit", options.metrics, io, (findings) => runAudit(options, io, findings));
}

async function runAudit(options: AuditInput, io: Io, findings: Findings): Promise<number> {
  const format = chooseFormat(options, AUDIT_FORMATS);
  const context = await prepareRun(options, io);
  requireClaimFile(options);
  protectInputs({ "--output": options.output, "--claims": options.claims }, context.inputs.desired);
  const earlier =
    options.since === undefined ? undefined : await readEarlierAudit(options.since, context.inputs.target);
  const claimed = options.claimed && (await readClaimed(options.claimed));
  const range = usualRange(options, dayIn(context.inputs.desired.timeZone, systemClock.now()));
  return withReader(context, options, io, async (reader) => {
    const load = (commit: string, files?: readonly string[]) =>
      desiredAt(commit, files?.filter(isFleetFile) ?? fleetFiles(options.file));
    const git = { cwd: process.cwd(), env: environment(), load };
    const withClaims = options.claims !== undefined || claimed !== undefined;
    const { claimsFrom, failOn, info } = options;
    const asked = { git, withClaims, claimsFrom, ...(claimed && { claimed }), info: info || failOn === "info" };
    const gathered = await readAuditFacts({ ...context, ...asked }, range, readPorts(reader));
    const failures = gathered.failures.map(({ error }) => error);
    if (failures.length > 0 && isBlind(gathered)) throw refusalMessage({ kind: "unreadable", failures });
    const document = auditDocument(context, range, gathered, earlier);
    findings.audit = document;
    const { files } = context.inputs.desired;
    const show = (plates: PlateView, style: Style) =>
      auditFormats[format](plates.document(document), style, {
        ...(options.all && { all: true }),
        paths: alertPaths(plates.document(files)),
      });
    await deliverResult(format, show, options, io);
    const questions = claimsFrom === "git" ? 0 : (document.verdicts?.questions.records ?? 0);
    if (options.claims !== undefined && gathered.claims)
      await writeClaims(options.claims, options.claimsBy, { ...gathered.claims, questions }, io);
    const lines = [...document.failures.map(({ message }) => message), ...setAsideLines(document)];
    for (const line of lines) io.message(words`error: ${terminalText(line)}\n`);
    if (failures.length > 0) return exitCodeFor({ kind: "unreadable", failures });
    if (gathered.setAside.length > 0) return EXIT.unreadable;
    return document.findings.some((finding) => isToReport(finding, options)) ? EXIT.changes : EXIT.ok;
  });
}

// With an earlier audit only what is new counts.
function isToReport({ severity, accepted, status = "new" }: AuditFinding, { failOn }: AuditInput): boolean {
  return status === "new" && !accepted && isAtLeast(severity, failOn);
}

// Nothing could be read.
function isBlind({ facts: { lists, fleet, accounts } }: AuditReading): boolean {
  return !fleet && !lists.some(({ read }) => read) && !accounts.some(({ users, billed }) => users ?? billed);
}

function auditDocument(
  { inputs }: RunContext,
  range: AuditRange,
  { facts, desired, failures, warnings, setAside, saved, claimed }: AuditReading,
  earlier: AuditDocument | undefined,
): AuditDocument {
  const { target } = inputs;
  const chosen = new Set(inputs.scopes);
  const names = desired.scopes.flatMap(({ scope, name }) =>
    name !== undefined && chosen.has(scope) ? [{ scope, name }] : [],
  );
  const judged = audit(facts);
  const { warnings: aboutEntries, ...result } = earlier ? compareWithEarlier(judged, facts, earlier.findings) : judged;
  return {
    kind: "platectl/audit",
    schemaVersion: SCHEMA_VERSION,
    tool: TOOL,
    createdAt: new Date(systemClock.now()).toISOString(),
    mode: desired.mode,
    target,
    range: { ...range, timeZone: desired.timeZone },
    ...(names.length > 0 && { names }),
    ...carsAside(
      desired,
      desired.scopes.filter(({ scope }) => chosen.has(scope)),
      facts.day,
    ),
    ...(earlier && { since: { createdAt: earlier.createdAt } }),
    ...result,
    warnings: [...warnings, ...aboutEntries],
    failures: failures.map(({ scope, error: { message, traceId } }) => ({
      scope,
      message,
      ...(traceId !== undefined && { traceId }),
    })),
    ...(setAside.length > 0 && { setAside }),
    ...(saved && { saved }),
    ...(claimed && { claimed }),
  };
}

/** Reads the audit that `--since` names. Throws a `CommandFailure` (3) when it is none, of another server, or without its plates. */
async function readEarlierAudit(path: string, { fingerprint }: Target): Promise<AuditDocument> {
  const audit = await readOwnDocument(path, auditDocumentSchema, "an audit", (why) => refused(path, why));
  if (audit.target.fingerprint !== fingerprint) throw refused(path, "it is an audit of another server or mode");
  if (audit.findings.some(({ findingId }) => findingId === NO_DIGEST))
    throw refused(path, "its plates are masked. Keep the audit with --output FILE.json, which holds them in full");
  return audit;
}

function refused(path: string, why: string): CommandFailure {
  return wrongInput(`--since ${path} cannot be used: ${why}`);
}

function requireClaimFile({ claims: path, output, claimed = [] }: AuditInput): void {
  if (path === undefined) return;
  if (claimed.some((one) => resolve(one) === resolve(path)))
    throw wrongInput(`--claims ${path}: it holds the claims made before. Name another file.`);
  if (output !== undefined && resolve(path) === resolve(output))
    throw wrongInput(`--output ${output}: --claims writes that file. Name another file.`);
  if (![".csv", ".xlsx"].includes(extname(path).toLowerCase()))
    throw wrongInput(`--claims ${path}: claims are written as .csv or .xlsx. Name such a file.`);
}

/** Writes claims, always with plates in full: no one can look up a masked one. Throws a `CommandFailure` (11). */
async function writeClaims(
  path: string,
  by: ClaimsBy,
  { claims, leftUnknown, repeated, questions }: ReadClaims & { readonly questions: number },
  io: Io,
): Promise<void> {
  const addressees = claimsByAddressee(claims, by);
  const isCsv = extname(path).toLowerCase() === ".csv";
  if (!isCsv && addressees.some((one) => one.claims.length > MOST_ROWS))
    throw new CommandFailure(
      EXIT.undelivered,
      `${path}: ${claims.length} claims are more than a workbook can hold. Use .csv.`,
    );
  await writeOutput(path, isCsv ? claimsCsv(addressees) : claimsWorkbook(addressees));
  const sum = sumsInWords(askedBack(addressees));
  const back = sum === "" ? "" : `, asking back ${sum}`;
  const before = repeated === 0 ? "" : `; ${repeated} ${repeated === 1 ? "was" : "were"} claimed before`;
  const unknown =
    leftUnknown === 0
      ? ""
      : `; ${leftUnknown} ${leftUnknown === 1 ? "plate is" : "plates are"} not claimed, because nothing proves when the car left`;
  const open =
    questions === 0 ? "" : `; ${counted(questions, "record")} to ask about first, which --claims-from git claims, too`;
  const records = counted(claims.length, "record");
  io.message(words`${terminalText(`claims: ${records} in ${path}${back}${before}${unknown}${open}`)}\n`);
}
