import type { z } from "zod";
import { accountIdOf, type Scope } from "../../allowlist/index.ts";
import type { CarRow, ListReader, Page, PageRequest } from "../../ports/index.ts";
import type { ClientContext } from "../client-context.ts";
import { shapeFailure } from "../http/failures.ts";
import { REDACTED } from "../http/redactor.ts";
import { parseCarPage } from "./fast-page-parser.ts";
import {
  accountList,
  type BillingAccount,
  type BillingRecord,
  type DayRange,
  fleetList,
  type Identified,
  type ParkingUserItem,
  recordList,
  userList,
  type Whole,
} from "./lists.ts";
import { getPage, onePage, type PagedList, readPage } from "./pages.ts";
import { paginate } from "./paginate.ts";
import { carsPath, endpoint, paths } from "./paths.ts";
import { get, read } from "./read.ts";
import { pageShapes, parkingUserShape } from "./resources.ts";

/** One user with cars and address (interface 2). */
export type ParkingUser = z.output<typeof parkingUserShape>;

/** Every reading call of the interface. Methods reject with an `InterfaceError`, for a malformed id with a RangeError. */
export interface FleetReader extends ListReader {
  /** Interface 4.2. */
  parkingUser(baId: string, puId: string): Promise<ParkingUser>;
  /** Interface 4.4, one page. */
  parkingUserPage(baId: string, page: PageRequest): Promise<Page<ParkingUserItem>>;
  /** Interface 4.4, all pages; rejects at the first contradiction, rows given before that notwithstanding. */
  parkingUsers(baId: string): AsyncIterable<ParkingUserItem>;
  /** Interface 4.6, one page. */
  billingRecordPage(baId: string, range: DayRange, page: PageRequest): Promise<Page<BillingRecord>>;
  /** Interface 4.6, all pages, like `parkingUsers`. */
  billingRecords(baId: string, range: DayRange): AsyncIterable<BillingRecord>;
  /** Interface 4.12, whether the server gives an array or pages. */
  billingAccounts(): Promise<readonly BillingAccount[]>;
}

/** All the cars of a fleet come in one body: 1,000,000 take some 70 MB. */
const MAX_FLEET_BYTES = 256 * 1024 * 1024;

/** The answers that mean "there is no such list here" (interface 4.12). */
const NOT_OFFERED = [404, 405, 501];

/** The reading half of a client. */
export function createReader(channel: ClientContext): FleetReader {
  const users = (baId: string) => userList(channel, baId);
  const records = (baId: string, range: DayRange) => recordList(channel, baId, range);
  return {
    carPage: (scope, page) => carPage(channel, scope, page),
    accountExists: (baId) => accountExists(channel, baId),
    fleetCars: () => wholeList(channel, fleetList(channel)),
    async parkingUser(baId, puId) {
      const answered = await get(channel, endpoint(channel.baseUrl, paths.parkingUser(baId, puId)));
      return read(channel, answered, { shape: parkingUserShape, numbers: "exact" });
    },
    parkingUserPage: async (baId, page) => onePage(channel, users(baId), page),
    parkingUsers: (baId) => allRows(channel, users(baId)),
    billingRecordPage: async (baId, range, page) => onePage(channel, records(baId, range), page),
    billingRecords: (baId, range) => allRows(channel, records(baId, range)),
    billingAccounts: () => wholeList(channel, accountList(channel)),
  };
}

function allRows<Item>(channel: ClientContext, list: Identified<Item>): AsyncGenerator<Item, void, undefined> {
  const page = (asked: PageRequest) => onePage(channel, list, asked);
  const { path, idOf, mostRows } = list;
  return paginate({ name: `GET ${path}`, size: channel.settings.pageSize, mostRows, page, idOf });
}

async function carPage(channel: ClientContext, scope: Scope, page: PageRequest): Promise<Page<CarRow> | "not-offered"> {
  const isGlobal = accountIdOf(scope) === undefined;
  if (!isGlobal && channel.settings.accountList === false) return "not-offered";
  const list = { base: channel.baseUrl, path: carsPath(scope) };
  const answered = await getPage(channel, list, page, { also: NOT_OFFERED });
  if (answered.reply.status !== 200) return "not-offered";
  const cars: Pick<PagedList<CarRow>, "page" | "cut"> = isGlobal
    ? { page: pageShapes.globalCars, cut: parseCarPage }
    : { page: pageShapes.accountCars };
  const found = readPage(channel, answered, { ...cars, numbers: "plain" }, page);
  if (answered.reply.redacted && found.items.some(isRedacted)) {
    // With another plate than the server's in its place, a car would be deleted and another one added.
    const what = "a car on the page repeats the client secret or the token, so which car it is cannot be shown";
    throw shapeFailure(answered.request, what, channel.redactor.redact);
  }
  return found;
}

function isRedacted({ licenseNumber, features }: CarRow): boolean {
  return [licenseNumber, ...features].some((text) => text.includes(REDACTED));
}

async function accountExists(channel: ClientContext, baId: string): Promise<boolean> {
  // The users of an account are the one documented call that every account answers (interface 4.4).
  const list = { base: channel.baseUrl, path: paths.parkingUsers(baId) };
  const answered = await getPage(channel, list, { number: 0, size: 1 }, { also: [403, 404] });
  return answered.reply.status === 200;
}

/** A list that the document shows as one array, and that a server may page nevertheless (interface 4.11, 4.12). */
async function wholeList<Item>(channel: ClientContext, list: Whole<Item>): Promise<readonly Item[]> {
  const url = endpoint(list.base, list.path);
  const answered = await get(channel, url, { maxBytes: MAX_FLEET_BYTES });
  const found = read(channel, answered, { shape: list.arrayOrPage, numbers: list.numbers });
  if (found.kind === "array") return found.items;
  const rows: Item[] = [];
  for await (const row of allRows(channel, list)) rows.push(row);
  return rows;
}
