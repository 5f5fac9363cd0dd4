import { isAscii } from "node:buffer";
import type { HttpRequest } from "./exchange.ts";
import type { BufferedBody } from "./request-trace.ts";

/** The text of an answer, or why it can't be trusted. A connection that breaks rejects instead. */
export interface BodyReading {
  readonly text: string;
  readonly flaw?: string;
  readonly redacted?: true;
}

/**
 * Reads a body, counting bytes after decompression, so that a compressed bomb ends at the cap (reliability F7). A body that
 * was kept on its way to `fetch` is waited for there; the stream that `fetch` has is empty. Secrets are taken out before
 * anything reads the text.
 */
export async function readBody(
  response: Response,
  { maxBytes, redactor }: Pick<HttpRequest, "maxBytes" | "redactor">,
  kept: Promise<BufferedBody> | undefined,
): Promise<BodyReading> {
  const flaw = framingFlaw(response);
  if (response.body === null) return { text: "", ...flaw };
  const body = await (kept ?? readStream(response.body, maxBytes));
  if (body === "too large") return { text: "", flaw: `it is larger than ${maxBytes} bytes` };
  const bytes = Buffer.concat(body);
  const clean = redactor?.redactBody(bytes) ?? bytes;
  return { ...decode(clean), ...flaw, ...(clean !== bytes && { redacted: true }) };
}

async function readStream(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array[] | "too large"> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return "too large";
    }
    chunks.push(step.value);
  }
  return chunks;
}

/** Without a length or chunks, a body that was cut short looks whole (reliability D11). */
function framingFlaw(response: Response): { flaw?: string } {
  const { headers, status } = response;
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
