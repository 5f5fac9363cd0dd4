import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, type DeleteParameter, type Mode } from "../../../src/allowlist/index.ts";
import type { SandboxBehaviour } from "../../../src/sandbox/index.ts";
import { createRandom } from "../../../src/sandbox/model/random.ts";
import { accountFleet, globalFleet, place } from "../../cli/harness.ts";

/** A server to be looked at, and what is on its list. */
interface RandomServer {
  readonly mode: Mode;
  readonly cars: readonly string[];
  readonly behaviour: Partial<SandboxBehaviour>;
}

const PLATE = "DOCTOR1";
const NAMES = ["page", "page", "page", "pageNumber", "pageIndex", "pageNo", "p"];
const SIZES = ["size", "size", "size", "pageSize", "limit", "perPage", "per_page"];
const DELETES: readonly DeleteParameter[] = [
  ...["ln", "licenseNumbers", "licenseNumber", "plates"].map((name) => ({ in: "query", name }) as const),
  ...["licenseNumbers", "plates"].map((name) => ({ in: "body", name }) as const),
  { in: "body", shape: "array" },
];

/** The server of that number; equal numbers give equal servers. Every switch of the sandbox is drawn, the usual more often. */
function randomServer(seed: number): RandomServer {
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
    confirmWithoutDoing: seldom(false, true),
    userCarParam: pick("licenseNumber", "plate"),
    fromDateParam: pick("fromDate", "from", "startDate"),
    toDateParam: pick("toDate", "to", "endDate"),
    datesRequired: pick(true, false),
  };
  const cars = Array.from({ length: 2 + random.below(29) }, (_, at) => `AB${100 + at}`);
  return { mode, cars, behaviour };
}

/**
 * Whether no setting, or nothing that can be seen from outside, makes runs exact: pages without numbers, an order that moves,
 * other plates than sent, no deletes, writes that are not done; deletes without cars that a server takes for others when other
 * names than the usual ones must be tried, or, where nothing can be read, that it confirms; an account of which nothing is shown.
 */
function isBeyondHelp({ mode, behaviour }: RandomServer): boolean {
  const isGlobal = mode === "global";
  const { pageEcho, normalise = [], deleteWithoutCars, accountCars, confirmWithoutDoing } = behaviour;
  const given = isGlobal ? behaviour.globalDelete : behaviour.accountDelete;
  const usual = isGlobal ? DEFAULT_INTERFACE.globalDelete : DEFAULT_INTERFACE.accountDelete;
  const isUsual = JSON.stringify(given) === JSON.stringify(usual);
  const isBlind = !isGlobal && accountCars !== "offered";
  const isListBad = !isBlind && (pageEcho === "none" || behaviour.listOrder === "unstable");
  const isRewritten = normalise.includes("truncate") || normalise.includes("zero-for-o");
  const isHidden = isBlind && deleteWithoutCars === "nothing" && behaviour.duplicateAdd !== "failure";
  const isUnknown = isBlind && typeof behaviour.accountsList === "number" && (behaviour.forbidden ?? []).length > 0;
  return (
    isListBad ||
    isUnknown ||
    isRewritten ||
    given === false ||
    confirmWithoutDoing === true ||
    (!isUsual && (deleteWithoutCars === "everything" || isHidden))
  );
}

/** Lets a doctor look at a server, and applies a fleet file with the block that it prints: what is wrong then, and what it told. */
async function judged({ mode, cars, behaviour }: RandomServer) {
  const isGlobal = mode === "global";
  const isBlind = !isGlobal && behaviour.accountCars !== "offered";
  let now = Date.now();
  // The program does not wait, so a server that limits its rate needs a clock that moves with each request.
  const clock = { now: () => (now += 500) };
  const accounts = [
    { baId: "4711", cars: [...cars] },
    { baId: "4712", cars: ["X1"] },
  ];
  const here = await place({ mode, start: { cars: [...cars], fleet: cars.slice(0, 2), accounts }, behaviour, clock });
  const options = [...(isGlobal ? [] : ["--account", "4711"]), "--auto-approve"];
  const examined = await here.run("doctor", "--json", "--write", PLATE, ...options);
  const { findings, interface: block } = JSON.parse(examined.stdout);
  // The doctor ends with the words of what it could not read.
  if (!findings) return { flaw: "not examined", told: [examined.stderr] };
  const told = findings.flatMap(({ probe, verdict, found }: Readonly<Record<string, string>>) =>
    verdict === "trouble" || (verdict === "not known" && probe === "delete") ? [`${probe}: ${found}`] : [],
  );
  const more = `interface: ${JSON.stringify(block)}\n`;
  const run = async (command: string, plates: readonly string[], ...args: readonly string[]) => {
    here.write("fleet.yaml", isGlobal ? globalFleet(plates, more) : accountFleet({ 4711: plates }, more));
    return (await here.run(...command.split(" "), ...options, ...args)).code;
  };
  const apply = (...plates: readonly string[]) => run("apply", plates, "--allow-deletes=99", "--allow-adds=99");
  const [one = "", other = "", ...kept] = cars;
  const wanted = [...kept, "NEW1", "NEW2"].sort();
  const listed = () => [...here.sandbox.model.plates(isGlobal ? mode : "account:4711")].sort().join();
  if (isBlind) await run("state adopt", cars);
  const code = await apply(...wanted);
  // A run that says so itself tells enough; without a list, none would.
  if (code !== 0 && !isBlind) told.push(`exit ${code}`);
  if (code !== 0 || listed() !== wanted.join()) return { flaw: `exit ${code}: ${listed()}`, told };
  if (!isBlind) return { told };
  // Without a list, runs go by what is sent and by the words of refusals: both are looked at for other cars.
  rmSync(join(here.folder, ".platectl"), { recursive: true });
  const twice = await apply(...wanted);
  await run("state adopt", [...wanted, one, other]);
  // No words can tell that a whole request was refused because a car of it is absent.
  const absent = behaviour.absentDelete === "not-found" ? 0 : await apply(...wanted);
  const refused = await apply(...wanted, "REJECT1");
  const codes = `${twice} ${absent} ${refused} ${listed() === wanted.join()}`;
  return codes === "0 0 9 true" ? { told } : { flaw: codes, told };
}

const SERVERS = Number(process.env["DOCTOR_SERVERS"] ?? 15);

it(`the block that doctor prints makes runs exact, or doctor says what it cannot know (${SERVERS} servers)`, {
  timeout: 3_600_000,
}, async () => {
  const [wrong, inexact]: [unknown[], unknown[]] = [[], []];
  let helped = 0;
  for (let seed = 1; seed <= SERVERS; seed += 1) {
    const server = randomServer(seed);
    const { flaw, told } = await judged(server);
    if (flaw !== undefined && told.length === 0) wrong.push({ seed, flaw, server });
    if (isBeyondHelp(server)) continue;
    helped += 1;
    if (flaw !== undefined) inexact.push({ seed, flaw, told, server });
  }
  expect(wrong).toEqual([]);
  expect(inexact.slice(helped / 100)).toEqual([]);
});
