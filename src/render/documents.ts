import { createHash } from "node:crypto";
import { type PlanDocument, planDocumentSchema, plannedSchema } from "../documents/index.ts";
import type { Plan } from "../plan/index.ts";
import { jsonSafe } from "./escape/sinks.ts";
import { type DocumentMeta, planDocument } from "./plan/document.ts";

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan does not fit the document's schema. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  return plannedSchema.parse(sealDocument(planDocument(plan, meta)));
}

/** A plan document with the `integrity` that its other parts have. Throws when it does not fit the schema. */
export function sealDocument(document: PlanDocument): PlanDocument {
  return { ...document, integrity: integrityOf(partsOf(document)) };
}

/** Whether the document is as it was when it was sealed. It guards against accidents, not against forgers. */
export function isIntact(document: PlanDocument): boolean {
  const { data } = planDocumentSchema.safeParse(document);
  return data !== undefined && data.integrity === integrityOf({ head: { ...data, scopes: [] }, lists: data.scopes });
}

/** The exact bytes of a plan document, for files and for `--json`: same document, same bytes. */
export function planDocumentText(document: PlanDocument): string {
  return [...planDocumentPieces(document)].join("");
}

/**
 * The same in pieces, a list at a time: the text of all lists takes as much memory as the plan. One that has no seal yet is sealed
 * on the way: each list is brought into the order of the schema once.
 */
export function* planDocumentPieces(document: PlanDocument): Generator<string> {
  const { head, lists } = partsOf(document);
  const seal = head.integrity === "" ? new Seal(head) : undefined;
  yield jsonSafe(around(head, INDENTED).before);
  let comma = "";
  for (const list of lists) {
    seal?.add(list);
    yield jsonSafe(comma + listText(list, INDENTED));
    comma = ",";
  }
  const sealed = seal ? { ...head, integrity: seal.digest() } : head;
  yield jsonSafe((comma && INDENTED.end) + around(sealed, INDENTED).after);
  yield "\n";
}

function integrityOf({ head, lists }: Parts): string {
  const seal = new Seal(head);
  for (const list of lists) seal.add(list);
  return seal.digest();
}

/** The SHA-256 over all of a document but its integrity. */
class Seal {
  readonly #hash = createHash("sha256");
  readonly #after: string;
  #comma = "";

  constructor({ integrity: _, ...head }: Parts["head"]) {
    const { before, after } = around(head, PLAIN);
    this.#hash.update(before);
    this.#after = after;
  }

  add(list: PlanDocument["scopes"][number]): void {
    this.#hash.update(this.#comma + listText(list, PLAIN));
    this.#comma = ",";
  }

  digest(): string {
    return this.#hash.update(this.#after).digest("hex");
  }
}

/** A plan document in the order of its schema, which is the same whatever the order of its own keys. */
interface Parts {
  /** Without its lists. */
  readonly head: PlanDocument;
  readonly lists: Iterable<PlanDocument["scopes"][number]>;
}

function partsOf(document: PlanDocument): Parts {
  return { head: plannedSchema.parse({ ...document, scopes: [] }), lists: sorted(document.scopes) };
}

function* sorted(lists: PlanDocument["scopes"]): Parts["lists"] {
  for (const list of lists) yield plannedSchema.shape.scopes.element.parse(list);
}

/** How JSON is written: the spaces of an indentation, the field of the lists while there is none, and what is around one list. */
const PLAIN = { space: 0, field: '"scopes":[]', open: "[[", close: "]]", end: "" };
const INDENTED = { space: 2, field: '\n  "scopes": []', open: "[\n  [", close: "\n  ]\n]", end: "\n  " };

/** What is before and behind the lists of a document. */
function around(head: object, { space, field }: typeof PLAIN): { readonly before: string; readonly after: string } {
  const whole = JSON.stringify(head, undefined, space);
  // Inside a text the quotes are escaped, so that only the field is found.
  const at = whole.indexOf(field) + field.length - 1;
  return { before: whole.slice(0, at), after: whole.slice(at) };
}

function listText(list: object, { space, open, close }: typeof PLAIN): string {
  return JSON.stringify([[list]], undefined, space).slice(open.length, -close.length);
}
