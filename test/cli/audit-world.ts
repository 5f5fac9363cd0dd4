import type { StartingData } from "../../src/sandbox/index.ts";
import { inFrontOf, type Place } from "./harness.ts";
import { STARTED } from "./reused-process.ts";

type Account = NonNullable<StartingData["accounts"]>[number];

/** The day of the runs, or so many days from it. */
export function dayFromToday(days: number): string {
  return new Date(STARTED + days * 86_400_000).toISOString().slice(0, 10);
}

/** A parking user of these cars. */
export function user(id: string, status: "ACTIVE" | "INACTIVE" | "CLOSED", ...cars: string[]) {
  return {
    id,
    status,
    cars,
    firstName: "Anna",
    lastName: "Holm",
    email: "a@example.com",
    phoneNumber: `+4500000${id}`,
  };
}

/** One billing record, of yesterday and 10.00 DKK unless told otherwise. */
export function record(
  id: number,
  licensePlate: string,
  { day = dayFromToday(-1), amount = "10.00", currency = "DKK", user = "1" } = {},
): NonNullable<Account["billing"]>[number] {
  return {
    infoId: "9007199254740993",
    infoRecordId: String(id),
    recordType: "PARKING",
    recordSubType: "STANDARD",
    startDate: `${day}T10:00:00Z`,
    endDate: `${day}T11:00:00Z`,
    costCenter: "",
    currency: {
      currencyCode: currency,
      displayName: currency,
      symbol: currency,
      defaultFractionDigits: 2,
      numericCode: 208,
      numericCodeAsString: "208",
    },
    vat: "0",
    amountExcludingVat: amount,
    amountIncludingVat: amount,
    parking: {
      licensePlate,
      id: String(id),
      areaNumber: "1",
      areaName: "Vesterbro",
      areaCity: "København",
      subType: "",
      areaId: "1",
      operatorName: "",
      operatorVatNumber: "",
      countryCode: "DK",
      note: "",
      currency,
    },
    user: { id: user, firstName: "", lastName: "", phoneNumber: "" },
  };
}

/** The same as a server writes it, with numbers. */
export function onTheWire({ parking, user: holder, ...one }: ReturnType<typeof record>): Record<string, unknown> {
  const names = ["infoId", "infoRecordId", "vat", "amountExcludingVat", "amountIncludingVat"] as const;
  const numbers = Object.fromEntries(names.map((name) => [name, Number(one[name])]));
  return { ...one, ...numbers, parking: { ...parking, id: 5, areaId: 6 }, user: { ...holder, id: Number(holder?.id) } };
}

/** A server in front of the sandbox whose account has these billing records for the days that are asked for. */
export function recordsInFront(
  { sandbox }: Pick<Place, "sandbox">,
  baId: string,
  rowsOf: (from: string, to: string) => readonly unknown[],
): Promise<string> {
  return inFrontOf(sandbox.url, ({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, sandbox.url);
    if (pathname !== `/api/billing-accounts/${baId}/billing-info-records`) return undefined;
    const content = rowsOf(searchParams.get("fromDate") ?? "", searchParams.get("toDate") ?? "");
    const page = { size: 1000, number: 0, totalElements: content.length, totalPages: content.length > 0 ? 1 : 0 };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ content, page }));
    return "taken";
  });
}

/** A record of each of these plates. */
export function records(...plates: string[]) {
  return plates.map((plate, at) => record(at + 1, plate));
}

const expired = dayFromToday(-2);
const soon = dayFromToday(5);

/** A fleet file of global mode that goes with `everythingWrong`. */
export const wantedGlobally = `version: 1
mode: global
cars:
  - OK1
  - MISS1
  - { licenseNumber: FEAT1, features: [LEASING] }
  - { licenseNumber: EXP1, validUntil: ${expired} }
  - { licenseNumber: SOON1, validUntil: ${soon} }
  - LOO1
  - LO01
  - UNUSED1
  - IDLE1
  - SPELL1
`;

/** A server in global mode with one thing wrong for every rule that there is in global mode. */
export const everythingWrong: StartingData = {
  cars: [
    ...["OK1", "FEAT1", "EXP1", "SOON1", "LOO1", "LO01", "UNUSED1", "IDLE1", "SPELL1", "EXTRA1"],
    { licenseNumber: "CARE1", addedByCustomerCare: true },
  ],
  fleet: ["OK1", "MISS1", "FEAT1", "EXP1", "SOON1", "LOO1", "LO01", "IDLE1", "SPELL1", "STRAY1"],
  accounts: [
    {
      baId: "4711",
      users: [
        user("1", "ACTIVE"),
        user("71", "ACTIVE", "OK1", "GHOST1"),
        user("72", "CLOSED", "LOO1"),
        user("73", "INACTIVE"),
      ],
      billing: [
        ...records("OK1", "MISS1", "FEAT1", "SOON1", "LOO1", "LO01", "UNUSED1", "spell-1"),
        record(20, "SOLD1", { amount: "0.10" }),
        record(21, "SOLD1", { amount: "0.20", day: dayFromToday(-3) }),
        record(22, "SOLD1", { amount: "3.5", currency: "EUR", day: dayFromToday(-2) }),
        record(23, "SOLD1", { amount: "99.00", day: dayFromToday(-40) }),
      ].sort((left, right) => (left.startDate < right.startDate ? -1 : 1)),
    },
    {
      baId: "9007199254740993",
      users: [user("1", "ACTIVE")],
      billing: [record(1, "SOLD1", { day: dayFromToday(-4) })],
    },
  ],
};

/** What an audit of the two says: rule, list or account, plate. */
export const everyFinding = [
  "billed-not-desired account:4711 SOLD1",
  "billed-not-desired account:9007199254740993 SOLD1",
  "drift-missing global MISS1",
  "drift-extra global EXTRA1",
  "expired-on-list global EXP1",
  "drift-features global FEAT1",
  "fleet-not-allowed global STRAY1",
  "user-car-not-allowed account:4711 GHOST1",
  "inactive-user-holds-car account:4711 LOO1",
  "look-alike global LO01",
  "added-by-customer-care global CARE1",
  "expires-soon global SOON1",
  "never-in-fleet global UNUSED1",
  "idle global IDLE1",
  "unknown-plate-spelling account:4711 spell-1",
];
