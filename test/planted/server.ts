import { createServer, type ServerResponse } from "node:http";
import { exactJsonText } from "../../src/sandbox/endpoints/call.ts";
import { portOf } from "../processes.ts";
import { createdOn } from "./fleet-files.ts";
import { decimalOf } from "./money.ts";
import type { Town, TownAccount, TownRecord, TownUser } from "./town.ts";

const LARGEST_PAGE = 1000;
const CREATED = "2024-01-01T00:00:00Z";

/** A server of a town that nobody can change. */
export interface TownServer {
  readonly url: string;
  close(): void;
}

/** Serves a town on the loopback interface: its lists, users, records and fleet cars. A range of days is not looked at. */
export async function serveTown(town: Town): Promise<TownServer> {
  const accounts = new Map([...town.accounts, ...town.unmanaged].map((account) => [account.id, account]));
  const ignored = new Set(town.ignored);
  const created = createdOn(town);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/auth/v1") return send(response, '{"idToken":"a.b.c","validUntilDate":"2099-01-01T00:00:00Z"}');
    if (pathname === "/fleets/default/cars")
      return send(response, exactJsonText(town.fleet.map((plate) => ({ licenseNumber: plate, createdDate: CREATED }))));
    if (pathname === "/api/cars")
      return send(response, page(town.lists[0]?.listed ?? [], carRow("global", created), searchParams));
    const ids = [...accounts.keys(), ...ignored].map((id) => ({ baId: id }));
    if (pathname === "/api/billing-accounts") return send(response, exactJsonText(ids));
    const [, , , id = "", what, user] = pathname.split("/");
    const text = accountText(accounts.get(id), what, user, searchParams, created);
    return text === undefined ? response.writeHead(404).end() : send(response, text);
  });
  // On a busy machine a client may come back late to a connection that it left open.
  server.keepAliveTimeout = 600_000;
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    close: () => server.close().closeAllConnections(),
  };
}

function accountText(
  account: TownAccount | undefined,
  what: string | undefined,
  id: string | undefined,
  asked: URLSearchParams,
  created: ReadonlyMap<string, string>,
): string | undefined {
  if (!account) return undefined;
  if (what === "cars") return page(account.list.listed, carRow(account.scope, created), asked);
  if (what === "billing-info-records") return page(account.records, recordRow, asked);
  if (id === undefined) return page(account.users, userRow, asked);
  const user = account.users.find((one) => one.id === id);
  return user && exactJsonText({ ...userRow(user), cars: user.cars.map((plate) => ({ licenseNumber: plate })) });
}

type Row = Readonly<Record<string, unknown>>;

function page<Item>(items: readonly Item[], rowOf: (item: Item) => Row, asked: URLSearchParams): string {
  const number = Number(asked.get("page") ?? 0);
  const size = Math.min(Number(asked.get("size") ?? LARGEST_PAGE), LARGEST_PAGE);
  const rows = items.slice(number * size, (number + 1) * size).map((item) => exactJsonText(rowOf(item)));
  const totals = { size, number, totalElements: items.length, totalPages: Math.ceil(items.length / size) };
  return `{"content":[${rows.join(",")}],"page":${exactJsonText(totals)}}`;
}

const carRow =
  (scope: string, created: ReadonlyMap<string, string>) =>
  ({ plate, features, isCustomerCare }: TownAccount["list"]["listed"][number]): Row => {
    const createdDate = created.get(`${scope} ${plate}`) ?? CREATED;
    return { licenseNumber: plate, createdDate, features, addedByCustomerCare: isCustomerCare };
  };

function userRow({ id, status, costCenter }: TownUser): Row {
  const phoneNumber = `+45${id.padStart(8, "0")}`;
  return {
    id,
    firstName: "Anna",
    lastName: "Holm",
    email: "a@example.com",
    phoneNumber,
    costCenter,
    status,
  };
}

function recordRow(record: TownRecord): Row {
  const { id, plate, start, end, type, place, net, vat, gross, currency, user, costCenter } = record;
  const parking = {
    licensePlate: plate ?? null,
    id: record.parkingId ?? id + 1,
    areaNumber: String(place),
    areaName: `Zone ${place}`,
    areaCity: "Odense",
    subType: "ON_STREET",
    areaId: 500_000 + place,
    operatorName: "Parkering",
    operatorVatNumber: "DK00000001",
    countryCode: record.country ?? "DK",
    note: "",
    currency: currency.code,
  };
  return {
    infoId: 322,
    infoRecordId: id,
    recordType: type,
    recordSubType: record.subType ?? "STANDARD",
    startDate: start,
    endDate: end,
    costCenter,
    currency: {
      currencyCode: currency.code,
      displayName: currency.code,
      symbol: currency.code,
      defaultFractionDigits: currency.digits,
      numericCode: 208,
      numericCodeAsString: "208",
    },
    vat,
    amountExcludingVat: decimalOf(net, currency),
    amountIncludingVat: decimalOf(gross, currency),
    parking: type === "FEE" && plate === undefined ? null : parking,
    user: user === "" ? null : { id: user, firstName: "Anna", lastName: "Holm", phoneNumber: "" },
  };
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}
