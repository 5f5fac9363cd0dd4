// The least that an apply can be: reads the list, sends what differs from list.txt in the same bodies, each synced to disk
// first, and reads the list again. Run by itself: node bench/bare-apply.mjs BASE_URL LIST add|delete [--prove]
// With --prove, it makes the requests that platectl makes: one delete alone, the list once more, and at the end the list twice.
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";

const BATCH = 500;
const [base, list, action, prove] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 16 });
const wanted = new Set(readFileSync(list, "utf8").trimEnd().split("\n"));
const live = await readList();
const changes =
  action === "add" ? [...wanted].filter((plate) => !live.has(plate)) : [...live].filter((plate) => !wanted.has(plate));
const journal = openSync(join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "journal"), "w");
if (prove) {
  await send(changes.slice(0, 1));
  await readList();
}
for (let from = prove ? 1 : 0; from < changes.length; from += BATCH) await send(changes.slice(from, from + BATCH));
closeSync(journal);
if (prove) await readList();
const after = await readList();
const done = changes.filter((plate) => after.has(plate) === (action === "add"));
process.stdout.write(`${done.length}\n`);
process.exit(0);

async function readList() {
  const plates = new Set();
  const first = await readPage(0, plates);
  let next = 1;
  const worker = async () => {
    // The page past a full last one is asked for, too.
    while (next * first.size <= first.totalElements) await readPage(next++, plates);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return plates;
}

async function readPage(number, plates) {
  const { body } = await request(`${base}/api/cars?page=${number}&size=1000`, { dispatcher });
  const { content, page } = JSON.parse(await body.text());
  for (const { licenseNumber } of content) plates.add(licenseNumber);
  return page;
}

async function send(plates) {
  const query = plates.map((plate) => `ln=${plate}`).join("&");
  const text =
    action === "add" ? JSON.stringify(plates.map((licenseNumber) => ({ licenseNumber, features: [] }))) : query;
  writeSync(journal, text);
  fsyncSync(journal);
  const headers = { "content-type": "application/json" };
  const options =
    action === "add" ? { dispatcher, method: "POST", headers, body: text } : { dispatcher, method: "DELETE" };
  const { body } = await request(`${base}/api/cars${action === "add" ? "" : `?${query}`}`, options);
  await body.dump();
}
