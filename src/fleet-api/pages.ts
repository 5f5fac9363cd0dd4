import type { z } from "zod";
import type { Page, PageRequest } from "../ports.ts";
import type { Channel } from "./channel.ts";
import type { Format } from "./decode.ts";
import { shapeFailure } from "./failures.ts";
import { endpoint, type Query } from "./paths.ts";
import { type Answered, get, type ReadOptions, read } from "./read.ts";

/** Interface 2, Page wrapper. */
export interface WirePage<Item> {
  readonly content: readonly Item[];
  readonly page: Omit<Page<Item>, "items">;
}

/** A paged list: where it is, and what its rows look like. */
export interface PagedList<Item> {
  readonly base: URL;
  readonly path: string;
  readonly query?: Query;
  readonly page: z.ZodType<WirePage<Item>>;
  /** Takes the rows out of a page's text where it can, and leaves the rest; it must agree with `page` about them. */
  readonly cut?: (text: string) => { readonly rows: readonly Item[]; readonly rest: string } | undefined;
  readonly numbers: Format<Item>["numbers"];
}

/** Asks for one page, by the names that the settings give to index and size. */
export function getPage<Item>(
  channel: Channel,
  list: Pick<PagedList<Item>, "base" | "path" | "query">,
  page: PageRequest,
  options?: ReadOptions,
): Promise<Answered> {
  const { pageParam, sizeParam } = channel.settings;
  const query: Query = [...(list.query ?? []), [pageParam, String(page.number)], [sizeParam, String(page.size)]];
  return get(channel, endpoint(list.base, list.path, query), options);
}

/** Reads a page and checks that it is the one that was asked for; a smaller size than asked is the server's right. */
export function readPage<Item>(
  channel: Channel,
  answered: Answered,
  list: Pick<PagedList<Item>, "page" | "cut" | "numbers">,
  asked: PageRequest,
): Page<Item> {
  const cut = list.cut?.(answered.reply.text);
  const left = cut ? { ...answered, reply: { ...answered.reply, text: cut.rest } } : answered;
  const whole = read(channel, left, { shape: list.page, numbers: list.numbers });
  const { page } = whole;
  const content = cut?.rows ?? whole.content;
  const wrong = (what: string) => shapeFailure(answered.request, what, channel.redactor.redact);
  if (page.number !== asked.number) {
    const setting = `the setting interface.pageParam (${channel.settings.pageParam}) may be wrong`;
    throw wrong(`page ${page.number} instead of page ${asked.number}; ${setting}`);
  }
  if (content.length > page.size) throw wrong(`${content.length} rows on a page of size ${page.size}`);
  return { items: content, ...page };
}

/** One page of a list. */
export async function onePage<Item>(channel: Channel, list: PagedList<Item>, page: PageRequest): Promise<Page<Item>> {
  return readPage(channel, await getPage(channel, list, page), list, page);
}
