// Serves billing records of one account from pages that are made before anybody asks: node bench/billing-server.mjs RECORDS clean|findings|history
import { createServer } from "node:http";
import { ITS_CARS, listedIn, plateOfCar, recordInHistory, recordOf, USERS, wrongRecordOf } from "./billing-world.mjs";

const PAGE = 1000;
const records = Number(process.argv[2]);
const { from, count } = listedIn(process.argv[3]);
const recordIn = { clean: recordOf, findings: wrongRecordOf, history: recordInHistory }[process.argv[3]];
const lists = {
  cars: pagesOf(count, carOf),
  "parking-users": pagesOf(USERS, userOf),
  "billing-info-records": pagesOf(records, (at) => recordIn(at)),
};

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://localhost");
  const [, , , , list, user] = url.pathname.split("/");
  if (url.pathname === "/auth/v1") return reply(response, { idToken: "a.b.c", validUntilDate: "2099-01-01T00:00:00Z" });
  if (url.pathname === "/api/billing-accounts") return reply(response, []);
  if (url.pathname === "/fleets/default/cars")
    return reply(
      response,
      Array.from({ length: count }, (_, at) => carOf(at)),
    );
  if (user !== undefined) return reply(response, { ...userOf(Number(user) - 1), cars: carsOf(Number(user) - 1) });
  const pages = lists[list];
  return send(response, pages[Number(url.searchParams.get("page"))] ?? pages.at(-1));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function carOf(at) {
  return { licenseNumber: plateOfCar(from + at), createdDate: "2026-01-01T00:00:00Z", addedByCustomerCare: false };
}

function userOf(at) {
  const name = { firstName: `Anna ${at}`, lastName: "Jensen", phoneNumber: `+4512345${at}` };
  return { id: at + 1, ...name, costCenter: `C${at % 50}`, status: "ACTIVE" };
}

function carsOf(user) {
  return Array.from({ length: ITS_CARS }, (_, car) => ({ licenseNumber: plateOfCar(user * ITS_CARS + car) }));
}

function pagesOf(count, rowOf) {
  const pages = [];
  for (let number = 0; number * PAGE <= count; number += 1) {
    const content = Array.from({ length: Math.min(PAGE, count - number * PAGE) }, (_, at) => rowOf(number * PAGE + at));
    const totals = { totalElements: count, totalPages: Math.ceil(count / PAGE) };
    pages.push(Buffer.from(JSON.stringify({ content, page: { size: PAGE, number, ...totals } })));
  }
  return pages;
}

function reply(response, document) {
  send(response, Buffer.from(JSON.stringify(document)));
}

function send(response, body) {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}
