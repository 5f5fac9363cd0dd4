import {
  DEFAULT_INTERFACE,
  type DeleteParameter,
  type InterfaceSettings,
  type Mode,
  matchesWords,
  type Scope,
} from "../../src/allowlist/index.ts";
import { probeReads } from "../../src/doctor/probe-reads.ts";
import { type ProbeFinding, proposedSettings, serverUnderTest } from "../../src/doctor/server-under-test.ts";
import { probeBlindWrites } from "../../src/doctor/try-writes.ts";
import { createWriteProbe } from "../../src/doctor/write-probe.ts";
import { probeWrites } from "../../src/doctor/writes.ts";
import { exitCodeFor } from "../../src/exit-code.ts";
import type { FleetApi } from "../../src/fleet-api/index.ts";
import { targetOf } from "../../src/plan/index.ts";
import { type Clock, InterfaceError, type Reply } from "../../src/ports/index.ts";
import { reconcile } from "../../src/reconcile.ts";
import { fleetYaml } from "../../src/render/index.ts";
import { type Sandbox, type SandboxBehaviour, startSandbox } from "../../src/sandbox/index.ts";
import { createRandom } from "../../src/sandbox/model/random.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { clientFor } from "../fleet-api/support.ts";

/** A server to be looked at, and what is on its list. */
export interface RandomServer {
  readonly mode: Mode;
  readonly cars: readonly string[];
  readonly behaviour: Partial<SandboxBehaviour>;
}

/** The result of a server: the printed block makes runs exact, or a finding says what cannot be known, or neither. */
export interface Judgement {
  readonly verdict: "exact" | "told" | "wrong";
  readonly why: string;
  /** Requests of the doctor. */
  readonly requests: number;
  readonly settings: Partial<InterfaceSettings>;
}

const PLATE = "DOCTOR1";
const NEW_CARS = ["NEW1", "NEW2"];
const MOST_REQUESTS = 40;

const NAMES = ["page", "page", "page", "pageNumber", "pageIndex", "pageNo", "p"];
const SIZES = ["size", "size", "size", "pageSize", "limit", "perPage", "per_page"];
const DELETES: readonly DeleteParameter[] = [
  ...["ln", "licenseNumbers", "licenseNumber", "plates"].map((name) => ({ in: "query", name }) as const),
  ...["licenseNumbers", "plates"].map((name) => ({ in: "body", name }) as const),
  { in: "body", shape: "array" },
];

/** The server of that number; equal numbers give equal servers. Every switch of the sandbox is drawn, the usual more often. */
export function randomServer(seed: number): RandomServer {
  const random = createRandom(`doctor:${seed}`);
  const pick = <Value>(...values: readonly Value[]): Value => random.pick(values);
  const seldom = <Value>(usual: Value, ...others: readonly Value[]): Value =>
    random.chance(0.06) ? random.pick(others) : usual;
  const mode = pick<Mode>("global", "billing-account", "billing-account");
  const behaviour: Partial<SandboxBehaviour> = {
    pageParam: pick(...NAMES),
    sizeParam: pick(...SIZES),
    firstPage: pick<0 | 1>(0, 0, 1),
    pageZero: pick<SandboxBehaviour["pageZero"]>("first", 400, 404, 422),
    defaultPageSize: pick(20, 10, 50),
    maxCarPageSize: pick(1000, 1000, 100, 30, 20),
    oversize: pick("clamp", "refuse"),
    pageEcho: seldom(pick("served", "numbered", "asked"), "none"),
    pastTheEnd: pick<SandboxBehaviour["pastTheEnd"]>("empty", "last", 400, 404, 422, 500),
    listOrder: seldom(pick("inserted", "newest-first", "sorted"), "unstable"),
    accountCars: pick<SandboxBehaviour["accountCars"]>("offered", 404, 405, 501),
    accountCarItem: pick("object", "string"),
    duplicateRows: pick(0, 0, 0, 2),
    accountsList: pick<SandboxBehaviour["accountsList"]>("array", "page", 404, 405, 501),
    accountIdField: pick("baId", "id"),
    fleetList: pick("array", "page"),
    globalDelete: seldom<DeleteParameter | false>(pick(...DELETES), false),
    accountDelete: pick(...DELETES),
    deleteWithoutCars: seldom<SandboxBehaviour["deleteWithoutCars"]>(pick("refuse", "refuse", "nothing"), "everything"),
    successStatus: pick(204, 200),
    duplicateAdd: pick("update", "ignore", "failure", "failure"),
    absentDelete: pick("accept", "failure", "failure", "not-found"),
    words: pick("en", "de", "sv"),
    plateInWords: pick("none", "sent", "stored"),
    featuresRequired: pick(true, false),
    normalise: seldom<SandboxBehaviour["normalise"]>(
      pick([], ["upper"], ["upper", "strip-spaces", "strip-hyphens"]),
      ["zero-for-o"],
      ["truncate"],
    ),
    maxCarsPerRequest: pick(Number.POSITIVE_INFINITY, 10, 3),
    maxHeadBytes: pick(8192, 6000),
    rateLimit: pick<SandboxBehaviour["rateLimit"]>(false, false, { requests: 10, seconds: 1 }),
    forbidden: seldom<readonly string[]>([], ["/fleets"], ["/api/billing-accounts/4711/parking-users"]),
    tokenLifetime: pick(3600, 120),
    replicaLag: pick(0, 0, 0, 300, 2000),
    confirmWithoutDoing: seldom(false, true),
    userCarParam: pick("licenseNumber", "plate"),
    fromDateParam: pick("fromDate", "from", "startDate"),
    toDateParam: pick("toDate", "to", "endDate"),
    datesRequired: pick(true, false),
  };
  const cars = Array.from({ length: 2 + random.below(29) }, (_, at) => `AB${100 + at}`);
  return { mode, cars, behaviour };
}

/** A clock on which sleeping takes no time. */
export function standingClock(): Clock {
  let now = Date.parse("2026-01-01T00:00:00Z");
  return {
    now: () => now,
    monotonic: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
}

/** Lets a doctor look at a server, and applies a fleet file with the block that it prints. */
export async function judge({ mode, cars, behaviour }: RandomServer): Promise<Judgement> {
  const clock = standingClock();
  const start = {
    cars,
    fleet: cars.slice(0, 2),
    accounts: [
      { baId: "4711", cars },
      { baId: "4712", cars: ["X1"] },
    ],
  };
  const sandbox = await startSandbox({ mode, start, behaviour, clock });
  const { clientId, clientSecret } = sandbox;
  const api = clientFor(sandbox.url, { clientId, clientSecret, clock, random: () => 0 });
  try {
    const seen = await lookAt(api, sandbox, clock, mode).catch(asFailure);
    // The doctor ends with the words of what it could not read, and prints nothing.
    if (seen instanceof InterfaceError)
      return { verdict: "told", why: seen.message, requests: sandbox.requests.length, settings: {} };
    const { findings, scope, isListed } = seen;
    const requests = sandbox.requests.length;
    const settings = proposedSettings(findings);
    const told = findings.filter(isTold).map(({ probe, found }) => `${probe}: ${found}`);
    const flaw = isListed
      ? await flawOfRun(api, sandbox, clock, { mode, scope, settings })
      : await flawOfWrites(api, sandbox, clock, { scope, settings });
    const verdict = flaw === undefined ? "exact" : told.length > 0 || flaw.isLoud ? "told" : "wrong";
    return { verdict, why: [flaw?.what, ...told].join(" | "), requests, settings };
  } finally {
    await api.close();
    await sandbox.close();
  }
}

function asFailure(error: unknown): InterfaceError {
  if (error instanceof InterfaceError) return error;
  throw error;
}

/**
 * Whether no setting, or nothing that can be seen from outside, makes runs exact: pages without numbers, an order that moves,
 * other plates than sent, no deletes, writes that are not done; deletes without cars that a server takes for others when other
 * names than the usual ones must be tried, or, where nothing can be read, that it confirms.
 */
export function isBeyondHelp({ mode, behaviour }: RandomServer): boolean {
  const isGlobal = mode === "global";
  const { pageEcho, normalise = [], deleteWithoutCars, accountCars, confirmWithoutDoing } = behaviour;
  const given = isGlobal ? behaviour.globalDelete : behaviour.accountDelete;
  const usual = isGlobal ? DEFAULT_INTERFACE.globalDelete : DEFAULT_INTERFACE.accountDelete;
  const isUsual = JSON.stringify(given) === JSON.stringify(usual);
  const isBlind = !isGlobal && accountCars !== "offered";
  const isListBad = !isBlind && (pageEcho === "none" || (isGlobal && behaviour.listOrder === "unstable"));
  const isRewritten = normalise.includes("truncate") || normalise.includes("zero-for-o");
  const isHidden = isBlind && deleteWithoutCars === "nothing" && behaviour.duplicateAdd !== "failure";
  return (
    isListBad ||
    isRewritten ||
    given === false ||
    confirmWithoutDoing === true ||
    (!isUsual && (deleteWithoutCars === "everything" || isHidden))
  );
}

function isTold({ probe, verdict }: ProbeFinding): boolean {
  return verdict === "trouble" || (verdict === "not known" && probe === "delete");
}

async function lookAt(api: FleetApi, sandbox: Sandbox, clock: Clock, mode: Mode) {
  const world = {
    settings: DEFAULT_INTERFACE,
    clock,
    random: () => 0,
    signal: new AbortController().signal,
  };
  const left = (reserve: number) => () => MOST_REQUESTS - reserve - sandbox.requests.length;
  const open = (settings: InterfaceSettings) => api.withSettings(settings);
  const patient = serverUnderTest({ ...world, requestsLeft: left(0) }, open);
  const account = mode === "global" ? undefined : "4711";
  const reading = await probeReads(serverUnderTest({ ...world, requestsLeft: left(20) }, open), account);
  const scope = reading.list ?? reading.unlisted;
  const expected: Scope = mode === "global" ? "global" : "account:4711";
  if (scope === undefined) return { findings: reading.findings, scope: expected, isListed: true };
  const bench = createWriteProbe(patient, scope, proposedSettings(reading.findings), { append: async () => undefined });
  const writing =
    reading.list === undefined
      ? await probeBlindWrites(bench, PLATE, world.settings, bench)
      : await probeWrites(bench, PLATE, world.settings, bench);
  return {
    findings: [...reading.findings, ...writing.findings],
    scope: expected,
    isListed: reading.list !== undefined,
  };
}

interface Printed {
  readonly scope: Scope;
  readonly settings: Partial<InterfaceSettings>;
}

/** What is not as it should be; loud: a run said so itself. */
interface Flaw {
  readonly what: string;
  readonly isLoud: boolean;
}

async function flawOfRun(
  api: FleetApi,
  sandbox: Sandbox,
  clock: Clock,
  { mode, scope, settings }: Printed & { readonly mode: Mode },
): Promise<Flaw | undefined> {
  const [, ...kept] = sandbox.model.cars(scope).filter(({ licenseNumber }) => licenseNumber !== PLATE);
  const wanted = [...kept, ...NEW_CARS.map((licenseNumber) => ({ licenseNumber, features: [] }))];
  const cars = wanted.map(({ licenseNumber, features }) => ({ licenseNumber, features }));
  const all = { ...DEFAULT_INTERFACE, ...settings };
  const file = { mode, remarks: [], scopes: [{ scope, cars, remarks: [] }], protect: [], allowEmpty: false };
  const loaded = parseFleet(fleetYaml({ ...file, interface: all }), "fleet.yaml");
  if (loaded.kind !== "desired") return { what: "the printed block is not valid YAML", isLoud: false };
  const { desired } = loaded;
  const { reader, writer } = api.withSettings(desired.interface);
  const never = new AbortController().signal;
  const result = await reconcile(
    {
      desired,
      warnings: [],
      target: targetOf(new URL(sandbox.url), new URL(sandbox.url), mode),
      scopes: [scope],
      allowances: { deletes: 100, adds: 100 },
    },
    { reader, clock, random: () => 0, signal: never, memory: () => new Map() },
    {
      writer,
      journal: { append: async () => undefined },
      options: { stop: never, cancel: never, settleMs: 30_000, onProgress: () => undefined },
      confirm: async () => true,
      run: { id: "run", actor: "test" },
      exitCode: exitCodeFor,
    },
  );
  const code = exitCodeFor(result);
  const listed = [...sandbox.model.plates(scope)].sort();
  const due = wanted.map(({ licenseNumber }) => licenseNumber).sort();
  if (code === 0 && listed.join() === due.join()) return undefined;
  return { what: `exit ${code}: ${listed.length} cars instead of ${due.length}`, isLoud: code !== 0 };
}

// Without a list, runs go by what is sent and by the words of refusals: both are looked at for other cars.
async function flawOfWrites(
  api: FleetApi,
  sandbox: Sandbox,
  clock: Clock,
  { scope, settings }: Printed,
): Promise<Flaw | undefined> {
  const all = { ...DEFAULT_INTERFACE, ...settings };
  const { writer } = api.withSettings(all);
  const never = new AbortController().signal;
  const write = async (action: "add" | "delete", ...cars: string[]) => {
    const request = { action, scope, cars: cars.map((licenseNumber) => ({ licenseNumber, features: [] })) };
    for (;;) {
      const reply = await writer.send(request, never);
      if (reply.kind !== "response" || reply.status !== 429) return wordsOf(reply);
      await clock.sleep(reply.retryAfter ?? 0);
    }
  };
  const before = sandbox.model.plates(scope);
  const [one = "", other = ""] = before;
  const added = await write("add", ...NEW_CARS);
  const twice = await write("add", "NEW1");
  await write("delete", one, other, "NEW1");
  const absent = await write("delete", one);
  const refused = await write("add", "REJECT1");
  const listed = [...sandbox.model.plates(scope)].sort().join();
  const due = [...before.filter((plate) => plate !== one && plate !== other), "NEW2"].sort().join();
  const { alreadyListed, notListed } = all.failures;
  const flaws = [
    listed === due ? "" : `${listed.length} instead of ${due.length}`,
    added === "" ? "" : `adds: ${added}`,
    twice === "" || matchesWords(alreadyListed, twice) ? "" : `alreadyListed does not fit: ${twice}`,
    absent === "" || absent.startsWith("status ") || matchesWords(notListed, absent)
      ? ""
      : `notListed does not fit: ${absent}`,
    matchesWords([...alreadyListed, ...notListed], refused) ? `a mask fits: ${refused}` : "",
  ].filter((flaw) => flaw !== "");
  return flaws.length === 0 ? undefined : { what: flaws.join(", "), isLoud: false };
}

function wordsOf(reply: Reply): string {
  if (reply.kind !== "response") return reply.reason;
  if (reply.failures === "malformed") return "malformed";
  const words = reply.failures.map(({ error }) => error).join("; ");
  return words === "" && reply.status >= 300 ? `status ${reply.status}` : words;
}
