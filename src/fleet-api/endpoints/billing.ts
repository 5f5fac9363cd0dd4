import type { Page, PageRequest } from "../../run/ports/index.ts";
import { exactTextOf } from "../http/exact-json.ts";
import type { BillingRecord } from "./billing-record.ts";
import type { ClientContext } from "./context.ts";
import {
  type ArrayList,
  allRows,
  judgedPages,
  onePage,
  type PagedList,
  pageOfJudged,
  type Row,
  wholeList,
} from "./pages.ts";
import { ACCOUNTS_PATH, accountPath, type Query } from "./read.ts";
import { readBillingRecord } from "./read-billing-record.ts";
import { accountIdFrom, digitsOf, isObject, pageOf, value } from "./wire.ts";

/** A page of 1,000 records takes some 1 MB as text, and 2 MB more once its turn comes. */
const PAGES_AT_ONCE = 8;

/** A page of billing records. */
export const pageOfRecords = pageOf(readBillingRecord);

/** What can be said of a record that is not as it should be. */
function knownOf(record: unknown) {
  const { infoRecordId, parking } = isObject(record) ? record : {};
  const licensePlate = isObject(parking) ? parking["licensePlate"] : "";
  return { id: digitsOf(infoRecordId) ?? "", licensePlate: typeof licensePlate === "string" ? licensePlate : "" };
}

/** Days, YYYY-MM-DD, both included; either end may be open (interface 4.6). */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** The billing records of billing accounts. */
export interface BillingRecordReader {
  /** Interface 4.6, one page. */
  billingRecordPage(baId: string, range: DayRange, page: PageRequest): Promise<Page<BillingRecord>>;
  /** Interface 4.6, all pages; rejects at the first contradiction, after rows were given perhaps. */
  billingRecords(baId: string, range: DayRange): AsyncIterable<BillingRecord>;
  /** The same page by page, with records that cannot be judged, or come twice, told apart from the others instead of a rejection. */
  billingPages(baId: string, range: DayRange): AsyncIterable<readonly Row<BillingRecord>[]>;
  /** The same, with what `pick` makes of each record as it is read; its id is `infoId/infoRecordId`. */
  pickedBillingPages<Item>(
    baId: string,
    range: DayRange,
    pick: (record: BillingRecord, id: string) => Item,
  ): AsyncIterable<readonly Row<Item>[]>;
}

/** Reads billing records and billing accounts. */
export function billingReader(context: ClientContext): BillingRecordReader & BillingAccountReader {
  const pickedBillingPages: BillingRecordReader["pickedBillingPages"] = (baId, range, pick) =>
    judgedPages(context, {
      ...recordList(context, baId, range),
      page: pageOfJudged({ read: readBillingRecord, idOf, pick, known: knownOf }),
      atOnce: PAGES_AT_ONCE,
      repeats: "mark",
    });
  return {
    billingRecordPage: async (baId, range, page) =>
      onePage(context, { ...recordList(context, baId, range), page: pageOfRecords }, page),
    billingRecords: (baId, range) =>
      allRows(context, {
        ...recordList(context, baId, range),
        page: pageOfRecords,
        idOf,
        atOnce: PAGES_AT_ONCE,
      }),
    billingPages: (baId, range) => pickedBillingPages(baId, range, (record) => record),
    pickedBillingPages,
    billingAccounts: () => wholeList(context, accountList(context)),
  };
}

// Joined, for V8 puts a template together each time that it is compared or looked up.
function idOf({ infoId, infoRecordId }: BillingRecord): string {
  return [infoId, infoRecordId].join("/");
}

function recordList(
  context: ClientContext,
  baId: string,
  range: DayRange,
): Pick<PagedList<BillingRecord>, "base" | "path" | "query" | "numbers"> {
  const { fromDateParam, toDateParam } = context.settings;
  const from: Query = range.from === undefined ? [] : [[fromDateParam, range.from]];
  const to: Query = range.to === undefined ? [] : [[toDateParam, range.to]];
  return {
    base: context.baseUrl,
    path: `${accountPath(baId)}/billing-info-records`,
    query: [...from, ...to],
    numbers: "exact",
  };
}

/** One billing account: its id, and whatever plain fields the server adds. */
export interface BillingAccount {
  readonly baId: string;
  readonly others: ReadonlyMap<string, string>;
}

/** A billing account has `baId` or `id`; nothing else of it is documented. */
const readAccount = value(
  "an object with a billing account id in `baId` or `id`",
  (input): BillingAccount | undefined => {
    if (!isObject(input)) return undefined;
    for (const key of ["baId", "id"]) {
      const baId = accountIdFrom(input[key]);
      if (baId !== undefined) return { baId, others: scalarsOf(input, key) };
    }
    return undefined;
  },
);

const pageOfAccounts = pageOf(readAccount);

/** The billing accounts that the server names. */
export interface BillingAccountReader {
  /** Interface 4.12, whether the server gives an array or pages. */
  billingAccounts(): Promise<readonly BillingAccount[]>;
}

function accountList(context: ClientContext): ArrayList<BillingAccount> {
  return {
    base: context.baseUrl,
    path: ACCOUNTS_PATH,
    page: pageOfAccounts,
    row: readAccount,
    most: MOST_ACCOUNTS,
    numbers: "exact",
    idOf: (account) => account.baId,
  };
}

/** Five times as many as platectl is made for, and what their fields take. */
const MOST_ACCOUNTS = { bytes: 24 * 1024 * 1024, rows: 500_000 };

function scalarsOf(fields: Readonly<Record<string, unknown>>, except: string): ReadonlyMap<string, string> {
  const texts = Object.entries(fields).map(([key, field]): [string, string | undefined] => [key, scalarText(field)]);
  return new Map(texts.flatMap(([key, field]) => (field === undefined || key === except ? [] : [[key, field]])));
}

function scalarText(field: unknown): string | undefined {
  if (typeof field === "string") return field;
  return typeof field === "boolean" ? String(field) : exactTextOf(field);
}
