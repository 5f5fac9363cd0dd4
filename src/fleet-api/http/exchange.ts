import type { Redactor } from "./redactor.ts";

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Most decompressed bytes of the answer that are read. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** What takes secrets out of the answer's body before anyone reads it; absent for the login, whose answer is one. */
  readonly redactor?: Pick<Redactor, "redact">;
  /** Called once it was handed to the network. */
  readonly onLeft?: (() => void) | undefined;
  /** Asked when its turn has come, and again before its first byte is written; false lets it go unsent. */
  readonly mayLeave?: (() => Promise<boolean>) | undefined;
}

/** The headers of an answer, by their names in lower case; of one that came several times, all values with commas between. */
export type ReplyHeaders = ReadonlyMap<string, string>;

/** A whole answer. */
export interface HttpReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly text: string;
  /** Why the text can't be trusted to be what the server meant: too large, badly encoded, or without framing. */
  readonly flaw?: string;
  /** The body repeated a secret, in whose place is `***` now. */
  readonly redacted?: true;
}

/** No whole answer. The reason is a clause for people, free of secrets. */
export interface HttpFailure {
  readonly kind: "failed";
  readonly cause: "aborted" | "deadline" | "network";
  /** False: proof that no byte of the request left. */
  readonly mayHaveLeft: boolean;
  /** Trying again cannot help. */
  readonly permanent: boolean;
  readonly reason: string;
  /** What to do, where that is known, as a sentence. */
  readonly advice?: string;
}

/** A request that was stopped while it waited: nothing of it left. */
export function stopped(reason: string): HttpFailure {
  return { kind: "failed", cause: "aborted", mayHaveLeft: false, permanent: true, reason };
}

/** The result of one request: an answer, whatever its status, or none. */
export type Exchange = { readonly kind: "reply"; readonly reply: HttpReply } | HttpFailure;

/** Sends one request once. Never rejects, except for a request that must not be sent at all. */
export type Transport = (request: HttpRequest) => Promise<Exchange>;

/** How people name a request: method and path, without query, for plates are there. */
export function nameOf(request: Pick<HttpRequest, "method" | "url">): string {
  return `${request.method} ${request.url.pathname}`;
}
