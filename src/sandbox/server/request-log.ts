/** How many requests are remembered; older ones are forgotten. */
export const REQUESTS_KEPT = 1000;

/** One request as it came, and the status it got. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** Parsed where it was JSON, else the text; undefined when there was none. A client secret is masked. */
  readonly body: unknown;
  /** 0 when the connection was reset instead of an answer. */
  readonly status: number;
}

/** The body of a request as the log keeps it. */
export function recordedBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    // A reviver is slow, and a batch of cars holds no secret.
    if (!text.includes("clientSecret")) return JSON.parse(text);
    return JSON.parse(text, (key, value) => (key === "clientSecret" ? "***" : value));
  } catch {
    return text;
  }
}

/** Adds a request to the log, dropping the oldest beyond `REQUESTS_KEPT`. */
export function record(log: RecordedRequest[], request: RecordedRequest): void {
  log.push(request);
  if (log.length > REQUESTS_KEPT) log.shift();
}
