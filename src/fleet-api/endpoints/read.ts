import { MAX_ATTEMPTS } from "../../runtime/retry-policy.ts";
import { type ClientContext, commonHeaders, exchangeWithToken, MAX_BODY_BYTES } from "../client-context.ts";
import { decode, type Format } from "../http/decode.ts";
import type { HttpReply, HttpRequest } from "../http/exchange.ts";
import { failureOf, shapeFailure } from "../http/failures.ts";
import { retry } from "../http/retry.ts";

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
  /** What to say of a refusal for which there is no better advice. */
  readonly advice?: string | undefined;
}

/** Sends a GET, up to four times while the server is in trouble. Rejects with an `InterfaceError`. */
export async function get(channel: ClientContext, url: URL, options: ReadOptions = {}): Promise<Answered> {
  const request: HttpRequest = {
    method: "GET",
    url,
    // A stale copy would make a car that we just deleted look alive (reliability D12).
    headers: { ...commonHeaders(channel.userAgent), "cache-control": "no-cache" },
    maxBytes: options.maxBytes ?? MAX_BODY_BYTES,
    signal: channel.signal,
  };
  const attempted = await retry(channel, MAX_ATTEMPTS.read, () => exchangeWithToken(channel, request));
  const { exchange } = attempted;
  if (exchange.kind === "reply") {
    const { status } = exchange.reply;
    if (status === 200 || options.also?.includes(status)) return { request, reply: exchange.reply };
  }
  throw failureOf(request, attempted, channel.redactor.redact, options.advice);
}

/** The body of an answer as data. Rejects with an `InterfaceError` that names the call and the field. */
export function read<Value>(channel: ClientContext, { request, reply }: Answered, format: Format<Value>): Value {
  const decoded = decode(reply, format);
  if (decoded.kind === "wrong") throw shapeFailure(request, decoded.what, channel.redactor.redact);
  return decoded.value;
}
