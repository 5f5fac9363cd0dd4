import { InterfaceError, type Page, type PageRequest } from "../ports/index.ts";
import { Contradiction, pageFlaw, requireSoundFirstPage, UnclearEnd } from "./check-pages.ts";

/** A list that comes in pages. */
export interface PageSource<Item, Found extends Page<Item> = Page<Item>> {
  /** Asks for a page; `not-offered` when the server says that there is none. Rejects with an `InterfaceError`. */
  readonly page: (request: PageRequest) => Promise<Found | "not-offered">;
  /** What tells two rows apart. */
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
