import type { RowSetAside } from "../../allowlist/index.ts";
import type { Page, PageRequest } from "../../run/ports/index.ts";
import type { BodyFormat } from "../http/body.ts";
import { shapeFailure } from "../http/failures.ts";
import { Flaws, type Read } from "../http/flaws.ts";
import type { ClientContext } from "./context.ts";
import { type Paginator, paginate, paginatePages } from "./paginate.ts";
import { type Answered, endpoint, get, type Query, type ReadOptions, read, readArray } from "./read.ts";
import { pageOf, type WirePage } from "./wire.ts";

/** A paged list: where it is, and what its rows look like. */
export interface PagedList<Item> {
  readonly base: URL;
  readonly path: string;
  readonly query?: Query;
  readonly page: Read<WirePage<Item>>;
  readonly numbers: BodyFormat<Item>["numbers"];
}

/** A list whose rows can be told apart. */
export interface IdentifiedList<Item> extends PagedList<Item> {
  readonly idOf: (item: Item) => string;
  /** Pages asked for side by side; 1 unless given. */
  readonly atOnce?: number;
}

/** A list whose rows are judged one by one. */
export interface JudgedList<Item> extends PagedList<Row<Item>>, Pick<IdentifiedList<Item>, "atOnce"> {
  /** What becomes of a row whose id came before. */
  readonly repeats: "refuse" | "mark";
}

/** A list that may come in one array. */
export interface ArrayList<Item> extends IdentifiedList<Item> {
  readonly row: Read<Item>;
  /** Of the array: bytes, and elements. */
  readonly most: { readonly bytes: number; readonly rows: number };
}

/** Asks for one page, by the names that the settings give to index and size. */
export async function getPage<Item>(
  context: ClientContext,
  list: Pick<PagedList<Item>, "base" | "path" | "query">,
  page: PageRequest,
  options?: ReadOptions,
): Promise<Answered> {
  const { pageParam, sizeParam, firstPage } = context.settings;
  const number = page.number + firstPage;
  const query: Query = [...(list.query ?? []), [pageParam, String(number)], [sizeParam, String(page.size)]];
  const advice =
    number === 0
      ? "Check the settings under `interface:`; a server that counts pages from 1 needs `firstPage: 1`."
      : undefined;
  const answered = await get(context, endpoint(list.base, list.path, query), { advice, ...options });
  // Requests that take the place of this one leave before its rows are read: answers that come together take long.
  await context.clock.turn();
  return answered;
}

/** Reads a page and checks that it is the one that was asked for; a smaller size than asked is the server's right. */
export function readPage<Item>(
  context: ClientContext,
  answered: Answered,
  list: Pick<PagedList<Item>, "page" | "numbers">,
  asked: PageRequest,
): Page<Item> {
  const { page, content } = read(context, answered, { read: list.page, numbers: list.numbers });
  const wrong = (what: string) => shapeFailure(answered.request, what, context.redactor.redact);
  const flaw = numberFlaw(page.number, asked.number, context.settings);
  if (flaw !== undefined) throw wrong(flaw);
  if (content.length > page.size) throw wrong(`${content.length} rows on a page of size ${page.size}`);
  return { items: content, ...page, number: asked.number };
}

// Servers that count pages from 1 in requests count them from 1 or from 0 in answers.
function numberFlaw(
  said: number,
  number: number,
  { firstPage, pageParam }: ClientContext["settings"],
): string | undefined {
  const asked = number + firstPage;
  if (said === asked || said === number) return undefined;
  const what = `page ${said} instead of page ${asked}`;
  if (number === 0 && firstPage === 0 && said === 1)
    return `${what}; this server seems to count pages from 1, which the setting interface.firstPage says`;
  return `${what}; the setting interface.pageParam (${pageParam}) or interface.firstPage (${firstPage}) may be wrong`;
}

/** One page of a list. */
export async function onePage<Item>(
  context: ClientContext,
  list: PagedList<Item>,
  page: PageRequest,
): Promise<Page<Item>> {
  return readPage(context, await getPage(context, list, page), list, page);
}

/** All rows of a list, page by page. */
export function allRows<Item>(
  context: ClientContext,
  list: IdentifiedList<Item>,
): AsyncGenerator<Item, void, undefined> {
  return paginate(paginatorOf(context, list, list.idOf));
}

/** All rows of a list, page by page; rows that cannot be judged are told apart from the others. */
export async function* judgedPages<Item>(
  context: ClientContext,
  list: JudgedList<Item>,
): AsyncGenerator<readonly Row<Item>[], void, undefined> {
  const pages = paginatePages(
    paginatorOf(context, list, ({ id }) => id),
    list.repeats,
  );
  for await (const { items, number, isRepeat } of pages) {
    const page = number + context.settings.firstPage;
    yield items.map((row, at) => {
      if (row.kind === "odd") return { ...row, row: { page, ...row.row } };
      return isRepeat[at] ? { ...row, isRepeat: true } : row;
    });
  }
}

/** The same row by row. */
export async function* judgedRows<Item>(
  context: ClientContext,
  list: JudgedList<Item>,
): AsyncGenerator<Row<Item>, void, undefined> {
  for await (const rows of judgedPages(context, list)) yield* rows;
}

function paginatorOf<Item>(
  context: ClientContext,
  list: PagedList<Item> & Pick<IdentifiedList<Item>, "atOnce">,
  idOf: (item: Item) => string,
): Paginator<Item> {
  const { atOnce = 1 } = list;
  const page = (asked: PageRequest) => onePage(context, list, asked);
  return { name: `GET ${list.path}`, size: context.settings.pageSize, atOnce, page, idOf };
}

/** A list that the document shows as one array, and that a server may page nevertheless (interface 4.11, 4.12). */
export async function wholeList<Item>(context: ClientContext, list: ArrayList<Item>): Promise<readonly Item[]> {
  const url = endpoint(list.base, list.path);
  const answered = await get(context, url, { maxBytes: list.most.bytes });
  if (/^\s*\[/.test(answered.reply.text)) {
    return readArray(context, answered, { read: list.row, numbers: list.numbers }, list.most.rows);
  }
  read(context, answered, { read: list.page, numbers: list.numbers });
  const rows: Item[] = [];
  for await (const row of allRows(context, list)) rows.push(row);
  return rows;
}

/** A row of a list whose rows are judged one by one: an odd row hides no other. */
export type Row<Item> =
  | {
      readonly kind: "row";
      readonly item: Item;
      readonly id: string;
      /** A row with the same id came before (billing records only). A second reading tells a list that changed from one that names a row twice. */
      readonly isRepeat: boolean;
    }
  /** A row that is not as it should be; `id` is all of it. */
  | { readonly kind: "odd"; readonly id: string; readonly row: RowSetAside };

/** How rows are read that are judged one by one. */
export interface RowReader<Wire, Item> {
  readonly read: Read<Wire>;
  readonly idOf: (wire: Wire) => string;
  /** What is kept of a row, made as soon as it is read: a page of whole rows would live too long to be collected cheaply. */
  readonly pick: (wire: Wire, id: string) => Item;
  /** What can be said of one that is not as it should be. */
  readonly known: (value: unknown) => Pick<RowSetAside, "id" | "licensePlate">;
}

/** A page of which an odd row hides no other. */
export function pageOfJudged<Wire, Item>({
  read,
  idOf,
  pick,
  known,
}: RowReader<Wire, Item>): Read<WirePage<Row<Item>>> {
  // One for all rows up to the next odd one: nearly all have no flaw.
  let flaws = new Flaws();
  return pageOf((value): Row<Item> => {
    const wire = read(value, flaws);
    if (wire !== undefined && flaws.count === 0) {
      const id = idOf(wire);
      return { kind: "row", item: pick(wire, id), id, isRepeat: false };
    }
    const reason = flaws.describe("the row");
    flaws = new Flaws();
    return { kind: "odd", id: JSON.stringify(value), row: { ...known(value), reason } };
  });
}
