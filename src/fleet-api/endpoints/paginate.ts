import { Contradiction, type PageSource, readPages, UnboundedList, UnclearEnd } from "../../paging/index.ts";
import { InterfaceError, type Page, type PageRequest } from "../../ports/index.ts";
import { SeenIds } from "./seen-ids.ts";

/** How a list is read to its end: one page at a time. */
export interface Paginator<Item> extends Pick<PageSource<Item>, "idOf" | "mostRows"> {
  /** Named in errors: `GET /api/billing-accounts/4711/parking-users`. */
  readonly name: string;
  readonly size: number;
  readonly page: (request: PageRequest) => Promise<Page<Item>>;
}

/**
 * All rows of a paged list, streamed. Rejects as soon as pages contradict each other or a row comes twice (D2–D5, D7).
 * Keeps one page of rows, and a few bytes of each row's id.
 */
export async function* paginate<Item>(paginator: Paginator<Item>): AsyncGenerator<Item, void, undefined> {
  try {
    const first = await paginator.page({ number: 0, size: paginator.size });
    const seen = new SeenIds();
    for await (const { items, number } of readPages(first, { ...paginator, atOnce: 1 })) {
      for (const item of items) requireNew(paginator.idOf(item), seen, number);
      yield* items;
    }
  } catch (error) {
    throw error instanceof Contradiction ? failureOf(error, paginator.name) : error;
  }
}

function requireNew(id: string, seen: SeenIds, number: number): void {
  if (seen.add(id)) return;
  const hint = number === 1 ? " (page 1 repeats page 0 where interface.firstPage is wrong)" : "";
  throw new Contradiction(`the row ${JSON.stringify(id.slice(0, 40))} came twice${hint}`);
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
