// The least that a command can be: each request that it cannot do without, once, and the same files, and nothing else.
//   node bench/bare.mjs http|fetch|undici plan|add|delete BASE LIST [WRITERS]     LIST: a plate a line; WRITERS: 1
//   node bench/bare.mjs http|fetch|undici audit BASE RECORDS CARS
//   node bench/bare.mjs split|js-yaml|lines FILE
import { readFileSync } from "node:fs";

const BATCH = 500;
const PAGE = 1000;
const READERS = 16;
const [how, ...rest] = process.argv.slice(2);
const read = () => readFileSync(rest[0], "utf8");

if (how === "split") print(new Set(read().split("\n")).size);
else if (how === "js-yaml") print(Object.keys((await import("js-yaml")).load(read())).length);
else if (how === "lines")
  print(
    read()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)).length,
  );
else await overTheNetwork(rest);

async function overTheNetwork([command, base, what, number]) {
  const ask = await transport(how, base);
  await ask("POST", "/auth/v1", JSON.stringify({ clientId: "bench", clientSecret: "bench" }));
  if (command === "audit") print(await readRecords(ask, Number(what), Number(number)));
  else
    print(
      await reconcile(ask, command, new Set(readFileSync(what, "utf8").trimEnd().split("\n")), Number(number ?? 1)),
    );
  process.exit(0);
}

async function reconcile(ask, command, wanted, writers) {
  await ask("GET", "/fleets/default/cars");
  const live = await readList(ask);
  const adds = [...wanted].filter((plate) => !live.has(plate));
  const deletes = [...live].filter((plate) => !wanted.has(plate));
  if (command === "plan") return adds.length + deletes.length;
  const changes = command === "add" ? adds : deletes;
  const starts = Array.from({ length: Math.ceil(changes.length / BATCH) }, (_, at) => at * BATCH);
  await someAtOnce(writers, starts, (from) => send(ask, command, changes.slice(from, from + BATCH)));
  const after = await readList(ask);
  return changes.filter((plate) => after.has(plate) === (command === "add")).length;
}

async function send(ask, command, plates) {
  const cars = plates.map((licenseNumber) => ({ licenseNumber, features: [] }));
  if (command === "add") await ask("POST", "/api/cars", JSON.stringify(cars));
  else await ask("DELETE", `/api/cars?${plates.map((plate) => `ln=${plate}`).join("&")}`);
}

async function readList(ask) {
  const plates = new Set();
  const readPage = async (number) => {
    const { content, page } = JSON.parse(await ask("GET", `/api/cars?page=${number}&size=${PAGE}`));
    for (const { licenseNumber } of content) plates.add(licenseNumber);
    return page.totalElements;
  };
  const total = await readPage(0);
  // The page past a full last one is asked for, too.
  const numbers = Array.from({ length: Math.floor(total / PAGE) }, (_, at) => at + 1);
  await someAtOnce(READERS, numbers, readPage);
  return plates;
}

async function readRecords(ask, records, cars) {
  const account = "/api/billing-accounts/4711";
  const pages = (list, rows) =>
    Array.from({ length: Math.floor(rows / PAGE) + 1 }, (_, page) => `${account}/${list}?page=${page}&size=${PAGE}`);
  const paths = [...pages("cars", cars), "/fleets/default/cars", ...pages("billing-info-records", records)];
  const sums = new Map();
  await someAtOnce(READERS, paths, async (path) => {
    const { content = [] } = JSON.parse(await ask("GET", path));
    for (const { licenseNumber, parking, amountIncludingVat = 0 } of content) {
      const plate = licenseNumber ?? parking.licensePlate;
      sums.set(plate, (sums.get(plate) ?? 0) + amountIncludingVat);
    }
  });
  return sums.size;
}

async function someAtOnce(most, things, work) {
  const left = [...things];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

/** Gives a function that sends a request and gives the text of its answer. */
async function transport(name, base) {
  const headers = { "content-type": "application/json" };
  if (name === "fetch")
    return async (method, path, body) => (await fetch(base + path, { method, headers, body })).text();
  if (name === "undici") {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent({ connections: 16 });
    return async (method, path, body) => {
      const answer = await request(base + path, { dispatcher, method, headers, body });
      return answer.body.text();
    };
  }
  const { Agent, request } = await import("node:http");
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(base + path, { method, headers, agent }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => resolve(Buffer.concat(chunks).toString()));
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

function print(number) {
  process.stdout.write(`${number}\n`);
}
