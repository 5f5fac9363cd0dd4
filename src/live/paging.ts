import { InterfaceError, type Page, type PageRequest } from "../run/ports/index.ts";

/** A list that comes in pages. */
export interface PageSource<Item, Found extends Page<Item> = Page<Item>> {
  /** Asks for a page; `not-offered` when the server says that there is none. Rejects with an `InterfaceError`. */
  readonly page: (request: PageRequest) => Promise<Found | "not-offered">;
  /** What distinguishes two rows. */
  readonly idOf: (item: Item) => string;
  /** Pages asked for at once; with 1, a page is asked for when the one before it is used up. */
  readonly atOnce: number;
}

/**
 * All pages of a list in their order, the given first one included, each checked against the first. Its size counts, not the
 * size that was asked for: a server may use a smaller one.
 * @throws Contradiction when the pages cannot all be true, InterfaceError when one cannot be read.
 */
export async function* readPages<Item, Found extends Page<Item>>(
  first: Found,
  source: PageSource<Item, Found>,
): AsyncGenerator<Found, void, undefined> {
  requireSoundFirstPage(first);
  yield first;
  const { size, totalElements } = first;
  let last = first;
  let hint = "";
  const check = (page: Found | "not-offered", number: number) => {
    if (number === 1 && haveSameRows(page, first, source))
      hint = "; page 1 repeats page 0, so the setting interface.firstPage may be wrong";
    const flaw = pageFlaw(page, number, first);
    if (flaw !== undefined) throw new Contradiction(flaw + hint);
  };
  const count = Math.ceil(totalElements / Math.max(size, 1));
  const answers = inOrder(1, count, source.atOnce, (number) => source.page({ number, size }));
  for await (const { number, answer: page } of answers) {
    check(page, number);
    if (page === "not-offered") return;
    last = page;
    yield page;
  }
  if (totalElements === 0 || totalElements % size !== 0) return;
  const beyond = await pagePastEnd(first, last, source);
  if (beyond !== "end") check(beyond, count);
}

// A full last page may hide more rows than the totals say, so one page past it is read, too (D4).
async function pagePastEnd<Item, Found extends Page<Item>>(
  first: Found,
  last: Found,
  source: PageSource<Item, Found>,
): Promise<Found | "end"> {
  const { size, totalElements } = first;
  try {
    const page = await source.page({ number: totalElements / size, size });
    if (page === "not-offered") return "end";
    if (haveSameRows(page, last, source)) throw new UnclearEnd("its last page comes again", first);
    return page;
  } catch (error) {
    if (!(error instanceof InterfaceError) || isAboutMore(error)) throw error;
    if (error.isNoSuchPage) return "end";
    throw new UnclearEnd(`the page past its end failed: ${error.message}`, first, error);
  }
}

// A failure that the page cannot be blamed for: no answer at all, a login, a permission, an interrupt, a rate limit.
function isAboutMore({ failure }: InterfaceError): boolean {
  return failure.kind === "status" ? failure.status === 429 : failure.kind !== "shape";
}

function haveSameRows<Item>(
  one: Page<Item> | "not-offered",
  other: Page<Item>,
  { idOf }: Pick<PageSource<Item>, "idOf">,
): boolean {
  if (one === "not-offered" || one.items.length === 0 || one.items.length !== other.items.length) return false;
  return one.items.every((item, at) => {
    const same = other.items[at];
    return same !== undefined && idOf(item) === idOf(same);
  });
}

/** Asks for the pages from one number up to another, excluded, some at once, and gives the answers in their order. */
async function* inOrder<Answer>(
  from: number,
  to: number,
  atOnce: number,
  ask: (number: number) => Promise<Answer>,
): AsyncGenerator<{ readonly number: number; readonly answer: Answer }, void, undefined> {
  const underWay: Promise<Answer>[] = [];
  let next = from;
  const fill = () => {
    while (underWay.length < atOnce && next < to) {
      const answer = ask(next++);
      // It is awaited later, perhaps after another one has failed.
      answer.catch(() => undefined);
      underWay.push(answer);
    }
  };
  try {
    fill();
    for (let number = from; number < to; number += 1) {
      const answer = await underWay.shift();
      if (answer !== undefined) yield { number, answer };
      fill();
    }
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** A million rows in pages of ten: a server whose pages are smaller would keep a run busy for hours. */
const MOST_PAGES = 100_000;

/** Twice the longest list that platectl is made for: each row costs memory, and a server may claim any number. */
const MOST_ROWS = 2_000_000;

/** What must stay the same from the first page to the last. */
type Totals = Pick<Page<unknown>, "size" | "totalElements" | "totalPages">;

/**
 * Refuses a first page whose totals cannot be true, or whose list is too long to be read.
 * @throws Contradiction
 */
export function requireSoundFirstPage(first: Page<unknown>): void {
  requireBounds(first);
  const flaw = totalsFlaw(first) ?? pageFlaw(first, 0, first);
  if (flaw === undefined) return;
  const { length } = first.items;
  if (length > 0 && length < Math.min(first.size, first.totalElements)) throw new ShortFirstPage(flaw, length);
  throw new Contradiction(flaw);
}

/** Why a page, asked for by its number, cannot belong to the list of that first page; undefined when it can. */
export function pageFlaw(page: Page<unknown> | "not-offered", number: number, first: Totals): string | undefined {
  const { size, totalElements, totalPages } = first;
  const expected = Math.max(0, Math.min(size, totalElements - number * size));
  // Past the end, "no such page" is an answer.
  if (page === "not-offered") return expected === 0 ? undefined : `page ${number} is missing`;
  if (page.number !== number) return `page ${page.number} came instead of page ${number}`;
  if (page.size !== size || page.totalElements !== totalElements || page.totalPages !== totalPages)
    return `its totals changed between pages, from ${totalsText(first)} to ${totalsText(page)}`;
  const { length: count } = page.items;
  return count === expected ? undefined : `page ${number} holds ${count} rows instead of ${expected}`;
}

function requireBounds({ size, totalElements, totalPages }: Totals): void {
  if (totalElements > MOST_ROWS)
    throw new UnboundedList(
      `it is said to hold ${totalElements} rows, and platectl reads at most ${MOST_ROWS} rows of it`,
    );
  if ((size > 0 && totalElements > size * MOST_PAGES) || totalPages > MOST_PAGES)
    throw new UnboundedList(
      `it comes in pages of ${size} rows, and platectl reads at most ${MOST_PAGES} pages of a list`,
    );
}

function totalsFlaw(totals: Totals): string | undefined {
  const { size, totalElements, totalPages } = totals;
  const isCount = Number.isSafeInteger(totalElements) && totalElements >= 0;
  const isSize = Number.isSafeInteger(size) && size >= (totalElements === 0 ? 0 : 1);
  if (!isCount || !isSize) return `its totals make no sense (${totalsText(totals)})`;
  const expected = totalElements === 0 ? 0 : Math.ceil(totalElements / size);
  if (totalPages === expected || (totalElements === 0 && totalPages === 1)) return undefined;
  return `its totals contradict each other: ${totalsText(totals)}, which would make ${expected} pages`;
}

function totalsText({ size, totalElements, totalPages }: Totals): string {
  return `${totalElements} rows at ${size} a page in ${totalPages} pages`;
}

/** How many rows a list has, and how many come on a page. */
export type ListSize = Pick<Page<unknown>, "size" | "totalElements">;

/** Pages of one reading that cannot all be true of one list. */
export class Contradiction extends Error {}

/** The first page claims more rows, or more pages, than are ever read: a list without an end would fill the memory. */
export class UnboundedList extends Contradiction {}

/**
 * The page past a full last one did not show whether the list ends there. Pages of another size, whose last one is short,
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
