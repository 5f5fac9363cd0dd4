import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { withCommas } from "../../allowlist/index.ts";
import type { HttpRequest, ReplyHeaders } from "./exchange.ts";

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
  const clean = redactor?.redactBody(body) ?? body;
  return { ...decode(clean), ...flaw, ...(clean !== body && { redacted: true }) };
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

function decode(body: Buffer): BodyReading {
  // Most bodies, and a third of the time.
  if (isAscii(body)) return { text: body.toString("latin1") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch {
    return { text: "", flaw: "it is not UTF-8" };
  }
}
