// A server that is never the bottleneck: pages of the global list are made before anybody asks, writes are noted and believed.
// Run by itself: node bench/server.mjs; GET /bench/reset?cars=N fills the list and empties those of accounts, &latency=MS makes
// each later answer wait.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { plateOf } from "./fleet-files.mjs";

const PAGE = 1000;
/** By their paths. An account has an empty list until cars are added. */
const lists = new Map();
let latency = 0;

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (latency > 0) await sleep(latency);
  if (url.pathname === "/auth/v1") return reply(response, { idToken: "a.b.c", validUntilDate: "2099-01-01T00:00:00Z" });
  if (url.pathname === "/fleets/default/cars" || url.pathname === "/api/billing-accounts") return reply(response, []);
  if (url.pathname === "/bench/reset") {
    const rows = new Map(Array.from({ length: Number(url.searchParams.get("cars")) }, (_, at) => entryOf(plateOf(at))));
    lists.clear();
    lists.set("/api/cars", { rows, pages: pagesOf([...rows.values()]) });
    latency = Number(url.searchParams.get("latency"));
    // Whoever measures waits for children meanwhile, and would not notice that a kept connection ends.
    response.setHeader("connection", "close");
    return reply(response, {});
  }
  const list = lists.get(url.pathname) ?? { rows: new Map(), pages: [] };
  lists.set(url.pathname, list);
  if (request.method === "POST") for (const car of await bodyOf(request)) list.rows.set(...entryOf(car));
  else if (request.method === "DELETE") for (const plate of url.searchParams.getAll("ln")) list.rows.delete(plate);
  else {
    if (list.pages.length === 0) list.pages = pagesOf([...list.rows.values()]);
    return send(response, list.pages[Number(url.searchParams.get("page"))]);
  }
  list.pages = [];
  return response.writeHead(204).end();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function entryOf(licenseNumber) {
  return [
    licenseNumber,
    { licenseNumber, createdDate: "2026-01-01T00:00:00Z", features: [], addedByCustomerCare: false },
  ];
}

/** The plates of the cars to add. */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  return Array.isArray(body) ? body.map(({ licenseNumber }) => licenseNumber) : body.licenseNumbers;
}

function pagesOf(all) {
  const totals = { totalElements: all.length, totalPages: Math.ceil(all.length / PAGE) };
  return Array.from({ length: Math.floor(all.length / PAGE) + 1 }, (_, number) => {
    const content = all.slice(number * PAGE, (number + 1) * PAGE);
    return Buffer.from(JSON.stringify({ content, page: { size: PAGE, number, ...totals } }));
  });
}

function reply(response, document) {
  send(response, Buffer.from(JSON.stringify(document)));
}

function send(response, body) {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}
