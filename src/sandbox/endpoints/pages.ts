import type { SandboxBehaviour } from "../model/behaviour.ts";
import { type Answer, json, type Problem, problem } from "./answer.ts";
import { type Call, isProblem } from "./call.ts";

/** Largest page of parking users and billing records (interface 8). */
export const MAX_PAGE_SIZE = 1000;

interface PageAsked {
  /** As in the request, for servers that merely repeat it. */
  readonly askedNumber: number;
  readonly askedSize: number;
  /** What will be served, counted from 0. */
  readonly number: number;
  readonly size: number;
}

/** Something that can be read in pieces. */
export interface Pageable {
  readonly size: number;
  /** The JSON texts of `count` items from `offset`. */
  texts(offset: number, count: number): readonly string[];
}

/** The page that the call asks for, in the page wrapper (interface 2); 422 for a number or size that is none. */
export function pageAnswer(call: Call, list: Pageable, largest: number): Answer {
  const asked = readPage(call, largest);
  if (isProblem(asked)) return asked;
  const totalPages = Math.ceil(list.size / asked.size);
  const isPastTheEnd = asked.number >= Math.max(totalPages, 1);
  const { pastTheEnd } = call.behaviour;
  if (isPastTheEnd && typeof pastTheEnd === "number") return problem(pastTheEnd, "There is no such page");
  const number = isPastTheEnd && pastTheEnd === "last" ? Math.max(totalPages - 1, 0) : asked.number;
  const items = list.texts(number * asked.size, asked.size);
  const echo = pageEcho(call.behaviour, { ...asked, number });
  const page = JSON.stringify({ ...echo, totalElements: list.size, totalPages });
  return json(`{"content":[${items.join(",")}],"page":${page}}`);
}

/** An array to be read in pieces; `text` gives the JSON of one item. */
export function pageable<Item>(items: readonly Item[], text: (item: Item) => string): Pageable {
  return { size: items.length, texts: (offset, count) => items.slice(offset, offset + count).map(text) };
}

function readPage({ query, behaviour }: Call, largest: number): PageAsked | Problem {
  const { pageParam, sizeParam, firstPage, pageZero, oversize } = behaviour;
  const askedNumber = readCount(query, pageParam, firstPage);
  const askedSize = readCount(query, sizeParam, Math.min(behaviour.defaultPageSize, largest));
  if (askedNumber === undefined) return problem(422, `${pageParam} must be an integer of at least 0`);
  if (askedNumber < firstPage && pageZero !== "first") return problem(pageZero, "Pages are counted from 1");
  if (askedSize === undefined || askedSize === 0) return problem(422, `${sizeParam} must be an integer of at least 1`);
  if (askedSize > largest && oversize === "refuse") return problem(422, `${sizeParam} must be at most ${largest}`);
  const number = Math.max(askedNumber - firstPage, 0);
  return { askedNumber, askedSize, number, size: Math.min(askedSize, largest) };
}

function readCount(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

function pageEcho(
  { pageEcho: echo, firstPage }: SandboxBehaviour,
  page: PageAsked,
): { size?: number; number?: number } {
  switch (echo) {
    case "served":
      return { size: page.size, number: page.number };
    case "numbered":
      return { size: page.size, number: page.number + firstPage };
    case "asked":
      return { size: page.askedSize, number: page.askedNumber };
    case "none":
      return {};
  }
}
