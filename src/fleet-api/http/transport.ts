import { readBody } from "./body.ts";
import type { Connections } from "./dispatcher.ts";
import type { Exchange, HttpFailure, HttpRequest, Transport } from "./exchange.ts";
import { leftBefore, networkReason } from "./network-failure.ts";
import { type RequestTrace, tracedDispatcher } from "./request-trace.ts";

/** Sends requests with the built-in `fetch`: one deadline each, no redirect followed, nothing sent twice. */
export function createTransport(connections: Connections, deadline: number): Transport {
  return async (request) => {
    if (request.signal?.aborted) return failed("aborted", false, true, "it was stopped before it was sent");
    const flight: RequestTrace = {
      dispatched: false,
      started: false,
      stopped: undefined,
      error: undefined,
      kept: undefined,
    };
    const stop = new AbortController();
    const abort = (why: "aborted" | "deadline") => {
      flight.stopped ??= why;
      stop.abort();
    };
    const onAbort = () => abort("aborted");
    const timer = setTimeout(() => abort("deadline"), deadline);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await untilStopped(exchange(request, connections, flight, stop.signal), stop.signal);
    } catch (error) {
      return explain(error, flight, request, deadline);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onAbort);
    }
  };
}

// Of an answer whose body cannot be decoded and whose end is that of the connection, `fetch` says nothing more, not even
// that it was stopped. What listens for the stop must go with the answer, or each answer would be kept as long as the client.
function untilStopped<Result>(answer: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onStop = () => reject(signal.reason);
    signal.addEventListener("abort", onStop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onStop));
  });
}

async function exchange(
  request: HttpRequest,
  connections: Connections,
  flight: RequestTrace,
  signal: AbortSignal,
): Promise<Exchange> {
  const dispatcher = tracedDispatcher(connections.dispatcherFor(request.url), flight, request);
  const init: RequestInit = {
    method: request.method,
    headers: request.headers,
    // Following one would carry the login's body, secret included, to wherever it points (reliability F8).
    redirect: "manual",
    signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const response = await fetch(request.url, Object.assign(init, { dispatcher }));
  const body = await readBody(response, request, flight.kept);
  return { kind: "reply", reply: { status: response.status, headers: response.headers, ...body } };
}

function explain(error: unknown, flight: RequestTrace, request: HttpRequest, deadline: number): HttpFailure {
  const mayHaveLeft = flight.dispatched ? flight.started : !leftBefore(error);
  if (flight.stopped === "aborted") return failed("aborted", mayHaveLeft, true, "it was stopped");
  if (flight.stopped === "deadline") {
    return failed("deadline", mayHaveLeft, false, `no whole answer came within ${deadline / 1000} seconds`);
  }
  const { reason, permanent } = networkReason(flight.error ?? error, request.url, mayHaveLeft);
  return failed("network", mayHaveLeft, permanent && !mayHaveLeft, reason);
}

function failed(cause: HttpFailure["cause"], mayHaveLeft: boolean, permanent: boolean, reason: string): HttpFailure {
  return { kind: "failed", cause, mayHaveLeft, permanent, reason };
}
