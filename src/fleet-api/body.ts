/** The text of an answer, or why it can't be trusted. A connection that breaks rejects instead. */
export interface BodyReading {
  readonly text: string;
  readonly flaw?: string;
}

/**
 * Reads a body, counting bytes after decompression, so that a compressed bomb ends at the cap (reliability F7). A body that
 * was kept on its way to `fetch` is whole when the empty one that `fetch` has ends.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  kept: { readonly body: readonly Uint8Array[] | undefined },
): Promise<BodyReading> {
  const flaw = framingFlaw(response);
  if (response.body === null) return { text: "", ...flaw };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return { text: "", flaw: `it is larger than ${maxBytes} bytes` };
    }
    chunks.push(step.value);
  }
  return { ...decode(kept.body ?? chunks), ...flaw };
}

/** Without a length or chunks, a body that was cut short looks whole (reliability 2.3). */
function framingFlaw(response: Response): { flaw?: string } {
  const { headers, status } = response;
  if (/,/.test(headers.get("content-encoding") ?? "")) return { flaw: "it is compressed more than once" };
  if (status === 204 || status === 304 || headers.has("content-length") || headers.has("transfer-encoding")) return {};
  return { flaw: "it states no length, so that its end can't be told from a cut connection" };
}

function decode(chunks: readonly Uint8Array[]): BodyReading {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { text: "", flaw: "it is not UTF-8" };
  }
}
