import { type InterfaceSettings, withCommas } from "../allowlist/index.ts";
import type { FleetReader } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError, type Page, type PageRequest } from "../ports/index.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import { type ProbeFinding, proposedSettings } from "./server-under-test.ts";

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

/** What looking behind the end and at the order takes, which is good to know. */
const REQUESTS_OF_END_AND_ORDER = 7;

type Read = (page: PageRequest, settings?: Partial<InterfaceSettings>) => Promise<Page<string> | InterfaceError>;
type Found = Partial<InterfaceSettings>;

/** How a list is paged (interface 4, Pagination): names, first page, echo, largest page, end and order. */
export async function probePaging(server: ServerUnderTest, rows: PageReader): Promise<readonly ProbeFinding[]> {
  const ask: Read = (page, settings = {}) => toResult(rows(server.clientWith(settings).reader, page));
  const read = remembering(ask);
  const { settings } = server;
  const first = await probeFirstPage(read, settings.firstPage);
  if (first.page === undefined) return [first.finding];
  const size = await probeSize(read, first, settings.sizeParam);
  const findings = [size, await probeIndex(read, proposedSettings([first.finding, size]), first.page, settings)];
  if (first.finding.settings !== undefined && findings[1]?.settings?.firstPage === undefined)
    findings.push(first.finding);
  if (findings[1]?.verdict === "trouble") return findings;
  findings.push(await probeLargest(read, proposedSettings(findings), settings.pageSize));
  if (server.requestsLeft() < REQUESTS_OF_END_AND_ORDER) return findings;
  findings.push(
    await probeEnd(read, proposedSettings(findings)),
    await probeOrder(ask, read, proposedSettings(findings), settings.pageSize),
  );
  return findings;
}

// The server is asked once for each page: nothing is written while its lists are probed.
function remembering(ask: Read): Read {
  const known = new Map<string, ReturnType<Read>>();
  return (page, settings = {}) => {
    const key = JSON.stringify([page, Object.entries(settings).sort()]);
    const answer = known.get(key) ?? ask(page, settings);
    known.set(key, answer);
    return answer;
  };
}

interface FirstPage {
  readonly finding: ProbeFinding;
  /** Undefined when no first page could be read. */
  readonly page: Page<string> | undefined;
}

// A server that counts from 1 may refuse page 0, or answer it as page 1.
async function probeFirstPage(read: Read, usual: 0 | 1): Promise<FirstPage> {
  const probe = "first page";
  const page = await read({ number: 0, size: SAMPLE });
  if (!(page instanceof InterfaceError)) return { page, finding: { probe, verdict: "holds", found: `${usual}` } };
  const firstPage = usual === 0 ? 1 : 0;
  const other = await read({ number: 0, size: SAMPLE }, { firstPage });
  if (other instanceof InterfaceError)
    return { page: undefined, finding: { probe: "page index", verdict: "trouble", found: page.message } };
  const found = `pages are counted from ${firstPage}`;
  return { page: other, finding: { probe, verdict: "differs", found, settings: { firstPage } } };
}

// Page 1 must be another one than page 0. Asked for as page 2, a server that counts from 1 gives it, and one that counts from 0
// the one after it; a name that the server does not know brings the first page again.
async function probeIndex(
  read: Read,
  found: Found,
  first: Page<string>,
  usual: InterfaceSettings,
): Promise<ProbeFinding> {
  const probe = "page index";
  const sample = await read({ number: 0, size: SAMPLE }, found);
  const { size, tellsBoth } = sampleOf(sample instanceof InterfaceError ? first : sample);
  const base = found.firstPage ?? usual.firstPage;
  const top = await read({ number: 0, size }, found);
  if (first.totalElements < 2 || size >= first.totalElements || top instanceof InterfaceError)
    return { probe, verdict: "not known", found: `${withCommas(first.totalElements)} rows are too few to tell` };
  const isAnother = async (settings: Found) => {
    const page = await read({ number: 1, size }, { ...found, ...settings });
    return !(page instanceof InterfaceError) && page.items.length > 0 && page.items.join() !== top.items.join();
  };
  if (await isAnother({})) return { probe, verdict: "holds", found: `${usual.pageParam}, from ${base}, echoed` };
  if (base === 0 && (await isAnother({ firstPage: 1 })))
    return { probe, verdict: "differs", found: "pages are counted from 1", settings: { firstPage: 1 } };
  if (!tellsBoth)
    return {
      probe,
      verdict: "not known",
      found: `page 1 is not page 1, and ${withCommas(first.totalElements)} rows are too few to tell why`,
    };
  for (const pageParam of INDEX_NAMES.filter((one) => one !== usual.pageParam)) {
    if (!(await isAnother({ pageParam, firstPage: 1 }))) continue;
    const firstPage = (await isAnother({ pageParam, firstPage: 0 })) ? 0 : 1;
    const settings: Found = { pageParam, ...(firstPage === usual.firstPage ? {} : { firstPage }) };
    return { probe, verdict: "differs", found: `${pageParam}, from ${firstPage}, echoed`, settings };
  }
  const second = await read({ number: 1, size }, found);
  const why = second instanceof InterfaceError ? second.message : "page 1 repeats page 0";
  return { probe, verdict: "trouble", found: why };
}

// Three pages tell both where pages are counted from and what the parameter is called.
function sampleOf({ size, totalElements }: Page<string>): { readonly size: number; readonly tellsBoth: boolean } {
  const fitting = size === SAMPLE ? Math.max(1, Math.min(SAMPLE, Math.floor((totalElements - 1) / 2))) : size;
  return { size: fitting, tellsBoth: totalElements > 2 * fitting };
}

async function probeSize(read: Read, { page, finding }: FirstPage, name: string): Promise<ProbeFinding> {
  const probe = "page size";
  const isHeeded = (one: Page<string> | InterfaceError | undefined) =>
    one !== undefined && !(one instanceof InterfaceError) && one.size === SAMPLE;
  if (isHeeded(page)) return { probe, verdict: "holds", found: `${name}, echoed` };
  for (const sizeParam of SIZE_NAMES.filter((one) => one !== name)) {
    if (isHeeded(await read({ number: 0, size: SAMPLE }, { ...finding.settings, sizeParam })))
      return { probe, verdict: "differs", found: `${sizeParam}, echoed`, settings: { sizeParam } };
  }
  return { probe, verdict: "differs", found: `pages hold ${page?.size} rows whatever is asked` };
}

async function probeLargest(read: Read, found: Found, asked: number): Promise<ProbeFinding> {
  const probe = "largest page";
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
  if (largest === undefined) return { probe, verdict: "trouble", found: page.message };
  const settings = { pageSize: largest };
  return { probe, verdict: "differs", found: `${asked} is refused, ${largest} is not`, settings };
}

function judgeSize({ size, items, totalElements }: Page<string>, asked: number): ProbeFinding {
  const probe = "largest page";
  if (size !== asked)
    return { probe, verdict: "differs", found: `clamped to ${size}, and said so`, settings: { pageSize: size } };
  const expected = Math.min(asked, totalElements);
  if (items.length >= expected) {
    const told = totalElements >= asked ? "" : `; the list is shorter (${totalElements})`;
    return { probe, verdict: "holds", found: `${asked} is taken${told}` };
  }
  const found = `clamped to ${items.length} while the page says ${asked}`;
  return { probe, verdict: "differs", found, settings: { pageSize: items.length } };
}

async function probeEnd(read: Read, found: Found): Promise<ProbeFinding> {
  const probe = "past the end";
  const first = await read({ number: 0, size: SAMPLE }, found);
  if (first instanceof InterfaceError) return { probe, verdict: "trouble", found: first.message };
  if (first.totalElements === 0) return { probe, verdict: "not known", found: "the list is empty" };
  const beyond = await read({ number: first.totalPages, size: SAMPLE }, found);
  const otherSize = "lists are read in pages whose last one is short";
  if (beyond instanceof InterfaceError) {
    if (beyond.isNoSuchPage) return { probe, verdict: "holds", found: "a refusal" };
    return { probe, verdict: "differs", found: `no answer that tells, so ${otherSize}: ${beyond.message}` };
  }
  if (beyond.items.length === 0) return { probe, verdict: "holds", found: "an empty page" };
  return { probe, verdict: "differs", found: `the last page comes again, so ${otherSize}` };
}

async function probeOrder(ask: Read, read: Read, found: Found, usual: number): Promise<ProbeFinding> {
  const probe = "order";
  const size = found.pageSize ?? usual;
  const page = await read({ number: 0, size }, found);
  if (page instanceof InterfaceError) return { probe, verdict: "trouble", found: page.message };
  if (page.items.length < ROWS_THAT_TELL_ORDER)
    return { probe, verdict: "not known", found: `${page.items.length} rows are too few to tell` };
  const again = await ask({ number: 0, size }, found);
  if (again instanceof InterfaceError) return { probe, verdict: "trouble", found: again.message };
  if (again.items.join() === page.items.join()) return { probe, verdict: "holds", found: "the same each time" };
  return { probe, verdict: "trouble", found: "another order each time: only lists of one page can be read whole" };
}
