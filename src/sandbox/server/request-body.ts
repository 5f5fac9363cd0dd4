import type { IncomingMessage } from "node:http";

/** Most bytes of a request body: a million cars fit, a runaway client does not. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** What came as a body. Of one that is too large nothing is kept; `client-gone`: the connection ended in the middle. */
export type RequestBody = { readonly kind: "whole" | "too-large" | "client-gone"; readonly text: string };

/** Reads a body to its end, even when it is too large, so that the answer can arrive. Never rejects. */
export async function readRequestBody(incoming: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return { kind: "client-gone", text: "" };
  }
  if (bytes > MAX_BODY_BYTES) return { kind: "too-large", text: "" };
  return { kind: "whole", text: Buffer.concat(chunks).toString("utf8") };
}
