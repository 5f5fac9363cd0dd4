import { InterfaceError } from "../../src/run/ports/index.ts";
import { createRandom, type SeededRandom } from "../../src/sandbox/model/random.ts";
import { clientFor, json, jsonText, message, rawServer } from "../fleet-api/support.ts";
import type { Trial } from "./trials.ts";

type Client = ReturnType<typeof clientFor>;

/** A call, and a right answer to it. */
interface Call {
  readonly call: (client: Client) => unknown;
  readonly answer: unknown;
  readonly status?: number;
}

const page = (row: unknown) => ({
  content: [row],
  page: { size: 1000, number: 0, totalElements: 1, totalPages: 1 },
});
const CAR = {
  licenseNumber: "AB1",
  createdDate: "2026-01-01T00:00:00Z",
  features: ["LEASING"],
  addedByCustomerCare: false,
};
const USER = { id: 1, firstName: "A", lastName: "B", phoneNumber: "1", email: "a@b", costCenter: "", status: "ACTIVE" };
const RECORD = {
  ...{ infoId: 1, infoRecordId: 2, recordType: "a", startDate: "2026-01-01", endDate: "", costCenter: "" },
  ...{ vat: 0.25, amountExcludingVat: 1, amountIncludingVat: 1.25, currency: { currencyCode: "DKK" } },
  ...{ parking: { licensePlate: "AB1", id: 7 }, user: { id: 1, firstName: "A" } },
};
const FIRST = { number: 0, size: 1000 };
const NEVER = new AbortController().signal;
const ADD = { action: "add", scope: "global", cars: [{ licenseNumber: "AB1", features: [] }] } as const;
const PERSON = { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: "+4512345678" };

const CALLS: readonly Call[] = [
  { call: ({ reader }) => reader.carPage("global", FIRST), answer: page(CAR) },
  { call: ({ reader }) => reader.carPage("account:4711", FIRST), answer: page(CAR) },
  { call: ({ reader }) => reader.carPage("account:4711", FIRST), answer: page("AB1") },
  { call: ({ reader }) => reader.carPage("global", FIRST), answer: { title: "no", detail: "x" }, status: 500 },
  { call: ({ reader }) => reader.fleetCars(), answer: [CAR] },
  { call: ({ reader }) => reader.fleetCars(), answer: page(CAR) },
  { call: ({ reader }) => reader.billingAccounts(), answer: [{ baId: 4711, name: "x" }] },
  { call: ({ reader }) => reader.billingAccounts(), answer: page({ id: "4711" }) },
  { call: ({ reader }) => reader.parkingUserPage("4711", FIRST), answer: page(USER) },
  { call: ({ reader }) => all(reader.parkingUserRows("4711")), answer: page(USER) },
  { call: ({ reader }) => reader.parkingUser("4711", "1"), answer: { ...USER, cars: [CAR], address: { city: "x" } } },
  { call: ({ reader }) => reader.billingRecordPage("4711", {}, FIRST), answer: page(RECORD) },
  { call: ({ reader }) => all(reader.billingPages("4711", {})), answer: page(RECORD) },
  {
    call: ({ writer }) => writer.send(ADD, NEVER),
    answer: { failures: [{ licenseNumber: "AB1", error: "x" }] },
    status: 207,
  },
  { call: ({ writer }) => writer.createParkingUser("4711", PERSON), answer: 4711 },
];

/** What a server may say in place of a value, or as each of many: right in some places, wrong in most. */
const VALUES = ["0", "-1", "1.50", "1e400", "9007199254740993", "true", "null", "{}", "[]", '""', '"AB1"', '"\\u0000"'];
VALUES.push(
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"length":1}}',
  '{"length":1e9}',
  "[[[[]]]]",
  '{"$number":"1"}',
);

/** The longest answer, in characters, but for the longest repeated value. */
const LONGEST = 4_000_000;

/** A right answer with another value in one of its places: one, many of them in a list, a great object, levels, a long text. */
function shaped(answer: unknown, random: SeededRandom): string {
  const places = [...placesOf(answer)];
  const place = random.pick(places);
  const MARK = "@@";
  return JSON.stringify(replacedAt(answer, place.path, MARK)).replace(`"${MARK}"`, () => shapeOf(place.value, random));
}

function shapeOf(value: unknown, random: SeededRandom): string {
  const one = random.chance(0.4) ? JSON.stringify(value) : random.pick(VALUES);
  // Mostly few: as many inputs as possible are tried, and some of them are as long as they may be.
  const most = random.chance(0.02) ? LONGEST : 10 ** (1 + random.below(4));
  const times = 1 + random.below(Math.ceil(most / one.length));
  switch (random.below(5)) {
    case 0:
      return one;
    case 1:
      return `[${`${one},`.repeat(times)}${one}]`;
    case 2:
      return `{${Array.from({ length: Math.min(times, 300_000) }, (_, at) => `"k${at}":${one}`).join(",")}}`;
    case 3:
      return `${"[".repeat(times)}${one}${"]".repeat(times)}`;
    default:
      return `"${random.pick(["x", "é", "\\u00d8", "\\\\", "s3cret/", "&amp;"]).repeat(times)}"`;
  }
}

function* placesOf(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; value: unknown }> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, [...path, key]);
}

function replacedAt(value: unknown, [key, ...rest]: readonly string[], by: string): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === key ? replacedAt(one, rest, by) : one));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, one]) => [name, name === key ? replacedAt(one, rest, by) : one]),
  );
}

/** A server whose answers are JSON, and of any shape in any of their places; each is refused as such, or right. */
export async function shapeTrial(): Promise<Trial> {
  let answer = "";
  let status = 200;
  const server = await rawServer(
    ({ head, socket }) => {
      const isLogin = head.startsWith("POST /auth/v1 ");
      const [text, headers] = isLogin && !isOwnLogin ? json(TOKEN) : jsonText(answer);
      socket.write(message(isLogin ? 200 : status, text, headers));
    },
    { ownLogin: true },
  );
  let isOwnLogin = false;
  return {
    name: "shapes of answers",
    async run(seed) {
      const random = createRandom(`shape ${seed}`);
      const one = random.pick(CALLS);
      isOwnLogin = random.chance(0.05);
      answer = shaped(isOwnLogin ? TOKEN : one.answer, random);
      status = one.status ?? 200;
      const client = clientFor(server.origin);
      try {
        await one.call(client);
      } catch (error) {
        if (!(error instanceof InterfaceError)) throw error;
      } finally {
        await client.close();
      }
      return answer.length;
    },
    close: () => server.close(),
  };
}

const TOKEN = { idToken: "token-1", validUntilDate: "2026-01-01T01:00:00Z" };

async function all(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}
