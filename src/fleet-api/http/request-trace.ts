import type { Dispatcher } from "undici";
import type { HttpRequest } from "./exchange.ts";

/** A body as it came, or the word that it was given up for its size. */
export type BufferedBody = readonly Buffer[] | "too large";

/** How far one request got. */
export interface RequestTrace {
  /** Our connections were asked to carry it; false when something stands in for `fetch`, as in tests. */
  dispatched: boolean;
  /** A connection stood and the first byte was about to be written. */
  started: boolean;
  stopped: "aborted" | "deadline" | undefined;
  /** What the connections reported; `fetch` hides some of it. */
  error: Error | undefined;
  /** The body, when it is whole; undefined where `fetch` has it. */
  kept: Promise<BufferedBody> | undefined;
}

/**
 * Notes when a request is about to be written; before that moment, no failure can have reached the server. Keeps the body
 * as well, which `fetch` would copy and hand on through a stream, for more than the rest of a request costs. Encoded bodies
 * are left to it.
 */
export function tracedDispatcher(
  dispatcher: Dispatcher,
  flight: RequestTrace,
  { maxBytes, onLeft }: Pick<HttpRequest, "maxBytes" | "onLeft">,
): Dispatcher {
  return dispatcher.compose((dispatch) => (options, next) => {
    flight.dispatched = true;
    let keeper: Keeper | undefined;
    return dispatch(options, {
      onRequestStart(controller, context) {
        flight.started = true;
        // The body follows the first byte within a turn.
        if (onLeft) setImmediate(onLeft);
        next.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => next.onRequestUpgrade?.(...args),
      onResponseStart(controller, status, headers, message) {
        // An interim answer (1xx) may have come before.
        keeper = headers["content-encoding"] === undefined ? keeperOf(maxBytes) : undefined;
        flight.kept = keeper?.kept;
        next.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData(controller, chunk) {
        if (!keeper) next.onResponseData?.(controller, chunk);
        else if (!keeper.take(chunk)) controller.abort(new Error("The answer is too large."));
      },
      onResponseEnd(controller, trailers) {
        keeper?.end();
        next.onResponseEnd?.(controller, trailers);
      },
      onResponseError(controller, error) {
        flight.error = error;
        keeper?.fail(error);
        next.onResponseError?.(controller, error);
      },
    });
  });
}

interface Keeper {
  readonly kept: Promise<BufferedBody>;
  /** False when that is more than is kept. */
  take(chunk: Buffer): boolean;
  end(): void;
  fail(error: Error): void;
}

function keeperOf(maxBytes: number): Keeper {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let finish: { resolve: (kept: BufferedBody) => void; reject: (error: Error) => void } | undefined;
  const kept = new Promise<BufferedBody>((resolve, reject) => {
    finish = { resolve, reject };
  });
  // Nobody may be waiting for it yet when it fails.
  kept.catch(() => undefined);
  return {
    kept,
    take(chunk) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) finish?.resolve("too large");
      else chunks.push(chunk);
      return bytes <= maxBytes;
    },
    end: () => finish?.resolve(chunks),
    fail: (error) => finish?.reject(error),
  };
}
