import { isAccountId } from "../../allowlist/index.ts";
import { MAX_ATTEMPTS } from "../../run/pace.ts";
import { type BodyFormat, type Decoding, decode, decodeArray } from "../http/body.ts";
import type { HttpReply, HttpRequest } from "../http/exchange.ts";
import { failureOf, shapeFailure } from "../http/failures.ts";
import { retry } from "../http/retry.ts";
import { type ClientContext, commonHeaders, exchangeWithToken, MAX_BODY_BYTES } from "./context.ts";

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
  /** Advice for a refusal of what is asked. */
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
export function read<Value>(context: ClientContext, answered: Answered, format: BodyFormat<Value>): Value {
  return required(context, answered, decode(answered.reply, format));
}

/** The same of an array, by the format of its elements, of which there are at most this many. */
export function readArray<Item>(
  context: ClientContext,
  answered: Answered,
  format: BodyFormat<Item>,
  most: number,
): readonly Item[] {
  return required(context, answered, decodeArray(answered.reply, format, most));
}

function required<Value>({ redactor }: ClientContext, { request }: Answered, decoded: Decoding<Value>): Value {
  if (decoded.kind === "wrong") throw shapeFailure(request, decoded.what, redactor.redact);
  return decoded.value;
}

/** The billing accounts, below an address (interface 4.12). */
export const ACCOUNTS_PATH = "/api/billing-accounts";

/** A query as names with their values, in order; a name is repeated for each of several values. */
export type Query = readonly (readonly [name: string, values: string | readonly string[]])[];

/** The address of a call: the server's base path is kept. */
export function endpoint(base: URL, path: string, query: Query = []): URL {
  const pairs = query.map(([name, values]) => pairsOf(name, typeof values === "string" ? [values] : values));
  return new URL(`${base.href.replace(/\/$/, "")}${path}${pairs.length > 0 ? "?" : ""}${pairs.join("&")}`);
}

function pairsOf(name: string, values: readonly string[]): string {
  const start = `${encodeURIComponent(name)}=`;
  const all = values.join("");
  // Most plates mean themselves, and one long text is looked through in less time than many short ones.
  const encoded = encodeURIComponent(all) === all ? values : values.map((value) => encodeURIComponent(value));
  return start + encoded.join(`&${start}`);
}

/** What belongs to a billing account. Throws a RangeError for an id that is not one. */
export function accountPath(baId: string): string {
  return `${ACCOUNTS_PATH}/${segment(baId)}`;
}

/** An id as a part of a path: checked, so that a path has its own segments and no others. */
export function segment(id: string): string {
  if (!isAccountId(id))
    throw new RangeError(`${JSON.stringify(id.slice(0, 40))} is not an id: expected an int64 in plain digits.`);
  return encodeURIComponent(id);
}
