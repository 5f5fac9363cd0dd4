import type { Dispatcher } from "undici";

/** How far one request got. */
export interface Flight {
  /** Our connections were asked to carry it; false when something stands in for `fetch`, as in tests. */
  dispatched: boolean;
  /** A connection stood and the first byte was about to be written. */
  started: boolean;
  stopped: "aborted" | "deadline" | undefined;
  /** What the connections reported; `fetch` hides some of it. */
  error: Error | undefined;
  /** The body so far, kept from `fetch`; undefined where `fetch` has it. */
  body: Buffer[] | undefined;
  bytes: number;
}

/**
 * Notes when a request is about to be written; before that moment, no failure can have reached the server. Keeps the body
 * as well, which `fetch` would copy and hand on through a stream, for more than the rest of a request costs. Encoded bodies
 * are left to it, and those of more than `maxBytes`, for it can break them off.
 */
export function watched(dispatcher: Dispatcher, flight: Flight, maxBytes: number): Dispatcher {
  return dispatcher.compose((dispatch) => (options, next) => {
    flight.dispatched = true;
    return dispatch(options, {
      onRequestStart(controller, context) {
        flight.started = true;
        next.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => next.onRequestUpgrade?.(...args),
      onResponseStart(controller, status, headers, message) {
        flight.body = headers["content-encoding"] === undefined ? [] : undefined;
        flight.bytes = 0;
        next.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData(controller, chunk) {
        flight.bytes += chunk.byteLength;
        if (flight.body && flight.bytes <= maxBytes) {
          flight.body.push(chunk);
          return;
        }
        for (const kept of flight.body ?? []) next.onResponseData?.(controller, kept);
        flight.body = undefined;
        next.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (...args) => next.onResponseEnd?.(...args),
      onResponseError(controller, error) {
        flight.error = error;
        next.onResponseError?.(controller, error);
      },
    });
  });
}
