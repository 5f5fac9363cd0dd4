import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { z } from "zod";
import { quoted, withCommas } from "../../allowlist/index.ts";
import { MOST_LEVELS, NestedTooDeeply, parseExactJson, parsePlainJson } from "./exact-json.ts";
import type { HttpReply, HttpRequest, ReplyHeaders } from "./exchange.ts";
import { mediaTypeOf } from "./problem.ts";

/** The text of an answer, or why it can't be trusted. A connection that breaks rejects instead. */
export interface BodyReading {
  readonly text: string;
  readonly flaw?: string;
  readonly redacted?: true;
}

/**
 * Reads a body, counting bytes after decompression, so that a compressed bomb ends at the cap (reliability F7). Secrets are
 * taken out before anything reads the text.
 */
export async function readBody(
  answer: IncomingMessage,
  headers: ReplyHeaders,
  { maxBytes, redactor }: Pick<HttpRequest, "maxBytes" | "redactor">,
): Promise<BodyReading> {
  const flaw = framingFlaw(headers, answer.statusCode);
  const body = await readWhole(decoded(answer, headers), maxBytes);
  if (body === "too large") return { text: "", flaw: `it is larger than ${withCommas(maxBytes)} bytes` };
  const read = textOf(body);
  const text = redactor?.redact(read.text) ?? read.text;
  return { ...read, text, ...flaw, ...(text !== read.text && { redacted: true }) };
}

/** We ask for bodies as they are, and still some proxies compress them. */
function decoded(answer: IncomingMessage, headers: ReplyHeaders): Readable {
  const decoder = decoderOf(headers.get("content-encoding")?.trim().toLowerCase());
  // What ends one ends the other.
  return decoder ? pipeline(answer, decoder, () => undefined) : answer;
}

function decoderOf(encoding: string | undefined) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      // Many servers leave out how such a body ends.
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

/** Rejects when the connection breaks. What is too large is left, and its connection closed. */
function readWhole(stream: Readable, maxBytes: number): Promise<Buffer | "too large"> {
  // Events, for `for await` adds listeners to each body, and a promise to each of its chunks.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBytes) return;
      resolve("too large");
      stream.destroy();
    });
    stream.on("end", () => resolve(Buffer.concat(chunks)));
    stream.on("error", reject);
    // Comes last in any case.
    stream.on("close", () => stream.readableEnded || reject(new Error("it was closed before its end")));
  });
}

/** Without a length or chunks, a body that was cut short looks whole (reliability D11). */
function framingFlaw(headers: ReplyHeaders, status: number | undefined): { flaw?: string } {
  if (/,/.test(headers.get("content-encoding") ?? "")) return { flaw: "it is compressed more than once" };
  if (status === 204 || status === 304 || headers.has("content-length") || headers.has("transfer-encoding")) return {};
  return { flaw: "it states no length, so that its end can't be told from a cut connection" };
}

function textOf(body: Buffer): BodyReading {
  // Most bodies, and a third of the time.
  if (isAscii(body)) return { text: body.toString("latin1") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch {
    return { text: "", flaw: "it is not UTF-8" };
  }
}

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
  const document = parse(reply.text, format.numbers);
  if ("what" in document) return { kind: "wrong", ...document };
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

function parse(text: string, numbers: "exact" | "plain"): { readonly value: unknown } | { readonly what: string } {
  try {
    return { value: numbers === "exact" ? parseExactJson(text) : parsePlainJson(text) };
  } catch (error) {
    const isDeep = error instanceof NestedTooDeeply;
    return {
      what: isDeep ? `the body has more than ${MOST_LEVELS} levels` : "the body is not JSON, although it says so",
    };
  }
}

const MOST_ISSUES_SHOWN = 3;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is wrong with a value, the first few fields; `whole` names the value itself. */
export function describeIssues(issues: readonly Issue[], whole = "the body"): string {
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
