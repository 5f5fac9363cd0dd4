import { createHash } from "node:crypto";
import type { Plan, ScopeCounts, ScopePlan } from "../plan/index.ts";
import { type PlanDocument, planDocumentSchema, type ReportDocument, SCHEMA_VERSION } from "../schema/index.ts";
import { jsonText } from "./escape/json.ts";

/** What a plan document says about its making. `createdAt` is a UTC instant in ISO 8601. */
export interface DocumentMeta {
  readonly tool: { readonly name: "platectl"; readonly version: string };
  readonly createdAt: string;
}

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan does not fit the document's schema. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  const document = planDocument(plan, meta);
  return { ...document, integrity: integrityOf(document) };
}

/** The document of a plan that is only to be shown: without the seal, which takes as long as the rest. */
export function planDocument(plan: Plan, meta: DocumentMeta): PlanDocument {
  const head = { kind: "platectl/plan", schemaVersion: SCHEMA_VERSION, ...meta };
  const scopes = plan.scopes.map(emptyScopeInDocument);
  const document = planDocumentSchema.parse({
    ...head,
    ...plan,
    scopes,
    counts: countsInDocument(plan.counts),
    integrity: "",
  });
  for (const [at, { changes, exempt }] of plan.scopes.entries()) {
    const scope = document.scopes[at];
    if (!scope) continue;
    scope.changes = changes.map(({ plateKey: _, ...change }) => CHANGE.parse(change));
    scope.kept = exempt.map(({ licenseNumber, reason }) => KEPT.parse({ licenseNumber, reason }));
  }
  return document;
}

const { changes: CHANGES, kept: KEPT_CARS } = planDocumentSchema.shape.scopes.element.shape;
const CHANGE = CHANGES.element;
const KEPT = KEPT_CARS.element;

/** A plan document with the `integrity` that its other parts have. */
export function sealDocument(document: PlanDocument): PlanDocument {
  return { ...document, integrity: integrityOf(planDocumentSchema.parse(document)) };
}

// The document names cars by their spelling alone, and calls exempt cars kept.
function emptyScopeInDocument({ changes: _changes, exempt: _exempt, counts, ...scope }: ScopePlan) {
  return { ...scope, changes: [], kept: [], counts: countsInDocument(counts) };
}

function countsInDocument({ exempt, ...counts }: ScopeCounts): PlanDocument["counts"] {
  return { ...counts, kept: exempt };
}

/** Whether nobody has altered the document since it was sealed. It guards against accidents, not against forgers. */
export function isIntact(document: PlanDocument): boolean {
  return document.integrity === integrityOf(planDocumentSchema.parse(document));
}

/** The exact bytes of a plan document, for files and for `--json`: same document, same bytes. */
export function planDocumentText(document: PlanDocument): string {
  return jsonText(planDocumentSchema.parse(document));
}

/** The exact bytes of a report document whose keys are in the order of its schema: what makes reports writes them so. */
export function reportDocumentText(document: ReportDocument): string {
  return [...reportDocumentPieces(document)].join("");
}

/** The same bytes in pieces, each of which takes less than a thousandth of a second: the report of a million cars has 200 MB. */
export function* reportDocumentPieces(document: ReportDocument): Generator<string, void, void> {
  const scopes = document.scopes.map((scope) => ({ ...scope, results: [] }));
  // Inside a string of JSON a quotation mark has a backslash before it, so these are the empty lists alone.
  const around = jsonText({ ...document, scopes }).split(NO_RESULTS);
  let text = "";
  for (const [at, part] of around.entries()) {
    text += part;
    const results = document.scopes[at]?.results;
    if (!results) break;
    text += results.length === 0 ? NO_RESULTS : RESULTS;
    for (let from = 0; from < results.length; ) {
      const to = from + RESULTS_A_PIECE;
      text += resultsText(results.slice(from, to), to < results.length ? BETWEEN_RESULTS : RESULTS_END);
      from = to;
      if (text.length < SHORTEST_PIECE) continue;
      yield text;
      text = "";
    }
  }
  yield text;
}

type Result = ReportDocument["scopes"][number]["results"][number];

/** Results as they stand in a document, and what comes after: those of which the same is said, one after the other, at one go. */
function resultsText(results: readonly Result[], end: string): string {
  const texts: string[] = [];
  for (let from = 0; from < results.length; ) {
    const first = results[from];
    if (!first) break;
    const to = endOfAlike(first, results, from + 1);
    texts.push(alikeText(first, results.slice(from, to), to < results.length ? BETWEEN_RESULTS : end));
    from = to;
  }
  return texts.join("");
}

// Optimised by itself, for it is all that is done with each result.
function endOfAlike(first: Result, results: readonly Result[], from: number): number {
  let to = from;
  while (isAlike(first, results[to])) to += 1;
  return to;
}

function isAlike({ action, parkingUser, outcome, error, traceId }: Result, other: Result | undefined): boolean {
  return (
    other?.action === action &&
    other.parkingUser === parkingUser &&
    other.outcome === outcome &&
    other.error === error &&
    other.traceId === traceId
  );
}

/**
 * Results that differ in their plates alone, and what comes after. Most of a report are such: to make what stands between two
 * plates once takes a third of the time that making each result takes.
 */
function alikeText(
  { action, outcome, parkingUser, error, traceId }: Result,
  results: readonly Result[],
  end: string,
): string {
  const plates = results.map(({ licenseNumber }) => licenseNumber);
  const isPlain = PLAIN.test(plates.join(""));
  const texts = isPlain ? plates : plates.map(stringText);
  const quote = isPlain ? '"' : "";
  const before = `        {\n          "action": "${action}",\n          "licenseNumber": ${quote}`;
  const said = `"outcome": "${outcome}"${member("error", error)}${member("traceId", traceId)}`;
  const after = `${quote}${member("parkingUser", parkingUser)},\n          ${said}\n        }`;
  // Joined with the others: to add it afterwards would copy the whole text once more.
  texts[0] = before + texts[0];
  texts.push(texts.pop() + after + end);
  return texts.join(after + BETWEEN_RESULTS + before);
}

function member(name: keyof Result, text: string | undefined): string {
  return text === undefined ? "" : `,\n          "${name}": ${stringText(text)}`;
}

function stringText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : jsonText(text).trimEnd();
}

/** What JSON writes as it is, and `jsonText` too. */
const PLAIN = /^[ !$-[\]-~]*$/;
const NO_RESULTS = '"results": []';
const RESULTS = '"results": [\n';
const BETWEEN_RESULTS = ",\n";
const RESULTS_END = "\n      ]";
/** Longer texts than these make are kept apart in memory, which is fetched from the system for each and given back. */
const RESULTS_A_PIECE = 500;
/** Characters. A piece for each of thousands of short lists would be as many writes. */
const SHORTEST_PIECE = 32 * 1024;

// Parsing sorts the keys: zod builds its result in the order of the schema, whatever the order of the input.
function integrityOf({ integrity: _, ...rest }: PlanDocument): string {
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}
