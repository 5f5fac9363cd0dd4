import type { Dispatcher } from "undici";
import { readBody } from "./body.ts";
import type { Connections } from "./dispatcher.ts";
import type { Exchange, HttpFailure, HttpRequest, Transport } from "./http.ts";
import { leftBefore, networkReason } from "./network-failure.ts";

/** How far one request got. */
interface Flight {
  /** Our connections were asked to carry it; false when something stands in for `fetch`, as in tests. */
  dispatched: boolean;
  /** A connection stood and the first byte was about to be written. */
  started: boolean;
  stopped: "aborted" | "deadline" | undefined;
  /** What the connections reported; `fetch` hides some of it. */
  error: Error | undefined;
}

/** Sends requests with the built-in `fetch`: one deadline each, no redirect followed, nothing sent twice. */
export function createTransport(connections: Connections, deadline: number): Transport {
  return async (request) => {
    if (request.signal?.aborted) return failed("aborted", false, true, "it was stopped before it was sent");
    const flight: Flight = { dispatched: false, started: false, stopped: undefined, error: undefined };
    const stop = new AbortController();
    const abort = (why: "aborted" | "deadline") => {
      flight.stopped ??= why;
      stop.abort();
    };
    const onAbort = () => abort("aborted");
    const timer = setTimeout(() => abort("deadline"), deadline);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await exchange(request, watched(connections.dispatcherFor(request.url), flight), stop.signal);
    } catch (error) {
      return explain(error, flight, request, deadline);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onAbort);
    }
  };
}

async function exchange(request: HttpRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Exchange> {
  const init: RequestInit = {
    method: request.method,
    headers: request.headers,
    // Following one would carry the login's body, secret included, to wherever it points (reliability 1, fact 6).
    redirect: "manual",
    signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const response = await fetch(request.url, Object.assign(init, { dispatcher }));
  const body = await readBody(response, request.maxBytes);
  return { kind: "reply", reply: { status: response.status, headers: response.headers, ...body } };
}

/** Notes when a request is about to be written; before that moment, no failure can have reached the server. */
function watched(dispatcher: Dispatcher, flight: Flight): Dispatcher {
  return dispatcher.compose((dispatch) => (options, next) => {
    flight.dispatched = true;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller, context) {
        flight.started = true;
        next.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => next.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => next.onResponseStart?.(...args),
      onResponseData: (...args) => next.onResponseData?.(...args),
      onResponseEnd: (...args) => next.onResponseEnd?.(...args),
      onResponseError(controller, error) {
        flight.error = error;
        next.onResponseError?.(controller, error);
      },
    };
    return dispatch(options, handler);
  });
}

function explain(error: unknown, flight: Flight, request: HttpRequest, deadline: number): HttpFailure {
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
