import { truncate } from "../../allowlist/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { type HttpReply, type HttpRequest, nameOf } from "./exchange.ts";
import { describeStatus, problemOf, redirectOriginOf } from "./problem.ts";
import { PASSING_REFUSALS, type RetryResult } from "./retry.ts";

type Redact = (text: string) => string;
type Named = Pick<HttpRequest, "method" | "url" | "signal">;

/**
 * The error for an exchange that brought no usable answer: what was asked, what came back, what to do next. `advice` is for
 * refusals of what was asked (400, 404, 422).
 */
export function failureOf(
  request: Named,
  { exchange, attempts }: RetryResult,
  redact: Redact,
  advice?: string,
): InterfaceError {
  const tries = attempts > 1 ? ` (${attempts} attempts)` : "";
  if (exchange.kind === "reply") {
    const { reply } = exchange;
    const { status } = reply;
    const answered = `${nameOf(request)} was answered ${describeStatus(reply, redact)}${tries}.`;
    const kind = status === 401 || status === 403 ? "auth" : "status";
    const message = `${answered} ${statusAdvice(reply, redact, advice)}`;
    return new InterfaceError(message, { kind, status }, problemOf(reply, redact)?.traceId);
  }
  const what = `${nameOf(request)} failed${tries}: ${truncate(redact(exchange.reason))}.`;
  // Who stops all requests of a run may say why.
  const stopped: unknown = request.signal?.reason;
  if (exchange.cause === "aborted" && stopped instanceof InterfaceError) return stopped;
  if (exchange.cause === "aborted") return new InterfaceError(what, { kind: "aborted" });
  return new InterfaceError(`${what} ${exchange.advice ?? transportAdvice(exchange.permanent)}`, { kind: "transport" });
}

/** The error for an answer that is not what the interface document says. */
export function shapeFailure(request: Named, what: string, redact: Redact): InterfaceError {
  return new InterfaceError(
    `${nameOf(request)} was answered with something other than the interface says: ${truncate(redact(what))}.`,
    {
      kind: "shape",
    },
  );
}

const ADVICE: Readonly<Record<number, string>> = {
  401: "The token was refused: check the client id and secret, and that they belong to this server.",
  403: "These credentials lack the permission: ask the operator of the server for it, or correct `mode` if the fleet file has the wrong one.",
  404: "Check the server's address and the billing account and user ids.",
  429: "The server is asked too often: try again later.",
};

function statusAdvice(reply: HttpReply, redact: Redact, advice: string | undefined): string {
  const { status } = reply;
  const known = ADVICE[status];
  if (known !== undefined) return status === 404 && advice !== undefined ? `${known} ${advice}` : known;
  if (PASSING_REFUSALS.has(status)) return "This may pass: try again later.";
  if (status >= 300 && status < 400)
    return `It points to ${redirectOriginOf(reply, redact)}; redirects are never followed: give the final address.`;
  if (status >= 500) return "The server is in trouble: try again later, or give its operator the traceId.";
  const isAboutRequest = status === 400 || status === 422;
  return (isAboutRequest && advice) || "Check the server's address and the settings under `interface:`.";
}

function transportAdvice(permanent: boolean): string {
  if (permanent) return "Check the address, and whether this machine should trust that server (NODE_EXTRA_CA_CERTS).";
  return "Check the address, the network and the proxy, then try again.";
}
