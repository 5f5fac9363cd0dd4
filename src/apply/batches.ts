import type { WriteRequest } from "../ports/index.ts";

/** How large one request may be. */
export interface BatchLimits {
  readonly cars: number;
  /** Bytes of the request line with its headers. */
  readonly headBytes: number;
}

/**
 * The longest run of a request's cars, from `from` on, that keeps both limits; at least one car. A car that is too long
 * on its own still gets its request: the server may judge otherwise.
 */
export function firstBatch(
  request: WriteRequest,
  from: number,
  limits: BatchLimits,
  headBytes: (request: WriteRequest) => number,
): WriteRequest {
  return largestFitting(
    { ...request, cars: request.cars.slice(from, from + Math.max(1, limits.cars)) },
    limits,
    headBytes,
  );
}

function largestFitting(
  request: WriteRequest,
  { headBytes: limit }: BatchLimits,
  headBytes: (request: WriteRequest) => number,
): WriteRequest {
  const firstCars = (count: number): WriteRequest => ({ ...request, cars: request.cars.slice(0, count) });
  if (headBytes(request) <= limit) return request;
  let fits = 1;
  let tooMany = request.cars.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (headBytes(firstCars(middle)) <= limit) fits = middle;
    else tooMany = middle;
  }
  return firstCars(fits);
}
