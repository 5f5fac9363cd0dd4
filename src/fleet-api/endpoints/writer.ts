import { truncate } from "../../allowlist/index.ts";
import {
  type FailureEntry,
  InterfaceError,
  type InterfaceFailure,
  type ListWriter,
  type ProblemText,
  type Reply,
  type WriteRequest,
} from "../../run/ports/index.ts";
import { decode } from "../http/body.ts";
import type { Exchange, HttpFailure, HttpReply, HttpRequest } from "../http/exchange.ts";
import { describeStatus, problemOf, redirectOriginOf } from "../http/problem.ts";
import { retryAfterOf } from "../http/rate-limit.ts";
import { type ClientContext, exchangeWithToken } from "./context.ts";
import { type NewParkingUser, parkingUsersPath } from "./parking-users.ts";
import { int64, list, object } from "./wire.ts";
import { buildWrite, headBytesOf, mutation, removalOf } from "./write-request.ts";

/** The result of a change of one parking user. */
export type UserWriteResult<Value> =
  | { readonly kind: "done"; readonly value: Value }
  /** The server said no, and nothing changed. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: string; readonly problem?: ProblemText }
  /** Proof that no byte of the request reached the server. */
  | { readonly kind: "not-sent"; readonly reason: string; readonly permanent: boolean }
  /** It may or may not have happened: no whole answer, or one that does not tell. Look before trying again. */
  | { readonly kind: "unknown"; readonly reason: string };

/** Every writing call of the interface. Nothing is sent twice, but for a refused token. No method rejects. */
export interface FleetWriter extends ListWriter {
  /** Interface 4.3; the value is the new user's id, as digits. */
  createParkingUser(baId: string, user: NewParkingUser): Promise<UserWriteResult<string>>;
  /** Interface 4.5. */
  removeUserCar(baId: string, puId: string, licenseNumber: string): Promise<UserWriteResult<undefined>>;
}

/** The writing half of a client. */
export function createWriter(context: ClientContext): FleetWriter {
  const { redact } = context.redactor;
  // A request is measured while another one is under way, and then sent without being built again.
  const built = new WeakMap<WriteRequest, HttpRequest>();
  const requestFor = (write: WriteRequest): HttpRequest => {
    const request = built.get(write) ?? buildWrite(context, write);
    built.set(write, request);
    return request;
  };
  return {
    async send(write, signal, leaving) {
      const exchange = await exchangeOnce(context, () => ({ ...requestFor(write), ...leaving }), signal);
      const reply = replyOf(exchange, redact, context.clock.now());
      // What a removal answers besides its status is not documented (interface 4.5).
      const isRemoved = write.action === "detach" && reply.kind === "response" && reply.status === 200;
      return isRemoved ? { ...reply, failures: [] } : reply;
    },
    headBytes: (write) => headBytesOf(requestFor(write), context.session.current()),
    async createParkingUser(baId, user) {
      const build = () => mutation(context, "POST", parkingUsersPath(baId), { body: user });
      return userResult(await exchangeOnce(context, build), redact, createdId);
    },
    async removeUserCar(baId, puId, licenseNumber) {
      const build = () => removalOf(context, { baId, puId }, licenseNumber);
      return userResult(await exchangeOnce(context, build), redact, removed);
    },
  };
}

async function exchangeOnce(context: ClientContext, build: () => HttpRequest, signal?: AbortSignal): Promise<Exchange> {
  try {
    return await exchangeWithToken(context, { ...build(), signal: eitherOf(context.signal, signal) });
  } catch (error) {
    return beforeSending(error);
  }
}

// Most often both are the same, and a signal of signals for each request costs more than the rest of what is done here.
function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return AbortSignal.any([one, other]);
}

/** Nothing was sent when the request could not be built or the login failed; a defect proves nothing. */
function beforeSending(error: unknown): HttpFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const isKnown = error instanceof InterfaceError || error instanceof RangeError;
  const permanent = !(error instanceof InterfaceError && mayPass(error.failure));
  return { kind: "failed", cause: "network", mayHaveLeft: !isKnown, permanent, reason };
}

function mayPass(failure: InterfaceFailure): boolean {
  return failure.kind === "transport" || (failure.kind === "auth" && (failure.status >= 500 || failure.status === 429));
}

type Outcome<Value> = { readonly value: Value } | { readonly unclear: string };

function userResult<Value>(
  exchange: Exchange,
  redact: (text: string) => string,
  read: (reply: HttpReply) => Outcome<Value>,
): UserWriteResult<Value> {
  if (exchange.kind === "failed") {
    const unanswered = unansweredOf(exchange, redact);
    return unanswered.kind === "lost" ? { kind: "unknown", reason: unanswered.reason } : unanswered;
  }
  const { reply } = exchange;
  const reason = `the server answered ${describeStatus(reply, redact)}`;
  if (isRefusal(reply.status)) {
    const problem = problemOf(reply, redact);
    return { kind: "refused", status: reply.status, reason, ...(problem === undefined ? {} : { problem }) };
  }
  const outcome = read(reply);
  if ("value" in outcome) return { kind: "done", value: outcome.value };
  return { kind: "unknown", reason: `${reason}${outcome.unclear}` };
}

/** A 408 says that the server gave up, not that it did nothing (reliability F12). */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

function createdId(reply: HttpReply): Outcome<string> {
  if (reply.status !== 200 && reply.status !== 201) return { unclear: "" };
  const decoded = decode(reply, { read: int64, numbers: "exact" });
  return decoded.kind === "value"
    ? { value: decoded.value }
    : { unclear: ` without the new user's id: ${decoded.what}` };
}

function removed(reply: HttpReply): Outcome<undefined> {
  return reply.status === 200 || reply.status === 204 ? { value: undefined } : { unclear: "" };
}

/** Ten for each car of the largest request. */
const MOST_FAILURES = 10_000;

/** Interface 2, Failure entry. A server that names no reason still names the car. */
const failures = list(
  object((entry) => ({ licenseNumber: entry.plate("licenseNumber"), error: entry.optionalText("error") })),
  MOST_FAILURES,
);

/** The body of a 207. */
export const readFailures = object((body) => body.list("failures", failures));

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
  const decoded = decode(reply, { read: readFailures, numbers: "plain" });
  if (decoded.kind === "wrong") return "malformed";
  return decoded.value.map(({ licenseNumber, error }) => ({ licenseNumber, error: truncate(redact(error)) }));
}
