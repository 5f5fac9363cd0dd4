import type { InterfaceError, Page } from "../ports/index.ts";

/** How many rows a list has, and how many come on a page. */
export type ListSize = Pick<Page<unknown>, "size" | "totalElements">;

/** Pages of one reading that cannot all be true of one list. */
export class Contradiction extends Error {}

/** The first page claims more rows, or more pages, than are ever read: a list without an end would fill the memory. */
export class UnboundedList extends Contradiction {}

/**
 * The page past a full last one did not tell whether the list ends there. Pages of another size, whose last one is short,
 * need no such page. `cause` is the failure, if it was one.
 */
export class UnclearEnd extends Contradiction {
  override readonly cause: InterfaceError | undefined;
  readonly first: ListSize;

  constructor(message: string, first: ListSize, cause?: InterfaceError) {
    super(message);
    this.first = first;
    this.cause = cause;
  }
}

/** The first page holds fewer rows than it says: a server that clamps the size and does not say so. Pages of that size may be read. */
export class ShortFirstPage extends Contradiction {
  readonly size: number;

  constructor(message: string, size: number) {
    super(message);
    this.size = size;
  }
}
