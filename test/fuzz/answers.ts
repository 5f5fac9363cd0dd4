import { InterfaceError } from "../../src/run/ports/index.ts";
import { createRandom, type SeededRandom } from "../../src/sandbox/model/random.ts";
import { clientFor, message, rawServer } from "../fleet-api/support.ts";
import { textsOf } from "../rows.ts";
import { mutated } from "./mutate.ts";
import type { Trial } from "./trials.ts";

const BODIES = textsOf(import.meta.url, "bodies");

const WORDS = textsOf(import.meta.url, "words of bodies");
const HEAD_WORDS = textsOf(import.meta.url, "words of heads");
const STATUSES = [200, 200, 200, 200, 204, 207, 207, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 302, 100, 999];
const TYPES = textsOf(import.meta.url, "media types");

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
        await random.pick(CALLS)(api);
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

const ONE = { number: 0, size: 1000 };
const CARS = [{ licenseNumber: "AB1", features: [] }];
const NEVER = new AbortController().signal;

const CALLS: readonly ((api: ReturnType<typeof clientFor>) => unknown)[] = [
  ({ reader }) => reader.carPage("global", ONE),
  ({ reader }) => reader.carPage("account:4711", ONE),
  ({ reader }) => all(reader.parkingUsers("4711")),
  ({ reader }) => all(reader.billingRecords("4711", {})),
  ({ reader }) => reader.fleetCars(),
  ({ reader }) => reader.billingAccounts(),
  ({ reader }) => reader.parkingUser("4711", "1"),
  ({ writer }) => writer.send({ action: "add", scope: "global", cars: CARS }, NEVER),
  ({ writer }) => writer.send({ action: "delete", scope: "account:4711", cars: CARS }, NEVER),
];

async function all(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}
