import { expect } from "vitest";
import { DEFAULT_INTERFACE, type Scope } from "../../src/allowlist/index.ts";
import { type ApplyOptions, type ApplyResult, countOutcomes, sumOutcomes } from "../../src/apply/index.ts";
import type { RememberedScope, Reply, WriteRequest } from "../../src/run/ports/index.ts";
import { loosely, shown, testRows } from "../case-files.ts";
import { keyed, keyOf, liveEntry } from "../plan/support.ts";
import { failed, LOST, NOT_SENT, outcomes, planOf, plates, response, resultsOf, type Work, World } from "./world.ts";

/** What a server does with the requests that this is about, instead of obeying. */
interface Rule {
  readonly scope?: Scope;
  readonly action?: WriteRequest["action"];
  /** Requests with this car, or with more cars than that. */
  readonly car?: string;
  readonly over?: number;
  /** The first so many requests, or this one, counted from 1. */
  readonly first?: number;
  readonly only?: number;
  /** How many cars it takes, or which. */
  readonly takes?: number | readonly string[];
  /** The features that these get, if not those that they were sent with. */
  readonly gives?: readonly string[];
  /** `fails` names cars and words; a text is about every car of the request that it does not take. */
  readonly reply: "lost" | "not-sent" | "never" | number | Answer;
}

interface Answer extends Partial<Omit<Extract<Reply, { kind: "response" }>, "kind" | "failures">> {
  readonly fails?: "malformed" | string | Readonly<Record<string, string>>;
}

/** Lists in which `P0..P3` stands for four plates, a plan, what the server does, and what comes of it. */
interface Case {
  readonly what: string;
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly held?: Readonly<Record<string, readonly string[]>>;
  readonly plan: Readonly<Record<string, Work>>;
  readonly batch?: number;
  /** The batch size that the state remembers of every list. */
  readonly remembered?: number;
  /** Cars that the last run tried to add to each of them, and did not. */
  readonly notAdded?: readonly string[];
  /** Changes that an earlier run saw confirmed without effect, with how many minutes ago. */
  readonly ignored?: Readonly<Record<string, number>>;
  /** Cars that the state knows on each of them or not, and whether it knows all of them; `null` where it knows nothing. */
  readonly known?: null | {
    readonly listed?: readonly string[];
    readonly notListed?: readonly string[];
    readonly baseline?: true;
  };
  /** Cars that stay whatever a later reading shows. */
  readonly exempt?: readonly string[];
  readonly options?: Pick<ApplyOptions, "settleMs" | "deadline" | "writesAtOnce">;
  readonly server?: readonly Rule[];

  readonly outcomes?: Readonly<Record<string, string>>;
  /** The kinds of outcomes that there are. */
  readonly kinds?: readonly string[];
  readonly counts?: object;
  /** Action and number of cars of each request. */
  readonly sent?: readonly string[];
  /** `detach 51 AB1`, `delete AB1`: what was sent, in order. */
  readonly asked?: readonly string[];
  readonly requests?: number;
  /** Most cars in a request of an action. */
  readonly largest?: Readonly<Record<string, number>>;
  readonly halts?: string | null;
  readonly left?: readonly string[];
  /** `null` for none; a text that begins or ends with `…` need only be held. */
  readonly errors?: Readonly<Record<string, string | null>>;
  /** All results; `null` is a value that is absent, here and in the journal. */
  readonly results?: readonly object[];
  /** The outcomes that the journal holds in the end. */
  readonly journal?: readonly object[];
  /** The codes of the alarms. */
  readonly alarms?: readonly string[];
  /** Milliseconds that the run took. */
  readonly passed?: number;
  /** Milliseconds between the first two requests at least. */
  readonly gap?: number;
  readonly reads?: number;
}

/** A test for each row of the data file beside a test. */
export function applyCases(test: string): void {
  testRows(test, async (one: Case) => {
    const world = new World();
    for (const [scope, cars] of Object.entries(one.lists ?? {})) world.put(cars.flatMap(spread), scopeOf(scope));
    for (const [user, cars] of Object.entries(one.held ?? {})) world.held.set(user, new Set(cars));
    if (one.batch) world.settings = { ...DEFAULT_INTERFACE, batchSize: one.batch };
    world.options = {
      ...one.options,
      memory: new Map(
        one.known === null ? [] : Object.keys(one.plan).map((scope) => [scopeOf(scope), memoryOf(one, world)]),
      ),
      exemption: (_, { licenseNumber }) =>
        one.exempt?.includes(licenseNumber) ? { rule: "protected", reason: "it is precious" } : undefined,
    };
    world.behaviour = (request) => {
      const rule = one.server?.find((each) => isAbout(each, request, world.sent.length));
      return rule && replyOf(rule, request, world);
    };
    const work = Object.entries(one.plan).map(([scope, each]) => [scopeOf(scope), workOf(each)] as const);
    judge(await world.apply(planOf(...work)), world, one);
  });
}

function memoryOf(one: Case, { clock }: World): RememberedScope {
  const { remembered: batchSize, notAdded = [], ignored = {} } = one;
  const known = one.known ?? {};
  const withoutEffect = Object.entries(ignored).flatMap(([text, minutes]) =>
    spread(text).map((licenseNumber) => {
      const isDeleted = Object.values(one.plan).some((work) => work.delete?.includes(text));
      const action = isDeleted ? ("delete" as const) : ("add" as const);
      const change = { licenseNumber, action, tried: clock.now() - minutes * 60_000 };
      return [keyOf(licenseNumber), change] as const;
    }),
  );
  return {
    ...{ lastCount: undefined, touched: true, wasRead: false },
    entries: keyed((known.listed ?? []).map(liveEntry)),
    notListed: new Set((known.notListed ?? []).map(keyOf)),
    ...(known.baseline && { baseline: true }),
    ...(batchSize !== undefined && { batchSize }),
    notAdded: new Set(notAdded.map((plate) => keyOf(plate))),
    withoutEffect: new Map(withoutEffect),
  };
}

const scopeOf = (name: string): Scope => (name === "global" ? name : `account:${name}`);

const workOf = ({ add = [], delete: gone = [], ...rest }: Work): Work => ({
  ...rest,
  add: add.flatMap(spread),
  delete: gone.flatMap(spread),
});

function spread(text: string): string[] {
  const [, prefix, to] = /^([A-Z])0\.\.\1(\d+)$/.exec(text) ?? [];
  return to === undefined ? [text] : plates(Number(to) + 1, prefix);
}

function isAbout({ scope, action, car, over = 0, first, only }: Rule, request: WriteRequest, nth: number): boolean {
  const isNamed = car === undefined || request.cars.some(({ licenseNumber }) => licenseNumber === car);
  const isInTurn = (first === undefined || nth <= first) && (only === undefined || nth === only);
  const isThere =
    (scope === undefined || scope === request.scope) && (action === undefined || action === request.action);
  return isNamed && isInTurn && isThere && request.cars.length > over;
}

function replyOf({ takes, gives, reply }: Rule, request: WriteRequest, world: World): Reply {
  const taken = (plate: string, at: number) => (typeof takes === "number" ? at < takes : takes?.includes(plate));
  const cars = request.cars.filter(({ licenseNumber }, at) => taken(licenseNumber, at));
  world.obey({ ...request, cars: gives ? cars.map((car) => ({ ...car, features: gives })) : cars });
  if (reply === "lost") return LOST;
  if (reply === "not-sent") return NOT_SENT;
  if (reply === "never") return { kind: "not-sent", reason: "self-signed certificate", permanent: true };
  if (typeof reply === "number") return response(reply);
  const { fails, status = 207, ...more } = reply;
  if (fails === undefined) return response(status, more);
  if (fails === "malformed") return response(status, { ...more, failures: fails });
  const refused = request.cars.filter(({ licenseNumber }, at) => !taken(licenseNumber, at));
  const words =
    typeof fails === "string" ? refused.map((car) => [car.licenseNumber, fails] as const) : Object.entries(fails);
  return { ...failed(...words.map(([licenseNumber, error]) => ({ licenseNumber, error }))), ...more };
}

function judge(result: ApplyResult, world: World, one: Case): void {
  if (one.outcomes) expect(outcomes(result)).toEqual(one.outcomes);
  if (one.kinds) expect([...new Set(Object.values(outcomes(result)))].sort()).toEqual(one.kinds);
  if (one.counts) expect(result.scopes[0]?.counts).toMatchObject(one.counts);
  if (one.sent) expect(world.sent.map(({ action, cars }) => `${action} ${cars.length}`)).toEqual(one.sent);
  const asked = world.sent.map(({ action, parkingUser, cars }) =>
    [action, parkingUser, ...cars.map(({ licenseNumber }) => licenseNumber)].filter(Boolean).join(" "),
  );
  if (one.asked) expect(asked).toEqual(one.asked);
  if (one.requests !== undefined) expect(world.sent).toHaveLength(one.requests);
  if (one.halts === null) expect(result.alarms).toEqual([]);
  else if (one.halts) expect(result.alarms[0]?.message).toContain(one.halts);
  for (const [action, most] of Object.entries(one.largest ?? {})) {
    const sizes = world.sent.filter((request) => request.action === action).map(({ cars }) => cars.length);
    expect(Math.max(...sizes)).toBe(most);
  }
  if (one.left) expect(world.plates()).toEqual(one.left);
  const errors = Object.fromEntries(resultsOf(result).map(({ licenseNumber, error = null }) => [licenseNumber, error]));
  expect(errors).toMatchObject(loosely(one.errors ?? {}));
  if (one.results) expect(shown(resultsOf(result), one.results)).toMatchObject(one.results);
  if (one.journal) {
    const entries = world.journal.filter(({ kind }) => kind === "outcome");
    expect(shown(entries, one.journal)).toMatchObject(one.journal);
  }
  if (one.alarms) expect(result.alarms.map(({ code }) => code)).toEqual(one.alarms);
  if (one.passed !== undefined) expect(world.clock.passed).toBe(one.passed);
  expect(sumOutcomes(result.scopes.map(({ counts }) => counts))).toEqual(countOutcomes(resultsOf(result)));
  if (one.gap) expect((world.sent[1]?.at ?? 0) - (world.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(one.gap);
  if (one.reads !== undefined) expect(world.reads).toBe(one.reads);
}
