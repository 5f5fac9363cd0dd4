// One measurement in a process of its own: node bench/measure.mjs DIST SUBJECT FOLDER SIZE [BASE_URL]
// Prints what it took: CPU and wall clock in milliseconds, peak memory in MB, and a count that shows that the work was done.
import { mkdtempSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [dist, subject, folder, sizeText, base] = process.argv.slice(2);
const size = Number(sizeText);
const own = (path) => import(pathToFileURL(resolve(dist, path)).href);

/** Forms of a fleet file that are read alike. */
const FORMS = ["days", "notes", "comments", "escapes", "brackets", "accounts"].flatMap((form) => [
  [`${form}/split`, () => splitting(`${form}.yaml`)],
  [`${form}/js-yaml`, () => jsYaml(`${form}.yaml`)],
  [`${form}/platectl`, () => loading(`${form}.yaml`)],
]);

const SUBJECTS = {
  ...Object.fromEntries(FORMS),
  "short/split": () => splitting("short.yaml"),
  "short/js-yaml": () => jsYaml("short.yaml"),
  "short/platectl": () => loading("short.yaml"),
  "short/platectl, every place": () => loading("short.yaml", true),
  "object/split": () => splitting("object.yaml"),
  "object/js-yaml": () => jsYaml("object.yaml"),
  "object/platectl": () => loading("object.yaml"),
  "object/platectl, every place": () => loading("object.yaml", true),
  "txt/split": () => splitting("list.txt"),
  "txt/platectl": () => loading("txt.yaml"),
  "csv/split": () => splitting("list.csv"),
  "csv/platectl": () => loading("csv.yaml"),
  "live/undici and JSON.parse": fetchingByUndici,
  "live/fetch and JSON.parse": fetchingByFetch,
  "live/platectl": sweeping,
  "plan/one Set": oneSet,
  "plan/platectl": planning,
  "apply/same bodies": () => posting(false),
  "apply/same bodies, each synced to disk first": () => posting(true),
};

/** Prepares, then gives the work that is measured. */
const work = await SUBJECTS[subject]();
globalThis.gc?.();
const cpu = process.cpuUsage();
const start = performance.now();
const count = await work();
const wall = performance.now() - start;
const used = process.cpuUsage(cpu);
const memory = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ cpu: (used.user + used.system) / 1000, wall, memory, count }));
process.exit(0);

function splitting(name) {
  return () => readFileSync(join(folder, name), "utf8").split("\n").length;
}

async function jsYaml(name) {
  const { load } = await import("js-yaml");
  return () => {
    const { cars, accounts } = load(readFileSync(join(folder, name), "utf8"));
    return (cars ?? accounts).length;
  };
}

async function loading(name, everyPlace = false) {
  const { loadFleet } = await own("schema/index.js");
  return async () => {
    const { scopes } = desiredOf(await loadFleet([name], { cwd: folder }));
    if (scopes.length > 1) return scopes.length;
    const [{ entries }] = scopes;
    let lines = 0;
    if (everyPlace) for (const { source } of entries.values()) lines += source.line > 0 ? 1 : 0;
    return everyPlace ? lines : entries.size;
  };
}

function desiredOf(reading) {
  if (reading.kind === "desired") return reading.desired;
  throw new Error(reading.diagnostics[0].message);
}

async function fetchingByUndici() {
  const { Agent, request } = await import("undici");
  const dispatcher = new Agent({ connections: 16 });
  return () => fourAtOnce(async (url) => (await request(url, { dispatcher })).body.text());
}

async function fetchingByFetch() {
  const { Agent } = await import("undici");
  const dispatcher = new Agent({ connections: 16 });
  await loadFetch();
  return () => fourAtOnce(async (url) => (await fetch(url, { dispatcher })).text());
}

async function fourAtOnce(textOf) {
  let next = 0;
  let rows = 0;
  const worker = async () => {
    while (next * 1000 <= size) {
      const text = await textOf(`${base}/api/cars?page=${next++}&size=1000`);
      rows += JSON.parse(text).content.length;
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return rows;
}

/** Node loads it at its first use. */
async function loadFetch() {
  await fetch("data:,");
}

async function sweeping() {
  const [{ createFleetReader }, { sweepScope }, { DEFAULT_INTERFACE }] = await Promise.all([
    own("fleet-api/index.js"),
    own("live/index.js"),
    own("allowlist/index.js"),
  ]);
  const url = new URL(base);
  const clock = { now: Date.now, monotonic: () => performance.now(), sleep: () => Promise.resolve() };
  const world = { clock, random: Math.random, signal: new AbortController().signal };
  const who = { clientId: "bench", clientSecret: "bench", userAgent: "bench", settings: DEFAULT_INTERFACE };
  await loadFetch();
  const reader = createFleetReader({ baseUrl: url, authUrl: url, partnerUrl: url, ...who, ...world });
  return async () => (await sweepScope("global", DEFAULT_INTERFACE, { reader, ...world })).entries.size;
}

async function oneSet() {
  const plates = readFileSync(join(folder, "list.txt"), "utf8").trimEnd().split("\n");
  return () => new Set(plates).size;
}

async function planning() {
  const [{ loadFleet }, { sweepScope }, { buildPlan }] = await Promise.all([
    own("schema/index.js"),
    own("live/index.js"),
    own("plan/index.js"),
  ]);
  const desired = desiredOf(await loadFleet(["object.yaml"], { cwd: folder }));
  const plates = readFileSync(join(folder, "list.txt"), "utf8").trimEnd().split("\n");
  // One car in a hundred is another one than desired.
  const rows = plates.map((plate, at) => (at % 100 === 0 ? `ZZ${at}` : plate));
  const clock = { now: Date.now, monotonic: () => performance.now(), sleep: () => Promise.resolve() };
  const reader = { carPage: async (_, asked) => pageOf(rows, asked) };
  const signal = new AbortController().signal;
  const live = await sweepScope("global", desired.interface, { reader, clock, random: Math.random, signal });
  const inputs = {
    desired,
    live: { scopes: new Map([["global", live]]), fleet: new Set(), memory: new Map() },
    target: { baseUrl: "http://localhost", fingerprint: "0" },
    day: "2026-01-01",
    allowances: {},
    scopes: ["global"],
    diagnostics: [],
  };
  return () => buildPlan(inputs).scopes[0].counts.unchanged;
}

function pageOf(rows, { number, size: pageSize }) {
  const features = ["LEASING"];
  const plates = rows.slice(number * pageSize, (number + 1) * pageSize);
  const items = plates.map((licenseNumber) => ({ licenseNumber, features, addedByCustomerCare: false }));
  const totals = { totalElements: rows.length, totalPages: Math.ceil(rows.length / pageSize) };
  return { items, number, size: pageSize, ...totals };
}

async function posting(syncs) {
  const { Agent, request } = await import("undici");
  const dispatcher = new Agent({ connections: 1 });
  const plates = readFileSync(join(folder, "list.txt"), "utf8").trimEnd().split("\n");
  const file = syncs ? await open(join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "bodies"), "w") : undefined;
  return async () => {
    for (let at = 0; at < plates.length; at += 500) {
      const body = JSON.stringify(
        plates.slice(at, at + 500).map((licenseNumber) => ({ licenseNumber, features: ["LEASING"] })),
      );
      await file?.write(body);
      await file?.sync();
      const headers = { "content-type": "application/json" };
      const answer = await request(`${base}/api/cars`, { method: "POST", headers, body, dispatcher });
      await answer.body.dump();
    }
    return plates.length;
  };
}
