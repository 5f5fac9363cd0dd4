// Plans a fleet file against the server that the environment names, and applies the plan when told to:
//   node examples/library.mjs fleet.yaml [--apply]
import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import * as platectl from "platectl";

const [file = "fleet.yaml", mayWrite] = process.argv.slice(2);

const reading = await platectl.loadFleet([file], { cwd: process.cwd() });
if (reading.kind === "invalid") {
  for (const { message, source } of reading.diagnostics) {
    console.error(`${source ? platectl.formatSource(source) : file}: ${message}`);
  }
  process.exit(platectl.EXIT.input);
}
const { desired, warnings } = reading;

// Addresses and credentials never come from the fleet file.
const baseUrl = addressFrom("PLATECTL_BASE_URL");
const api = platectl.createFleetApi({
  baseUrl,
  authUrl: baseUrl,
  partnerUrl: baseUrl,
  clientId: process.env["PLATECTL_CLIENT_ID"] ?? "",
  clientSecret: process.env["PLATECTL_CLIENT_SECRET"] ?? "",
  settings: desired.interface,
  clock: platectl.systemClock,
  random: platectl.systemRandom,
  userAgent: "library-example/1",
});

// The journal knows what was sent before, and holds the lock while something is written.
const owner = { user: userInfo().username, host: hostname(), pid: process.pid, command: "library-example" };
const store = platectl.openStore(
  { kind: "file", path: ".platectl/state.jsonl" },
  {
    cwd: process.cwd(),
    clock: platectl.systemClock,
    random: platectl.systemRandom,
    owner,
    isAlive: () => true,
    env: process.env,
  },
);

const target = platectl.targetOf(baseUrl, baseUrl, desired.mode);
const view = { target: target.fingerprint, rules: desired.interface };
const inputs = { desired, warnings, target, scopes: desired.scopes.map(({ scope }) => scope), allowances: {} };
const never = new AbortController().signal;
const world = { reader: api.reader, clock: platectl.systemClock, random: platectl.systemRandom, signal: never };

try {
  const result = mayWrite === "--apply" ? await apply() : await plan();
  report(result);
  process.exitCode = platectl.exitCodeFor(result);
} finally {
  await api.close();
}

async function plan() {
  const memory = await store.memory(view);
  return platectl.reconcile(inputs, { ...world, memory: () => memory });
}

async function apply() {
  const locking = await store.lock(view, { timeout: 0 });
  if (locking.kind === "locked") throw new Error(`locked by ${locking.holder.user} since ${locking.holder.at}`);
  const { state } = locking;
  try {
    return await platectl.reconcile(
      inputs,
      { ...world, memory: () => state.memory() },
      {
        writer: api.writer,
        journal: state,
        options: { stop: never, cancel: never, settleMs: 30_000, onProgress: () => undefined },
        confirm: async () => true,
        run: { id: randomUUID(), actor: owner.user },
        exitCode: (run) => platectl.exitCodeFor(run),
      },
    );
  } finally {
    await state.release();
  }
}

/** @param {platectl.RunResult} result */
function report(result) {
  if (result.kind === "unreadable") {
    for (const { message } of result.failures) console.error(message);
    return;
  }
  for (const { scope, changes } of result.plan.scopes) {
    for (const { action, licenseNumber } of changes) console.log(`${scope} ${action} ${licenseNumber}`);
  }
  if (result.kind !== "applied") return;
  for (const { scope, results } of result.result.scopes) {
    for (const { licenseNumber, outcome } of results) console.log(`${scope} ${licenseNumber}: ${outcome}`);
  }
}

/** @param {string} variable */
function addressFrom(variable) {
  const address = platectl.parseBaseUrl(process.env[variable] ?? "");
  if (address.kind === "url") return address.url;
  console.error(`${variable}: ${address.message}`);
  process.exit(platectl.EXIT.input);
}
