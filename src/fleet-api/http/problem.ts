import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { quoted, truncate } from "../../allowlist/index.ts";
import type { ProblemText } from "../../run/ports/index.ts";
import { parsePlainJson } from "./exact-json.ts";
import type { HttpReply } from "./exchange.ts";

/** Longer than any plate. */
const TRACE_ID = /^[0-9a-f-]{20,}$/i;

const problemShape = z.object({
  title: z.string().catch(""),
  detail: z.string().catch(""),
  traceId: z.string().optional().catch(undefined),
});

/**
 * What an answer's problem body says (interface 7, RFC 9457); undefined when it has none. `type` and `instance` are
 * addresses that a server chose: they are not read, let alone fetched.
 */
export function problemOf(reply: HttpReply, redact: (text: string) => string): ProblemText | undefined {
  if (reply.status < 300 || mediaTypeOf(reply) !== "json") return undefined;
  const parsed = problemShape.safeParse(jsonOrNothing(reply.text));
  if (!parsed.success) return undefined;
  const { title, detail, traceId } = parsed.data;
  const said = (text: string) => truncate(redact(text));
  return { title: said(title), detail: said(detail), ...(traceId === undefined ? {} : { traceId: said(traceId) }) };
}

/** `503 (Service Unavailable: down for repair; traceId abc)`: a status with whatever the server said about it. */
export function describeStatus(reply: HttpReply, redact: (text: string) => string): string {
  const problem = problemOf(reply, redact);
  const said = [problem?.title, problem?.detail].filter(Boolean).join(": ");
  const words = said === "" ? (STATUS_CODES[reply.status] ?? "") : quoted(said);
  const trace =
    problem?.traceId === undefined
      ? ""
      : `traceId ${TRACE_ID.test(problem.traceId) ? problem.traceId : quoted(problem.traceId)}`;
  const inside = [words, trace].filter((text) => text !== "").join("; ");
  return inside === "" ? String(reply.status) : `${reply.status} (${inside})`;
}

/** Where a redirect points: the origin and nothing more, for a server we do not know chose the rest. */
export function redirectOriginOf(reply: HttpReply, redact: (text: string) => string): string {
  const location = reply.headers.get("location") ?? "";
  return URL.canParse(location) ? truncate(redact(new URL(location).origin)) : "another path of the same server";
}

/** Which of the two families of bodies that we meet this is. */
export function mediaTypeOf(reply: HttpReply): "json" | "html" | "other" {
  const type = (reply.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /^[a-z]+\/[^\s/]+\+json$/.test(type)) return "json";
  if (/html/.test(type) || /^\s*<(?:!doctype|html)/i.test(reply.text)) return "html";
  return "other";
}

function jsonOrNothing(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch {
    return undefined;
  }
}
