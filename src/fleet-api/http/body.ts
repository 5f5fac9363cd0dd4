import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { quoted, withCommas } from "../../allowlist/index.ts";
import { arrayParts, parseExactJson, parsePlainJson, TooMuchJson } from "./exact-json.ts";
import type { HttpReply, HttpRequest, ReplyHeaders } from "./exchange.ts";
import { Flaws, type Read, readElements } from "./flaws.ts";
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
  // We ask for bodies as they are, and still some proxies compress them.
  const decoder = decoderOf(headers.get("content-encoding")?.trim().toLowerCase());
  // What ends one ends the other.
  const body = await readWhole(decoder ? pipeline(answer, decoder, () => undefined) : answer, (bytes) => {
    if (bytes > maxBytes) return `it is larger than ${withCommas(maxBytes)} bytes`;
    const isBomb = decoder && bytes > ALWAYS_EXPANDED && bytes > MOST_EXPANDED * decoder.bytesWritten;
    return isBomb ? `it expands to more than ${MOST_EXPANDED} times its size` : undefined;
  });
  if (typeof body === "string") return { text: "", flaw: body };
  const read = textOf(body);
  const text = redactor?.redact(read.text) ?? read.text;
  return { ...read, text, ...flaw, ...(text !== read.text && { redacted: true }) };
}

/** How many times larger than as it comes a body may become, and how many bytes it may always become. */
const MOST_EXPANDED = 250;
const ALWAYS_EXPANDED = 1024 * 1024;

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

/** Rejects when the connection breaks. What `flawOf` a number of bytes says ends it, and closes its connection. */
function readWhole(stream: Readable, flawOf: (bytes: number) => string | undefined): Promise<Buffer | string> {
  // Events, for `for await` adds listeners to each body, and a promise to each of its chunks.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      const flaw = flawOf(bytes);
      if (flaw === undefined) return;
      resolve(flaw);
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

/** How to read a body, and whether its numbers must survive digit for digit. */
export interface BodyFormat<Value> {
  readonly read: Read<Value>;
  /** `exact` for documents with int64 ids or amounts; `plain` is faster and right for lists of cars. */
  readonly numbers: keyof typeof PARSERS;
}

const PARSERS = { exact: parseExactJson, plain: parsePlainJson };

/** Reads a body: media type first, then JSON, then shape; the first thing that is wrong is named. */
export function decode<Value>(reply: HttpReply, { read, numbers }: BodyFormat<Value>): Decoding<Value> {
  const flaws = new Flaws();
  return decoding(reply, flaws, () => read(PARSERS[numbers](reply.text), flaws));
}

/** Reads the elements of a body that is an array, perhaps a very long one: it is never in memory as a whole. */
export function decodeArray<Item>(
  reply: HttpReply,
  { read, numbers }: BodyFormat<Item>,
  most: number,
): Decoding<readonly Item[]> {
  const flaws = new Flaws();
  return decoding(reply, flaws, () => {
    const kept: Item[] = [];
    let first = 0;
    for (const part of arrayParts(reply.text, PARSERS[numbers])) {
      readElements(part, read, { flaws, kept, first });
      first += part.length;
      if (first > most) throw new TooMuchJson(`has more than ${withCommas(most)} elements`);
    }
    return kept;
  });
}

function decoding<Value>(reply: HttpReply, flaws: Flaws, read: () => Value | undefined): Decoding<Value> {
  const flaw = mediaFlaw(reply) ?? reply.flaw;
  if (flaw !== undefined) return { kind: "wrong", what: flaw };
  try {
    const value = read();
    return value !== undefined && flaws.count === 0
      ? { kind: "value", value }
      : { kind: "wrong", what: flaws.describe() };
  } catch (error) {
    if (error instanceof TooMuchJson) return { kind: "wrong", what: `the body ${error.message}` };
    if (error instanceof SyntaxError) return { kind: "wrong", what: "the body is not JSON, although it says so" };
    throw error;
  }
}

function mediaFlaw(reply: HttpReply): string | undefined {
  const type = mediaTypeOf(reply);
  if (type === "html") {
    return "an HTML page instead of JSON; check the address, and whether a proxy or a login page stands in between";
  }
  if (type === "json") return undefined;
  const said = reply.headers.get("content-type");
  return said === undefined ? "no content type instead of JSON" : `the content type ${quoted(said)} instead of JSON`;
}
