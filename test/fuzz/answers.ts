import { InterfaceError, type WriteRequest } from "../../src/ports/index.ts";
import { createRandom, type SeededRandom } from "../../src/sandbox/model/random.ts";
import { clientFor, message, rawServer } from "../fleet-api/support.ts";
import { mutated } from "./mutate.ts";
import type { Trial } from "./trials.ts";

const TOTALS = `"page":{"size":1000,"number":0,"totalElements":1,"totalPages":1}`;
const page = (rows: string) => `{"content":[${rows}],${TOTALS}}`;
const CAR = `{"licenseNumber":"AB1","createdDate":"2026-01-01T00:00:00Z","features":["A"],"addedByCustomerCare":false}`;
const USER = `{"id":1,"firstName":"A","lastName":"B","phoneNumber":"1","email":"a@b","costCenter":"","status":"ACTIVE"}`;
const RECORD = `{"infoId":1,"infoRecordId":2,"recordType":"a","recordSubType":"b","startDate":"2026-01-01","endDate":"","costCenter":"","currency":{"currencyCode":"DKK"},"vat":0,"amountExcludingVat":1.50,"amountIncludingVat":1e2}`;
const FAILURES = `{"failures":[{"licenseNumber":"AB1","error":"no"}]}`;
const PROBLEM = `{"type":"about:blank","title":"Nope","status":409,"detail":"it is so","traceId":"t-1"}`;
const BODIES = [
  page(CAR),
  page(USER),
  page(RECORD),
  `[${CAR}]`,
  `[{"baId":4711,"name":"x"}]`,
  FAILURES,
  PROBLEM,
  "",
  "[]",
];

const WORDS = [
  ...'{}[]:,"\\\n\r\u0000',
  ...[
    "null",
    "true",
    "-1",
    "1e400",
    "9007199254740993",
    "0.0",
    "{}",
    "[]",
    '"',
    "\\u0000",
    "\\ud800",
    "é",
    '"content":[]',
  ],
  ...[
    '"__proto__":{"a":1},',
    '"licenseNumber":"X",',
    "[".repeat(200),
    '{"a":'.repeat(200),
    CAR,
    `${CAR},`,
    " ",
    "\u2028",
  ],
];
const HEAD_WORDS = [
  "\r\n",
  ":",
  " ",
  "0",
  "9".repeat(30),
  "content-length: 5\r\n",
  "transfer-encoding: chunked\r\n",
  "\u0000",
  "x".repeat(500),
];
const STATUSES = [200, 200, 200, 200, 204, 207, 207, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 302, 100, 999];
const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "application/problem+json",
  "text/html",
  "",
  "a/b; charset=\u00ff",
];

/** Longer than any answer of the trials takes, and short enough for those that never end, milliseconds. */
const DEADLINE_MS = 400;

function hostileAnswer(random: SeededRandom): Buffer {
  const sound = random.pick(BODIES);
  const body = random.chance(0.8) ? mutated(Buffer.from(sound), WORDS, random) : Buffer.from(sound);
  const headers = {
    "content-type": random.pick(TYPES),
    ...(random.chance(0.9) && { "content-length": String(body.length + (random.chance(0.03) ? 5 : 0)) }),
    ...(random.chance(0.1) && {
      "retry-after": random.pick(["0", "1", "-1", "soon", "1e9", "Wed, 21 Oct 2015 07:28:00 GMT"]),
    }),
    ...(random.chance(0.03) && { "content-encoding": random.pick(["gzip", "br", "gzip, gzip", "x"]) }),
    ...(random.chance(0.05) && { location: random.pick(["//x", "http://[", "https://other.example/y", ""]) }),
  };
  const head = Buffer.from(message(random.pick(STATUSES), "", headers), "latin1");
  return Buffer.concat([random.chance(0.15) ? mutated(head, HEAD_WORDS, random) : head, body]);
}

/** A server that answers as no server should, and a client that reads from it and writes to it. */
export async function answerTrial(): Promise<Trial> {
  let random = createRandom("");
  let bytes = 0;
  const server = await rawServer(({ socket }) => {
    const answer = hostileAnswer(random);
    bytes += answer.length;
    socket.write(answer);
    if (random.chance(0.99)) socket.end();
  });
  return {
    name: "answers",
    async run(seed) {
      random = createRandom(`answer ${seed}`);
      bytes = 0;
      const api = clientFor(server.origin, { deadline: DEADLINE_MS });
      try {
        await call(api, random);
      } catch (error) {
        if (!(error instanceof InterfaceError)) throw error;
      } finally {
        await api.close();
      }
      return bytes;
    },
    close: () => server.close(),
  };
}

async function call({ reader, writer }: ReturnType<typeof clientFor>, random: SeededRandom): Promise<void> {
  const one = { number: 0, size: 1000 };
  const cars = [{ licenseNumber: "AB1", features: [] }];
  const never = new AbortController().signal;
  const write = (request: WriteRequest) => writer.send(request, never);
  switch (random.below(9)) {
    case 0:
      return void (await reader.carPage("global", one));
    case 1:
      return void (await reader.carPage("account:4711", one));
    case 2:
      for await (const _ of reader.parkingUsers("4711"));
      return;
    case 3:
      for await (const _ of reader.billingRecords("4711", {}));
      return;
    case 4:
      return void (await reader.fleetCars());
    case 5:
      return void (await reader.billingAccounts());
    case 6:
      return void (await reader.parkingUser("4711", "1"));
    case 7:
      return void (await write({ action: "add", scope: "global", cars }));
    default:
      return void (await write({ action: "delete", scope: "account:4711", cars }));
  }
}
