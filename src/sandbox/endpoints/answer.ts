import type { SandboxFailure } from "../model/write-cars.ts";

/** What the server answers, apart from HTTP. */
export type Answer =
  | { readonly kind: "json"; readonly status: number; readonly text: string }
  | { readonly kind: "empty" }
  | Problem;

/** An error answer; the server adds the rest of its problem body (RFC 9457, interface 7). */
export interface Problem {
  readonly kind: "problem";
  readonly status: number;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error answer. */
export function problem(status: number, detail: string, headers?: Readonly<Record<string, string>>): Problem {
  return { kind: "problem", status, detail, ...(headers && { headers }) };
}

/** A JSON answer of text that is JSON already. */
export function json(text: string, status = 200): Answer {
  return { kind: "json", status, text };
}

/** The answer to an add or delete: all done (204, or 200 where the behaviour says so), or 207 with the failures. */
export function writeAnswer(failures: readonly SandboxFailure[], successStatus: 204 | 200): Answer {
  if (failures.length > 0) return json(JSON.stringify({ failures }), 207);
  return successStatus === 204 ? { kind: "empty" } : json('{"failures":[]}');
}

const TITLES: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  414: "URI Too Long",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

/** The body of an error answer. `instance` is the request's path, `timestamp` milliseconds since the epoch. */
export function problemText(
  { status, detail }: Problem,
  about: { readonly instance: string; readonly timestamp: number; readonly traceId: string },
): string {
  const title = TITLES[status] ?? "Error";
  const type = `https://sandbox.example/problems/${title.toLowerCase().replaceAll(" ", "-")}`;
  return JSON.stringify({ type, title, status, detail, ...about });
}

/** A number that must reach the wire digit by digit: an int64 or an exact decimal. */
export class NumberText {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** What `exactJsonText` can write. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | NumberText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** JSON like `JSON.stringify`, with the digits of a `NumberText` as they stand (`JSON.rawJSON` is too new for Node 20). */
export function exactJsonText(value: JsonValue): string {
  if (value instanceof NumberText) return value.digits;
  if (Array.isArray(value)) return `[${value.map(exactJsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${exactJsonText(item)}`)
    .join(",")}}`;
}
