import type { InterfaceSettings } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { InterfaceError, type Page, type PageRequest } from "../../ports.ts";
import { attempt } from "../attempt.ts";
import { type Finding, settingsOf } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** One page of some paged list, its rows as texts that tell them apart. */
export type PageReader = (reader: FleetReader, page: PageRequest) => Promise<Page<string>>;

/** Names that servers give to page index and page size. */
const INDEX_NAMES = ["page", "pageNumber", "pageIndex", "pageNo", "number", "p"];
const SIZE_NAMES = ["size", "pageSize", "limit", "perPage", "per_page", "pageLimit", "count"];

/** Rows on the small pages that probes ask for: few, and not a size that a server has by itself. */
const SAMPLE = 3;
/** Page sizes to fall back to when a larger one is refused. */
const SMALLER_SIZES = [500, 200, 100, 50, 20];
/** How often the same page is read to see whether its order holds. */
const ORDER_READINGS = 3;
const ROWS_THAT_TELL_ORDER = 5;
const MOST_ROWS_FOR_ORDER = 50;

type Read = (page: PageRequest, settings?: Partial<InterfaceSettings>) => Promise<Page<string> | InterfaceError>;

/** How a list is paged (interface 4, Pagination): names, echo, largest page, end and order. */
export async function probePaging(patient: Patient, rows: PageReader): Promise<readonly Finding[]> {
  const read: Read = (page, settings = {}) => attempt(rows(patient.clientWith(settings).reader, page));
  const index = await probeIndex(read, patient.settings.pageParam);
  if (index.verdict === "trouble") return [index];
  const size = await probeSize(read, settingsOf([index]), patient.settings.sizeParam);
  const findings = [index, size];
  const largest = await probeLargest(read, settingsOf(findings), patient.settings.pageSize);
  findings.push(largest);
  findings.push(await probeEnd(read, settingsOf(findings)), await probeOrder(read, settingsOf(findings)));
  return findings;
}

async function probeIndex(read: Read, name: string): Promise<Finding> {
  const probe = "page index";
  const first = await read({ number: 0, size: SAMPLE });
  if (first instanceof InterfaceError) return { probe, verdict: "trouble", found: first.message };
  const second = await read({ number: 1, size: SAMPLE });
  if (!(second instanceof InterfaceError)) {
    if (!repeats(first, second)) return { probe, verdict: "holds", found: `${name}, from 0, echoed` };
    return { probe, verdict: "trouble", found: "page 1 repeats page 0: pages may be counted from 1" };
  }
  for (const pageParam of INDEX_NAMES.filter((one) => one !== name)) {
    const page = await read({ number: 1, size: SAMPLE }, { pageParam });
    if (!(page instanceof InterfaceError))
      return { probe, verdict: "differs", found: `${pageParam}, from 0, echoed`, settings: { pageParam } };
  }
  const third = await read({ number: 2, size: SAMPLE });
  const isFromOne = third instanceof InterfaceError && third.message.includes("page 1 instead of page 2");
  const found = isFromOne ? "pages are counted from 1, and there is no setting for that" : second.message;
  return { probe, verdict: "trouble", found };
}

function repeats(first: Page<string>, second: Page<string>): boolean {
  return first.items.length > 0 && first.totalElements > SAMPLE && first.items.join() === second.items.join();
}

async function probeSize(read: Read, found: Partial<InterfaceSettings>, name: string): Promise<Finding> {
  const probe = "page size";
  const isHeeded = (page: Page<string> | InterfaceError) => !(page instanceof InterfaceError) && page.size === SAMPLE;
  const page = await read({ number: 0, size: SAMPLE }, found);
  if (isHeeded(page)) return { probe, verdict: "holds", found: `${name}, echoed` };
  for (const sizeParam of SIZE_NAMES.filter((one) => one !== name)) {
    if (isHeeded(await read({ number: 0, size: SAMPLE }, { ...found, sizeParam })))
      return { probe, verdict: "differs", found: `${sizeParam}, echoed`, settings: { sizeParam } };
  }
  if (page instanceof InterfaceError) return { probe, verdict: "trouble", found: page.message };
  return { probe, verdict: "differs", found: `pages hold ${page.size} rows whatever is asked` };
}

async function probeLargest(read: Read, found: Partial<InterfaceSettings>, asked: number): Promise<Finding> {
  const probe = "largest page";
  const page = await read({ number: 0, size: asked }, found);
  if (!(page instanceof InterfaceError)) return judgeSize(page, asked);
  for (const pageSize of SMALLER_SIZES.filter((size) => size < asked)) {
    const smaller = await read({ number: 0, size: pageSize }, found);
    if (smaller instanceof InterfaceError) continue;
    return { probe, verdict: "differs", found: `${asked} is refused, ${pageSize} is not`, settings: { pageSize } };
  }
  return { probe, verdict: "trouble", found: page.message };
}

function judgeSize({ size, items, totalElements }: Page<string>, asked: number): Finding {
  const probe = "largest page";
  if (size !== asked)
    return { probe, verdict: "differs", found: `clamped to ${size}, and said so`, settings: { pageSize: size } };
  const due = Math.min(asked, totalElements);
  if (items.length >= due) {
    const told = totalElements >= asked ? "" : `; the list is shorter (${totalElements})`;
    return { probe, verdict: "holds", found: `${asked} is taken${told}` };
  }
  const found = `clamped to ${items.length} while the page says ${asked}`;
  return { probe, verdict: "differs", found, settings: { pageSize: items.length } };
}

async function probeEnd(read: Read, found: Partial<InterfaceSettings>): Promise<Finding> {
  const probe = "past the end";
  const first = await read({ number: 0, size: SAMPLE }, found);
  if (first instanceof InterfaceError) return { probe, verdict: "trouble", found: first.message };
  if (first.totalElements === 0) return { probe, verdict: "not known", found: "the list is empty" };
  const beyond = await read({ number: first.totalPages, size: SAMPLE }, found);
  if (beyond instanceof InterfaceError) return { probe, verdict: "trouble", found: beyond.message };
  if (beyond.items.length === 0) return { probe, verdict: "holds", found: "an empty page" };
  return { probe, verdict: "trouble", found: "the last page comes again instead of an empty one" };
}

async function probeOrder(read: Read, found: Partial<InterfaceSettings>): Promise<Finding> {
  const probe = "order";
  const orders = new Set<string>();
  const size = Math.min(found.pageSize ?? MOST_ROWS_FOR_ORDER, MOST_ROWS_FOR_ORDER);
  for (let at = 0; at < ORDER_READINGS; at += 1) {
    const page = await read({ number: 0, size }, found);
    if (page instanceof InterfaceError) return { probe, verdict: "trouble", found: page.message };
    if (page.items.length < ROWS_THAT_TELL_ORDER)
      return { probe, verdict: "not known", found: `${page.items.length} rows are too few to tell` };
    orders.add(page.items.join("\n"));
  }
  if (orders.size === 1) return { probe, verdict: "holds", found: "the same each time" };
  return { probe, verdict: "trouble", found: "another order each time: only lists of one page can be read whole" };
}
