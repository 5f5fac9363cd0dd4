import type { WriteRequest } from "../../run/ports/index.ts";

/**
 * Most cars in one request, for all lists of a run: what one of them shows of the server holds for the others. A gateway
 * that is given too much at once answers 504, or hangs up, as one does that is down.
 */
export class RequestSize {
  #cars: number;
  /** One car alone is never too many. */
  #answered = 1;

  /** `cars`: most of them at first. */
  constructor(cars: number) {
    this.#cars = cars;
  }

  get cars(): number {
    return this.#cars;
  }

  /** A request with this number of cars got a definite answer: that size is not what a server fails at. */
  recordAnswered(cars: number): void {
    this.#answered = Math.max(this.#answered, cars);
  }

  /** Whether a request with this number of cars may have got no definite answer because they were too many. */
  mayBeTooLarge(cars: number): boolean {
    return cars > this.#answered;
  }

  /** Later requests carry at most half as many cars as one that was too large. */
  halve(cars: number): void {
    this.#cars = Math.min(this.#cars, Math.ceil(cars / 2));
  }
}

/**
 * The request with as many of its cars, from the first on, as its head has room for; at least one. A car that is too long
 * on its own still gets its request: the server may judge otherwise.
 */
export function firstBatch(
  request: WriteRequest,
  limit: number,
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
