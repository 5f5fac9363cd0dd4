import type { CarToWrite } from "../ports/index.ts";

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
