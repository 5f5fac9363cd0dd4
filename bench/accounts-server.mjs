// A server of many billing accounts that does as little as possible: node bench/accounts-server.mjs ACCOUNTS CARS
// Every account holds that many cars from the start and takes what is added; nobody parks, and nobody has a user.
import { createServer } from "node:http";
import { plateOf } from "./fleet-files.mjs";

const [accounts, cars] = process.argv.slice(2).map(Number);
let added = new Map();
let tally = newTally();

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/bench/tally") return reply(response, tally);
  if (url.pathname === "/bench/reset") {
    added = new Map();
    tally = newTally();
    return reply(response, {});
  }
  tally.requests += 1;
  tally.inFlight += 1;
  tally.mostInFlight = Math.max(tally.mostInFlight, tally.inFlight);
  response.once("finish", () => {
    tally.inFlight -= 1;
  });
  // Not at once, so that requests that come together are seen together.
  setImmediate(() => serve(request, url, response));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function serve(request, url, response) {
  if (url.pathname === "/auth/v1") return reply(response, { idToken: "a.b.c", validUntilDate: "2099-01-01T00:00:00Z" });
  if (url.pathname === "/fleets/default/cars") return reply(response, []);
  const [, , , baId, what] = url.pathname.split("/");
  if (request.method === "POST") return add(request, baId, response);
  const rows = what === "cars" ? rowsOf(baId) : [];
  const number = Number(url.searchParams.get("page") ?? 0);
  const size = Number(url.searchParams.get("size") ?? 100);
  const content = rows.slice(number * size, (number + 1) * size);
  const totals = { totalElements: rows.length, totalPages: Math.ceil(rows.length / size) };
  return reply(response, { content, page: { size, number, ...totals } });
}

async function add(request, baId, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { licenseNumbers } = JSON.parse(Buffer.concat(chunks).toString());
  added.set(baId, [...(added.get(baId) ?? []), ...licenseNumbers]);
  tally.cars += licenseNumbers.length;
  response.writeHead(204).end();
}

function rowsOf(baId) {
  const at = Number(baId) - 1;
  if (!(at >= 0 && at < accounts)) return [];
  const held = Array.from({ length: cars }, (_, car) => plateOf(at * cars + car));
  return [...held, ...(added.get(baId) ?? [])].map((licenseNumber) => ({
    licenseNumber,
    createdDate: "2026-01-01T00:00:00Z",
    addedByCustomerCare: false,
  }));
}

function newTally() {
  return { requests: 0, inFlight: 0, mostInFlight: 0, cars: 0 };
}

function reply(response, document) {
  const body = Buffer.from(JSON.stringify(document));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}
