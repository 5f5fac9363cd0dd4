import type { SandboxFleetCar, SandboxRecord } from "../model/data.ts";
import {
  type Call,
  exactJsonText,
  type Handler,
  isProblem,
  json,
  MAX_PAGE_SIZE,
  type Problem,
  pageAnswer,
  pageable,
  problem,
  withAccount,
} from "./call.ts";

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** `GET /api/billing-accounts` (interface 4.12). Accounts closed to the client are not in it. */
export const listBillingAccounts: Handler = (call) => {
  const { accountsList, accountIdField } = call.behaviour;
  const open = [...call.model.accounts.values()].filter((account) => !account.closed);
  const items = pageable(open, ({ baId, name }) => exactJsonText({ [accountIdField]: baId, name }));
  switch (accountsList) {
    case "array":
      return json(`[${items.texts(0, items.size).join(",")}]`);
    case "page":
      return pageAnswer(call, items, MAX_PAGE_SIZE);
    default:
      return problem(accountsList, "Billing accounts cannot be listed");
  }
};

/** `GET …/billing-info-records` (interface 4.6): records that start on a UTC day of the range, both ends included. */
export const listBilling: Handler = withAccount((call, account) => {
  const range = readRange(call);
  if (isProblem(range)) return range;
  const within = account.billing.filter((record) => dayOf(record) >= range.from && dayOf(record) <= range.to);
  return pageAnswer(call, pageable(within, exactJsonText), MAX_PAGE_SIZE);
});

/** `GET /fleets/default/cars` (interface 4.11). */
export const listFleet: Handler = (call) =>
  call.behaviour.fleetList === "page"
    ? pageAnswer(call, pageable(call.model.fleet, fleetCarText), MAX_PAGE_SIZE)
    : json(`[${call.model.fleet.map(fleetCarText).join(",")}]`);

function fleetCarText({ licenseNumber, createdDate }: SandboxFleetCar): string {
  return JSON.stringify({ licenseNumber, createdDate });
}

function readRange({ query, behaviour }: Call): { from: string; to: string } | Problem {
  const { fromDateParam, toDateParam, datesRequired } = behaviour;
  const from = query.get(fromDateParam);
  const to = query.get(toDateParam);
  if (datesRequired && (from === null || to === null)) {
    return problem(422, `${fromDateParam} and ${toDateParam} are required`);
  }
  const wrong = [from, to].find((day) => day !== null && !DAY.test(day));
  if (wrong !== undefined) return problem(422, `${fromDateParam} and ${toDateParam} must be dates, YYYY-MM-DD`);
  const range = { from: from ?? "0000-00-00", to: to ?? "9999-99-99" };
  return range.from <= range.to ? range : problem(422, `${fromDateParam} must not be after ${toDateParam}`);
}

function dayOf(record: SandboxRecord): string {
  return record.startDate.slice(0, 10);
}
