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
  /** Asked when nothing holds it back any more; false lets it go unsent. */
  readonly mayLeave?: (() => boolean) | undefined;
}

/** The headers of an answer, by their names in lower case; of one that came several times, all values with commas between. */
export interface ReplyHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A whole answer. */
export interface HttpReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly text: string;
  /** Why the text can't be trusted to be what the server meant: too large, badly encoded, or without framing. */
  readonly flaw?: string;
  /** The body repeated a secret, in whose place `***` stands now. */
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
}

/** A request that was stopped while it waited: nothing of it left. */
export function stopped(reason: string): HttpFailure {
  return { kind: "failed", cause: "aborted", mayHaveLeft: false, permanent: true, reason };
}

/** The result of one request: an answer, whatever its status, or none. */
export type Exchange = { readonly kind: "reply"; readonly reply: HttpReply } | HttpFailure;

/** Sends one request once. Never rejects, except for a request that must not be sent at all. */
export type Transport = (request: HttpRequest) => Promise<Exchange>;

/** How people name a request: method and path, without query, for plates stand there. */
export function nameOf(request: Pick<HttpRequest, "method" | "url">): string {
  return `${request.method} ${request.url.pathname}`;
}

const SHORTEST_SECRET = 6;

/** What stands in place of a secret. */
export const REDACTED = "***";

/** Takes secrets out of what came from elsewhere: a server may repeat what it was sent. SECURITY.md lists the forms. */
export interface Redactor {
  /** From now on this text is secret too. */
  add(secret: string): void;
  /** The text with every secret replaced by `***`, upper and lower case alike; the text itself when it holds none. */
  redact(text: string): string;
}

/** Knows no secret yet. Texts shorter than six characters are too common to be replaced. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  let forms: readonly string[] = [];
  let heads: RegExp | undefined;
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET || known.has(secret)) return;
      known.add(secret);
      const all = [...known].flatMap(formsOf);
      forms = [...new Set(all.map(searched))].sort((a, b) => b.length - a.length);
      heads = new RegExp([...new Set(all.map(headOf))].join("|"), "i");
    },
    // Most texts hold none. How a secret begins is found in a twentieth of the time that looking for all of it takes.
    redact: (text) => (heads?.test(text) ? withoutForms(text, forms) : text),
  };
}

/** No longer, so that no text makes the search slow. */
const HEAD_LENGTH = 16;

function headOf(form: string): string {
  return form.slice(0, HEAD_LENGTH).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function withoutForms(original: string, forms: readonly string[]): string {
  // A character for each byte, so that lower case is as long as the text.
  let text = Buffer.from(original).toString("latin1");
  let lower = text.toLowerCase();
  let isClean = true;
  for (const form of forms) {
    if (!lower.includes(form)) continue;
    text = replaced(text, lower, form);
    lower = text.toLowerCase();
    isClean = false;
  }
  return isClean ? original : Buffer.from(text, "latin1").toString();
}

/** As it is, in a URL, and in a JSON text. */
function formsOf(secret: string): string[] {
  const url = encodeURIComponent(secret);
  // RFC 3986 lets these be encoded too, and many libraries do.
  const wholly = url.replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const json = JSON.stringify(secret).slice(1, -1);
  // PHP writes a slash so.
  return [secret, url, wholly, json, json.replaceAll("/", "\\/")];
}

function searched(form: string): string {
  return Buffer.from(form).toString("latin1").toLowerCase();
}

function replaced(text: string, lower: string, form: string): string {
  let at = 0;
  const parts = lower.split(form).map(({ length }) => {
    const part = text.slice(at, at + length);
    at += length + form.length;
    return part;
  });
  return parts.join(REDACTED);
}
