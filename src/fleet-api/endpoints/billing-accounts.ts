import { z } from "zod";
import { exactTextOf } from "../http/exact-json.ts";
import type { ClientContext } from "./client-context.ts";
import { type ArrayList, wholeList } from "./pages.ts";
import { ACCOUNTS_PATH } from "./read.ts";
import { accountId, arrayOrPageShape, expected, pageShape } from "./wire.ts";

/** A billing account has `baId` or `id`; nothing else of it is documented. */
const billingAccountShape = z.union(
  [
    z.looseObject({ baId: accountId }).transform(({ baId, ...others }) => ({ baId, others: scalarsOf(others) })),
    z.looseObject({ id: accountId }).transform(({ id, ...others }) => ({ baId: id, others: scalarsOf(others) })),
  ],
  expected("an object with a billing account id in `baId` or `id`"),
);

const pageOfAccounts = pageShape(billingAccountShape);
const arrayOrPageOfAccounts = arrayOrPageShape(billingAccountShape);

/** One billing account: its id, and whatever plain fields the server adds. */
export type BillingAccount = z.output<typeof billingAccountShape>;

/** The billing accounts that the server names. */
export interface BillingAccountReader {
  /** Interface 4.12, whether the server gives an array or pages. */
  billingAccounts(): Promise<readonly BillingAccount[]>;
}

/** Reads billing accounts. */
export function billingAccountReader(context: ClientContext): BillingAccountReader {
  return { billingAccounts: () => wholeList(context, accountList(context)) };
}

function accountList(context: ClientContext): ArrayList<BillingAccount> {
  return {
    base: context.baseUrl,
    path: ACCOUNTS_PATH,
    page: pageOfAccounts,
    arrayOrPage: arrayOrPageOfAccounts,
    numbers: "exact",
    idOf: (account) => account.baId,
  };
}

function scalarsOf(fields: Record<string, unknown>): ReadonlyMap<string, string> {
  const texts = Object.entries(fields).map(([key, value]): [string, string | undefined] => [key, scalarText(value)]);
  return new Map(texts.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : exactTextOf(value);
}
