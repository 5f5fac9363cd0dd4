import { InterfaceError, type Page, type PageRequest } from "../../ports/index.ts";
import { SeenIds } from "./seen-ids.ts";

/** How a walk reads: one page at a time, and what tells two rows apart. */
export interface Paginator<Item> {
  /** Named in errors: `GET /api/billing-accounts/4711/parking-users`. */
  readonly name: string;
  readonly size: number;
  /** More rows than this are not believed. */
  readonly mostRows: number;
  readonly page: (page: PageRequest) => Promise<Page<Item>>;
  readonly idOf: (item: Item) => string;
}

/** A million rows in pages of ten: a server whose pages are smaller would keep a run busy for hours. */
const MOST_PAGES = 100_000;

/** What must stay the same from the first page to the last. */
type Totals = Pick<Page<unknown>, "size" | "totalElements" | "totalPages">;

/**
 * All rows of a paged list, streamed. Rejects as soon as pages contradict each other: totals that move, short or
 * overfull pages, repeated rows (reliability D2–D5, D7). Keeps one page of rows, and a few bytes of each row's id.
 */
export async function* walkPages<Item>(walk: Paginator<Item>): AsyncGenerator<Item, void, undefined> {
  const wrong = (what: string) => inconsistent(walk.name, what);
  const first = await walk.page({ number: 0, size: walk.size });
  const totals: Totals = first;
  const claim = boundlessClaim(totals, walk.mostRows);
  if (claim !== undefined) throw new InterfaceError(`${walk.name} ${claim}`, { kind: "shape" });
  const flaw = totalsFlaw(totals);
  if (flaw !== undefined) throw wrong(flaw);
  const seen = new SeenIds();
  for (let page = first, number = 0; ; number += 1) {
    if (number > 0) {
      const next = await nextPage(walk, { number, size: first.size }, totals);
      if (next === "no-such-page") return;
      page = next;
    }
    const problem = pageFlaw(page, totals, number) ?? repetition(page.items.map(walk.idOf), seen, number);
    if (problem !== undefined) throw wrong(problem);
    yield* page.items;
    // A full last page proves no end: the totals may be too small. One page past it must be empty (D4).
    const isShortLast = number === totals.totalPages - 1 && page.items.length < totals.size;
    if (isShortLast || number >= totals.totalPages) return;
  }
}

// Servers refuse a page past the end in several ways; before it, a refusal is a failure.
async function nextPage<Item>(
  { page }: Paginator<Item>,
  asked: PageRequest,
  { totalPages }: Totals,
): Promise<Page<Item> | "no-such-page"> {
  try {
    return await page(asked);
  } catch (error) {
    if (asked.number >= totalPages && error instanceof InterfaceError && error.isNoSuchPage) return "no-such-page";
    throw error;
  }
}

// The totals are the server's word; a list without end would fill the memory, or never come to its last page (S26).
function boundlessClaim({ size, totalElements, totalPages }: Totals, mostRows: number): string | undefined {
  const advice = "Check the address, and ask the operator of the server.";
  if (totalElements > mostRows)
    return `gave a list that is said to hold ${totalElements} rows; platectl reads at most ${mostRows} rows of it. ${advice}`;
  if (totalPages <= MOST_PAGES) return undefined;
  return `gave a list in ${totalPages} pages of ${size} rows; platectl reads at most ${MOST_PAGES} pages of a list. ${advice}`;
}

function totalsFlaw({ size, totalElements, totalPages }: Totals): string | undefined {
  const due = size === 0 ? 0 : Math.ceil(totalElements / size);
  if (totalPages === due || (totalElements === 0 && totalPages <= 1)) return undefined;
  return `${totalElements} rows in pages of ${size} can't be ${totalPages} pages`;
}

function pageFlaw(page: Page<unknown>, totals: Totals, number: number): string | undefined {
  if (page.totalElements !== totals.totalElements || page.totalPages !== totals.totalPages) {
    return `the list changed from ${totals.totalElements} to ${page.totalElements} rows meanwhile`;
  }
  if (page.size !== totals.size) return `pages of size ${totals.size} became pages of size ${page.size}`;
  const due = Math.min(totals.size, Math.max(0, totals.totalElements - number * totals.size));
  if (page.items.length === due) return undefined;
  return `page ${number} holds ${page.items.length} rows instead of ${due}`;
}

function repetition(ids: readonly string[], seen: SeenIds, number: number): string | undefined {
  for (const id of ids) {
    if (seen.add(id)) continue;
    const hint = number === 1 ? " (page 1 repeats page 0 where interface.firstPage is wrong)" : "";
    return `the row ${JSON.stringify(id.slice(0, 40))} came twice${hint}`;
  }
  return undefined;
}

function inconsistent(name: string, what: string): InterfaceError {
  return new InterfaceError(`${name} gave pages that contradict each other: ${what}. Run the command again.`, {
    kind: "inconsistent",
  });
}
