import type { z } from "zod";
import { quoted } from "../../allowlist/index.ts";
import { parseExactJson } from "./exact-json.ts";
import type { HttpReply } from "./exchange.ts";
import { isNestedTooDeeply, MOST_LEVELS } from "./json-depth.ts";
import { mediaTypeOf } from "./problem.ts";

/** An answer's body as data, or a clause that says what it is instead. */
export type Decoding<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "wrong"; readonly what: string };

/** How to read a body: its shape, and whether its numbers must survive digit for digit. */
export interface BodyFormat<Value> {
  readonly shape: z.ZodType<Value>;
  /** `exact` for documents with int64 ids or amounts; `plain` is faster and right for lists of cars. */
  readonly numbers: "exact" | "plain";
}

/** Reads a body: media type first, then JSON, then shape; the first thing that is wrong is named. */
export function decode<Value>(reply: HttpReply, format: BodyFormat<Value>): Decoding<Value> {
  const what = mediaFlaw(reply) ?? reply.flaw;
  if (what !== undefined) return { kind: "wrong", what };
  if (isNestedTooDeeply(reply.text)) return { kind: "wrong", what: `the body has more than ${MOST_LEVELS} levels` };
  const document = parse(reply.text, format.numbers);
  if (document === undefined) return { kind: "wrong", what: "the body is not JSON, although it says so" };
  const parsed = format.shape.safeParse(document.value);
  if (parsed.success) return { kind: "value", value: parsed.data };
  return { kind: "wrong", what: describeIssues(parsed.error.issues) };
}

function mediaFlaw(reply: HttpReply): string | undefined {
  const type = mediaTypeOf(reply);
  if (type === "html") {
    return "an HTML page instead of JSON; check the address, and whether a proxy or a login page stands in between";
  }
  if (type === "json") return undefined;
  const said = reply.headers.get("content-type");
  return said === null ? "no content type instead of JSON" : `the content type ${quoted(said)} instead of JSON`;
}

function parse(text: string, numbers: "exact" | "plain"): { value: unknown } | undefined {
  try {
    return { value: numbers === "exact" ? parseExactJson(text) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const MOST_ISSUES_SHOWN = 3;

/** What is wrong with a value, the first few fields; `whole` names the value itself. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], whole = "the body"): string {
  const shown = issues
    .slice(0, MOST_ISSUES_SHOWN)
    .map((issue) => `${describePath(issue.path, whole)} ${issue.message}`);
  const more = issues.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function describePath(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole;
  return path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`)).join("");
}
