import { Contradiction, type PageSource, readPages, UnboundedList, UnclearEnd } from "../../live/paging.ts";
import { InterfaceError, type Page, type PageRequest } from "../../run/ports/index.ts";

/** How a list is read to its end. */
export interface Paginator<Item> extends Pick<PageSource<Item>, "idOf" | "atOnce"> {
  /** Named in errors: `GET /api/billing-accounts/4711/parking-users`. */
  readonly name: string;
  readonly size: number;
  readonly page: (request: PageRequest) => Promise<Page<Item>>;
}

/** The rows of a page, counted from 0. */
export interface PageOfRows<Item> {
  readonly number: number;
  readonly items: readonly Item[];
  /** For each row, whether one with the same id came before. */
  readonly isRepeat: readonly boolean[];
}

/**
 * All rows of a paged list, streamed. Rejects as soon as pages contradict each other or a row comes twice (D2–D5, D7).
 * Keeps the pages that are read at once, and each row's id.
 */
export async function* paginate<Item>(paginator: Paginator<Item>): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of paginatePages(paginator, "refuse")) yield* items;
}

/** The same page by page. Rows that came before may be marked instead; a full page of nothing else is refused still. */
export async function* paginatePages<Item>(
  paginator: Paginator<Item>,
  repeats: "refuse" | "mark",
): AsyncGenerator<PageOfRows<Item>, void, undefined> {
  const { idOf } = paginator;
  try {
    const first = await paginator.page({ number: 0, size: paginator.size });
    const seen = new Set<string>();
    for await (const { items, number, size } of readPages(first, paginator)) {
      const ids = items.map(idOf);
      const isRepeat = ids.map((id) => {
        const before = seen.size;
        return seen.add(id).size === before;
      });
      const again = ids[isRepeat.indexOf(true)];
      const isPageAgain = items.length > 1 && items.length === size && !isRepeat.includes(false);
      if (again !== undefined && (repeats === "refuse" || isPageAgain)) throw cameTwice(again, number);
      yield { number, items, isRepeat };
    }
  } catch (error) {
    throw error instanceof Contradiction ? failureOf(error, paginator.name) : error;
  }
}

function cameTwice(id: string, page: number): Contradiction {
  const hint = page === 1 ? " (page 1 repeats page 0 where interface.firstPage is wrong)" : "";
  return new Contradiction(`the row ${JSON.stringify(id.slice(0, 40))} came twice${hint}`);
}

function failureOf(contradiction: Contradiction, name: string): InterfaceError {
  if (contradiction instanceof UnclearEnd && contradiction.cause) return contradiction.cause;
  const { message } = contradiction;
  if (contradiction instanceof UnboundedList) {
    const advice = "Check the address, and ask the operator of the server.";
    return new InterfaceError(`${name} gave a list that is too long: ${message}. ${advice}`, { kind: "shape" });
  }
  return new InterfaceError(`${name} gave pages that contradict each other: ${message}. Run the command again.`, {
    kind: "inconsistent",
  });
}
