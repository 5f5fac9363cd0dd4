import { MAX_ATTEMPTS } from "../../runtime/retry-policy.ts";
import { type BodyFormat, decode } from "../http/decode.ts";
import type { HttpReply, HttpRequest } from "../http/exchange.ts";
import { failureOf, shapeFailure } from "../http/failures.ts";
import { retry } from "../http/retry.ts";
import { type ClientContext, commonHeaders, exchangeWithToken, MAX_BODY_BYTES } from "./client-context.ts";

/** A GET that a server has answered with something other than an error. */
export interface Answered {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

/** What a reading needs beside its address. */
export interface ReadOptions {
  /** Statuses that are an answer of their own, not an error. */
  readonly also?: readonly number[];
  readonly maxBytes?: number;
  /** Advice for a refusal that has none of its own. */
  readonly advice?: string | undefined;
}

/** Sends a GET, up to four times while the server is in trouble. Rejects with an `InterfaceError`. */
export async function get(context: ClientContext, url: URL, options: ReadOptions = {}): Promise<Answered> {
  const request: HttpRequest = {
    method: "GET",
    url,
    // A stale copy would make a car that we just deleted look alive (reliability D12).
    headers: { ...commonHeaders(context.userAgent), "cache-control": "no-cache" },
    maxBytes: options.maxBytes ?? MAX_BODY_BYTES,
    signal: context.signal,
  };
  const attempted = await retry(context, MAX_ATTEMPTS.read, () => exchangeWithToken(context, request));
  const { exchange } = attempted;
  if (exchange.kind === "reply") {
    const { status } = exchange.reply;
    if (status === 200 || options.also?.includes(status)) return { request, reply: exchange.reply };
  }
  throw failureOf(request, attempted, context.redactor.redact, options.advice);
}

/** The body of an answer as data. Rejects with an `InterfaceError` that names the call and the field. */
export function read<Value>(context: ClientContext, { request, reply }: Answered, format: BodyFormat<Value>): Value {
  const decoded = decode(reply, format);
  if (decoded.kind === "wrong") throw shapeFailure(request, decoded.what, context.redactor.redact);
  return decoded.value;
}
