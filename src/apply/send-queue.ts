import type { CarToWrite, WriteRequest } from "../ports/index.ts";

/** How large one request may be. */
export interface BatchLimits {
  readonly cars: number;
  /** Bytes of the request line with its headers. */
  readonly headBytes: number;
}

/** Cars still to send, from `from` on. */
interface Group {
  readonly cars: readonly CarToWrite[];
  from: number;
}

/** The cars of one list that wait to be sent, in order. Groups stay apart once a refusal has split them. */
export class SendQueue {
  readonly #groups: Group[] = [];

  constructor(cars: readonly CarToWrite[]) {
    this.putFirst(cars);
  }

  /** The group that is to be sent from next, and where it starts; undefined when no car waits. */
  first(): Readonly<Group> | undefined {
    return this.#groups.at(-1);
  }

  /** Takes that many cars out of the first group. */
  take(count: number): void {
    const group = this.#groups.at(-1);
    if (!group) return;
    group.from += count;
    if (group.from >= group.cars.length) this.#groups.pop();
  }

  /** Puts a group before all others. */
  putFirst(cars: readonly CarToWrite[]): void {
    if (cars.length > 0) this.#groups.push({ cars, from: 0 });
  }
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
