// A server that is never the bottleneck: pages of the global list are made before anybody asks, writes are noted and believed.
// Run by itself: node bench/server.mjs CARS [ACCOUNTS CARS_EACH]
// With accounts, each holds so many cars from the start and takes what is added; nobody parks, and nobody has a user.
import { createServer } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { plateOf, rowOf } from "./fleet-files.mjs";

const PAGE = 1000;
/** What every account holds where the command line names none. */
const ACCOUNT_PAGE = Buffer.from(
  JSON.stringify({ content: ["AB10001"], page: { size: PAGE, number: 0, totalElements: 1, totalPages: 1 } }),
);
let rows = [];
let pages = [];
let writing = { requests: 0, first: 0, last: 0 };
/** Milliseconds that a write takes on top. */
let delay = 0;
/** Milliseconds that every answer takes on top. */
let latency = 0;
/** Requests that are answered in each second; the others get a 429. */
let limit = Number.POSITIVE_INFINITY;
let second = { number: 0, requests: 0 };

/** What was added to each account. */
let added = new Map();
let tally = newTally();

const [globalCars, accounts = 0, carsEach = 0] = process.argv.slice(2).map(Number);
for (let at = 0; at < globalCars; at += 1) rows.push(rowOf(at));
makePages();

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (!url.pathname.startsWith("/bench/")) {
    if (isTooMany()) return response.writeHead(429, { "retry-after": "1", "content-length": 0 }).end();
    count(response);
    if (latency > 0) await sleep(latency);
    // Requests that come together are seen together.
    if (accounts > 0) await nextTurn();
  }
  if (url.pathname === "/auth/v1") return reply(response, { idToken: "a.b.c", validUntilDate: "2099-01-01T00:00:00Z" });
  if (url.pathname === "/fleets/default/cars") return reply(response, []);
  if (url.pathname === "/bench/tally") return reply(response, tally);
  if (url.pathname === "/bench/writing") return reply(response, writing);
  if (url.pathname === "/bench/reset") {
    const cars = Number(url.searchParams.get("cars"));
    rows = Array.from({ length: cars }, (_, at) => ({ ...rowOf(at), features: [], addedByCustomerCare: false }));
    makePages();
    delay = Number(url.searchParams.get("delay"));
    latency = Number(url.searchParams.get("latency"));
    limit = Number(url.searchParams.get("limit")) || Number.POSITIVE_INFINITY;
    writing = { requests: 0, first: 0, last: 0 };
    added = new Map();
    tally = newTally();
    return reply(response, {});
  }
  if (url.pathname === "/api/billing-accounts") return reply(response, []);
  if (url.pathname.startsWith("/api/billing-accounts/"))
    return accounts > 0 ? serveAccount(request, url, response) : send(response, ACCOUNT_PAGE);
  if (request.method === "POST") return add(request, response);
  if (request.method === "DELETE") return remove(url, response);
  const number = Number(url.searchParams.get("page"));
  if (pages.length === 0) makePages();
  return send(response, pages[number] ?? Buffer.from(JSON.stringify(pageOf(number))));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

async function add(request, response) {
  if (writing.requests === 0) writing.first = performance.now();
  const cars = await bodyOf(request);
  for (const car of cars) rows.push({ ...car, createdDate: "2026-01-01T00:00:00Z", addedByCustomerCare: false });
  pages = [];
  if (delay > 0) await sleep(delay);
  response.writeHead(204).end();
  writing.requests += 1;
  writing.last = performance.now();
}

async function serveAccount(request, url, response) {
  const [, , , baId, what] = url.pathname.split("/");
  if (request.method === "POST") {
    const { licenseNumbers } = await bodyOf(request);
    added.set(baId, [...(added.get(baId) ?? []), ...licenseNumbers]);
    tally.cars += licenseNumbers.length;
    return response.writeHead(204).end();
  }
  const list = what === "cars" ? accountRows(baId) : [];
  const number = Number(url.searchParams.get("page") ?? 0);
  const size = Number(url.searchParams.get("size") ?? 100);
  return reply(response, pageOf(number, list, size));
}

function accountRows(baId) {
  const at = Number(baId) - 1;
  if (!(at >= 0 && at < accounts)) return [];
  const held = Array.from({ length: carsEach }, (_, car) => plateOf(at * carsEach + car));
  return [...held, ...(added.get(baId) ?? [])].map((licenseNumber) => ({
    licenseNumber,
    createdDate: "2026-01-01T00:00:00Z",
    addedByCustomerCare: false,
  }));
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function count(response) {
  tally.requests += 1;
  tally.firstAt ??= performance.now();
  tally.inFlight += 1;
  tally.mostInFlight = Math.max(tally.mostInFlight, tally.inFlight);
  response.once("finish", () => {
    tally.inFlight -= 1;
    tally.spanMs = performance.now() - tally.firstAt;
  });
}

function newTally() {
  return { requests: 0, inFlight: 0, mostInFlight: 0, cars: 0 };
}

function isTooMany() {
  const now = Math.floor(performance.now() / 1000);
  if (now !== second.number) second = { number: now, requests: 0 };
  second.requests += 1;
  return second.requests > limit;
}

function remove(url, response) {
  const gone = new Set(url.searchParams.getAll("ln"));
  rows = rows.filter(({ licenseNumber }) => !gone.has(licenseNumber));
  pages = [];
  response.writeHead(204).end();
}

function makePages() {
  pages = [];
  for (let number = 0; number * PAGE <= rows.length; number += 1)
    pages.push(Buffer.from(JSON.stringify(pageOf(number))));
}

function pageOf(number, list = rows, size = PAGE) {
  const content = list.slice(number * size, (number + 1) * size);
  const totals = { totalElements: list.length, totalPages: Math.ceil(list.length / size) };
  return { content, page: { size, number, ...totals } };
}

function reply(response, document) {
  send(response, Buffer.from(JSON.stringify(document)));
}

function send(response, body) {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}
