import { quoted } from "../../allowlist/index.ts";
import type { Reply, WriteAction } from "../../ports/index.ts";

/** What a reply says of the cars in its request, and what to do next. */
export type ReplyClass =
  /** The server answered car by car: failures are rejected, the rest is acknowledged. */
  | "per-car"
  /** Not applied; the same request may be sent again. */
  | "retry"
  /** Not applied; the server wants a pause first. */
  | "pause"
  /** Not applied; the request is too large. */
  | "split"
  /** Not applied; some car in it is refused; the others are sent without it. */
  | "bisect"
  /** Not applied; nothing more can be done for this scope. */
  | "stop-scope"
  /** Not applied; nothing more can be done for any scope. */
  | "stop-run"
  /** May have been applied, wholly or in part. */
  | "unknown";

// Every status that is not named is unknown for a write: a 2xx that promises nothing, a redirect, a timeout, a breakdown.
const BY_STATUS: Readonly<Record<number, ReplyClass>> = {
  200: "per-car",
  204: "per-car",
  207: "per-car",
  400: "bisect",
  401: "stop-run",
  403: "stop-scope",
  404: "stop-scope",
  413: "split",
  414: "split",
  422: "bisect",
  429: "pause",
  431: "split",
};

/** What one reply to one write means. Total over every status; the only place where statuses are judged. */
export function classifyReply(reply: Reply, action: WriteAction): ReplyClass {
  switch (reply.kind) {
    case "lost":
      return "unknown";
    case "not-sent":
      return reply.permanent ? "stop-run" : "retry";
    case "response":
      // A server may answer 404 because one car of a delete is not there.
      if (reply.status === 404 && action !== "add") return "bisect";
      // Who may not touch parking users may still write the list.
      if (reply.status === 403 && action === "detach") return "bisect";
      if (reply.failures === "malformed") return "unknown";
      return BY_STATUS[reply.status] ?? "unknown";
  }
}

/** What a reply says, for people: status, title, detail. */
export function replyText(reply: Reply): string {
  switch (reply.kind) {
    case "lost":
      return `no whole reply: ${reply.reason}`;
    case "not-sent":
      return `not sent: ${reply.reason}`;
    case "response": {
      const problem = [reply.problem?.title, reply.problem?.detail].filter(Boolean).join(": ");
      const body =
        reply.failures === "malformed" ? "a body that is not a list of failures" : problem && quoted(problem);
      return body ? `the server answered ${reply.status}: ${body}` : `the server answered ${reply.status}`;
    }
  }
}
