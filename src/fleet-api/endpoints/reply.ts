import { truncate } from "../../allowlist/index.ts";
import type { FailureEntry, ProblemText, Reply } from "../../ports/index.ts";
import { decode } from "../http/decode.ts";
import type { Exchange, HttpFailure, HttpReply } from "../http/exchange.ts";
import { problemOf, redirectOriginOf } from "../http/problem.ts";
import { retryAfterOf } from "../http/retry-after.ts";
import { list, object, optionalText, plateText } from "./wire.ts";

/** Interface 2, Failure entry. A server that names no reason still names the car. */
export const failuresShape = object({ failures: list(object({ licenseNumber: plateText, error: optionalText })) });

type Redact = (text: string) => string;

/** The result of a change of a list, in the terms that apply classifies by; no judgement of the status is made here. */
export function replyOf(exchange: Exchange, redact: Redact, now: number): Reply {
  if (exchange.kind === "failed") return unansweredOf(exchange, redact);
  const { reply } = exchange;
  const problem = redirectProblem(reply, redact) ?? problemOf(reply, redact);
  const retryAfter = retryAfterOf(reply.headers, now);
  return {
    kind: "response",
    status: reply.status,
    failures: failuresOf(reply, redact),
    ...(problem === undefined ? {} : { problem }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(problem?.traceId === undefined ? {} : { traceId: problem.traceId }),
  };
}

/** A change that got no whole answer. */
export function unansweredOf(failure: HttpFailure, redact: Redact) {
  const reason = truncate(redact(failure.reason));
  if (failure.mayHaveLeft) return { kind: "lost", reason } as const;
  return { kind: "not-sent", reason, permanent: failure.permanent } as const;
}

function redirectProblem(reply: HttpReply, redact: Redact): ProblemText | undefined {
  if (reply.status < 300 || reply.status > 399) return undefined;
  return { title: `Redirect to ${redirectOriginOf(reply, redact)}`, detail: "Redirects are never followed." };
}

/** The cars that failed (interface 4.7–4.9): 207 must say which, 200 may. */
function failuresOf(reply: HttpReply, redact: Redact): readonly FailureEntry[] | "malformed" {
  if (reply.status !== 200 && reply.status !== 207) return [];
  if (reply.status === 200 && reply.text === "" && reply.flaw === undefined) return [];
  const decoded = decode(reply, { shape: failuresShape, numbers: "plain" });
  if (decoded.kind === "wrong") return "malformed";
  return decoded.value.failures.map(({ licenseNumber, error }) => ({ licenseNumber, error: truncate(redact(error)) }));
}
