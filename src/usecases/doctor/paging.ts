import { type InterfaceSettings, withCommas } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { toResult } from "../../live/index.ts";
import { InterfaceError, type Page, type PageRequest } from "../../run/ports/index.ts";
import {
  findingOf,
  type ProbeFinding,
  type ProbeWords,
  proposedSettings,
  type ServerUnderTest,
} from "./server-under-test.ts";

/** One page of some paged list, its rows as texts that tell them apart. */
export type PageReader = (reader: FleetReader, page: PageRequest) => Promise<Page<string>>;

/** Names that servers give to page index and page size. */
const INDEX_NAMES = ["page", "pageNumber", "pageIndex", "pageNo", "number", "p"];
const SIZE_NAMES = ["size", "pageSize", "limit", "perPage", "per_page", "pageLimit", "count"];

/** Rows on the small pages that probes ask for: few, and not a size that a server has by itself. */
const SAMPLE = 3;
/** Page sizes to fall back to when a larger one is refused. */
const SMALLER_SIZES = [20, 50, 100, 200, 500];
const ROWS_THAT_TELL_ORDER = 5;

/** What looking at the order takes, which is good to know. */
const REQUESTS_OF_ORDER = 2;

type Read = (page: PageRequest, settings?: Partial<InterfaceSettings>) => Promise<Page<string> | InterfaceError>;

interface Paging {
  /** Asks the server; `read` asks it once for each page, for nothing is written while its lists are probed. */
  readonly ask: Read;
  readonly read: Read;
  readonly usual: InterfaceSettings;
  readonly first: Page<string>;
  readonly found: Partial<InterfaceSettings>;
}

const CHECKS: Readonly<Record<string, (paging: Paging) => Promise<ProbeWords>>> = {
  "page size": probeSize,
  "page index": probeIndex,
  "largest page": probeLargest,
  order: probeOrder,
};

/** How a list is paged (interface 4, Pagination): names, first page, echo, largest page and order. */
export async function probePaging(server: ServerUnderTest, rows: PageReader): Promise<readonly ProbeFinding[]> {
  const { settings: usual } = server;
  const ask: Read = (page, settings = {}) => toResult(rows(server.readerWith(settings), page));
  const read = remembering(ask);
  // A server that counts from 1 may refuse page 0, or answer it as page 1.
  const firstPage = usual.firstPage === 0 ? 1 : 0;
  const page = await read({ number: 0, size: SAMPLE });
  const first = page instanceof InterfaceError ? await read({ number: 0, size: SAMPLE }, { firstPage }) : page;
  if (first instanceof InterfaceError) {
    const { message } = page instanceof InterfaceError ? page : first;
    return [findingOf("page index", ["trouble", message])];
  }
  const findings: ProbeFinding[] = [];
  if (first !== page)
    findings.push(findingOf("first page", ["differs", `pages are counted from ${firstPage}`, { firstPage }]));
  for (const [probe, check] of Object.entries(CHECKS)) {
    if (check === probeOrder && server.requestsLeft() < REQUESTS_OF_ORDER) break;
    findings.push(findingOf(probe, await check({ ask, read, usual, first, found: proposedSettings(findings) })));
    if (findings.at(-1)?.verdict === "trouble") break;
  }
  return findings;
}

function remembering(ask: Read): Read {
  const known = new Map<string, ReturnType<Read>>();
  return (page, settings = {}) => {
    const key = JSON.stringify([page, Object.entries(settings).sort()]);
    const answer = known.get(key) ?? ask(page, settings);
    known.set(key, answer);
    return answer;
  };
}

async function probeSize({ read, first, found, usual }: Paging): Promise<ProbeWords> {
  if (first.size === SAMPLE) return ["holds", `${usual.sizeParam}, echoed`];
  for (const sizeParam of SIZE_NAMES.filter((one) => one !== usual.sizeParam)) {
    const page = await read({ number: 0, size: SAMPLE }, { ...found, sizeParam });
    if (!(page instanceof InterfaceError) && page.size === SAMPLE)
      return ["differs", `${sizeParam}, echoed`, { sizeParam }];
  }
  return ["differs", `pages hold ${first.size} rows whatever is asked`];
}

// Page 1 must be another one than page 0. Asked for as page 2, a server that counts from 1 gives it, and one that counts from 0
// the one after it; a name that the server does not know brings the first page again.
async function probeIndex({ read, found, first, usual }: Paging): Promise<ProbeWords> {
  const sample = await read({ number: 0, size: SAMPLE }, found);
  const { size, tellsBoth } = sampleOf(sample instanceof InterfaceError ? first : sample);
  const base = found.firstPage ?? usual.firstPage;
  const top = await read({ number: 0, size }, found);
  const rows = `${withCommas(first.totalElements)} rows are too few to tell`;
  if (first.totalElements < 2 || size >= first.totalElements || top instanceof InterfaceError)
    return ["not known", rows];
  const isAnother = async (settings: Paging["found"]) => {
    const page = await read({ number: 1, size }, { ...found, ...settings });
    return !(page instanceof InterfaceError) && page.items.length > 0 && page.items.join() !== top.items.join();
  };
  if (await isAnother({})) return ["holds", `${usual.pageParam}, from ${base}, echoed`];
  if (base === 0 && (await isAnother({ firstPage: 1 })))
    return ["differs", "pages are counted from 1", { firstPage: 1 }];
  if (!tellsBoth) return ["not known", `page 1 is not page 1, and ${rows} why`];
  for (const pageParam of INDEX_NAMES.filter((one) => one !== usual.pageParam)) {
    if (!(await isAnother({ pageParam, firstPage: 1 }))) continue;
    const firstPage = (await isAnother({ pageParam, firstPage: 0 })) ? 0 : 1;
    const settings = { pageParam, ...(firstPage === usual.firstPage ? {} : ({ firstPage } as const)) };
    return ["differs", `${pageParam}, from ${firstPage}, echoed`, settings];
  }
  const second = await read({ number: 1, size }, found);
  return ["trouble", second instanceof InterfaceError ? second.message : "page 1 repeats page 0"];
}

// Three pages tell both where pages are counted from and what the parameter is called.
function sampleOf({ size, totalElements }: Page<string>): { readonly size: number; readonly tellsBoth: boolean } {
  const fitting = size === SAMPLE ? Math.max(1, Math.min(SAMPLE, Math.floor((totalElements - 1) / 2))) : size;
  return { size: fitting, tellsBoth: totalElements > 2 * fitting };
}

async function probeLargest({ read, found, usual: { pageSize: asked } }: Paging): Promise<ProbeWords> {
  const page = await read({ number: 0, size: asked }, found);
  if (!(page instanceof InterfaceError)) return judgeSize(page, asked);
  const sizes = SMALLER_SIZES.filter((size) => size < asked);
  let largest: number | undefined;
  while (sizes.length > 0) {
    const middle = Math.floor(sizes.length / 2);
    const [size = 0] = sizes.slice(middle, middle + 1);
    const isTaken = !((await read({ number: 0, size }, found)) instanceof InterfaceError);
    if (isTaken) largest = size;
    sizes.splice(...(isTaken ? ([0, middle + 1] as const) : ([middle, sizes.length] as const)));
  }
  if (largest === undefined) return ["trouble", page.message];
  return ["differs", `${asked} is refused, ${largest} is not`, { pageSize: largest }];
}

function judgeSize({ size, items, totalElements }: Page<string>, asked: number): ProbeWords {
  if (size !== asked) return ["differs", `clamped to ${size}, and said so`, { pageSize: size }];
  if (items.length < Math.min(asked, totalElements))
    return ["differs", `clamped to ${items.length} while the page says ${asked}`, { pageSize: items.length }];
  return ["holds", `${asked} is taken${totalElements >= asked ? "" : `; the list is shorter (${totalElements})`}`];
}

async function probeOrder({ ask, read, found, usual }: Paging): Promise<ProbeWords> {
  const whole = { number: 0, size: found.pageSize ?? usual.pageSize };
  const page = await read(whole, found);
  if (page instanceof InterfaceError) return ["trouble", page.message];
  if (page.items.length < ROWS_THAT_TELL_ORDER) return ["not known", `${page.items.length} rows are too few to tell`];
  const again = await ask(whole, found);
  if (again instanceof InterfaceError) return ["trouble", again.message];
  if (again.items.join() === page.items.join()) return ["holds", "the same each time"];
  return ["trouble", "another order each time: only lists of one page can be read whole"];
}
