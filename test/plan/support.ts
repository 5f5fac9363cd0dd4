import fc from "fast-check";
import {
  type AbsentCar,
  type Acknowledgement,
  accountScope,
  type Baseline,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredEntry,
  type DesiredState,
  type InterfaceSettings,
  type LiveEntry,
  type LiveScope,
  type LiveSource,
  type PlateKey,
  type Policy,
  readPlate,
  type Scope,
  type ScopeMemory,
  type UnclearRow,
  type WatchedList,
} from "../../src/allowlist/index.ts";
import {
  type Allowances,
  buildPlan,
  type Guard,
  type Plan,
  type PlanInputs,
  type ScopePlan,
} from "../../src/plan/index.ts";

export const DAY = "2026-05-01";
/** Noon of that day. */
export const NOW = Date.UTC(2026, 4, 1, 12);
export const TARGET = { baseUrl: "https://fleet.example", fingerprint: "f".repeat(32) };

type Without<Whole, Keys extends keyof Whole> = Partial<Omit<Whole, Keys>>;
export type CarText = string | ({ readonly plate: string } & Without<DesiredEntry, "licenseNumber" | "plateKey">);
export type LiveText = string | ({ readonly plate: string } & Without<LiveEntry, "licenseNumber" | "plateKey">);

export function keyOf(text: string): PlateKey {
  const reading = readPlate(text, DEFAULT_INTERFACE);
  if (reading.kind !== "plate") throw new Error(`${text} is not a plate`);
  return reading.plateKey;
}

export function desiredEntry(car: CarText, line = 1): DesiredEntry {
  const { plate, ...rest } = typeof car === "string" ? { plate: car } : car;
  const source = { file: "fleet.yaml", line, column: 5 };
  return { licenseNumber: plate, plateKey: keyOf(plate), features: [], source, ...rest };
}

export function liveEntry(car: LiveText): LiveEntry {
  const { plate, ...rest } = typeof car === "string" ? { plate: car } : car;
  return { licenseNumber: plate, plateKey: keyOf(plate), features: [], addedByCustomerCare: false, ...rest };
}

export function keyed<Entry extends { readonly plateKey: PlateKey }>(entries: readonly Entry[]): Map<PlateKey, Entry> {
  return new Map(entries.map((entry) => [entry.plateKey, entry]));
}

export function memoryOf(lastCount: number | undefined, cars: readonly LiveText[] = []): ScopeMemory {
  return { lastCount, entries: keyed(cars.map(liveEntry)) };
}

/** One list on both sides, as tests like to write it. */
export interface ScopeText {
  readonly desired?: readonly CarText[];
  readonly live?: readonly LiveText[];
  readonly source?: LiveSource;
  readonly unreadable?: readonly string[];
  readonly memory?: ScopeMemory;
  readonly absent?: readonly AbsentCar[];
  readonly lists?: readonly WatchedList[];
  readonly unclear?: readonly UnclearRow[];
  /** What else is known of the live side. */
  readonly about?: Pick<LiveScope, "older" | "repeated">;
}

export interface PlanText extends ScopeText {
  /** Billing-account mode; else the scope is the global one. */
  readonly scopes?: Readonly<Partial<Record<Scope, ScopeText>>>;
  /** The others are in the files, and read only where they have live cars. */
  readonly chosen?: readonly Scope[];
  /** Cars that lists outside the run want. */
  readonly wantedBy?: Readonly<Record<string, Scope>>;
  readonly policy?: Partial<Policy>;
  readonly settings?: Partial<InterfaceSettings>;
  readonly fleet?: readonly string[];
  readonly allowances?: Allowances;
  readonly day?: string;
  readonly files?: DesiredState["files"];
  readonly holdings?: PlanInputs["holdings"];
  readonly origins?: PlanInputs["origins"];
  readonly diagnostics?: PlanInputs["diagnostics"];
  readonly choice?: PlanInputs["choice"];
  readonly reassert?: boolean;
}

export function planFor(text: PlanText): Plan {
  return buildPlan(inputsFor(text));
}

export function inputsFor(text: PlanText): PlanInputs {
  const lists = scopesOf(text);
  const desired: DesiredState = {
    mode: text.scopes ? "billing-account" : "global",
    scopes: lists.map(([scope, { desired: cars = [], absent, lists: files, unclear }], at) => ({
      scope,
      source: { file: "fleet.yaml", line: at + 1, column: 1 },
      entries: keyed(cars.map((car, line) => desiredEntry(car, line + 10))),
      ...(absent && { absent: keyed(absent) }),
      ...(files && { lists: files }),
      ...(unclear && { unclear }),
    })),
    policy: { ...DEFAULT_POLICY, ...text.policy },
    interface: { ...DEFAULT_INTERFACE, ...text.settings },
    timeZone: "UTC",
    files: text.files ?? [{ path: "fleet.yaml", sha256: "a".repeat(64) }],
    ...(text.wantedBy && {
      notLookedAt: { scopes: new Set(Object.values(text.wantedBy)), wanted: wantedIn(text.wantedBy) },
    }),
  };
  const read = lists.filter(([scope, { live }]) => live || (text.chosen?.includes(scope) ?? true));
  const memory = lists.flatMap(([scope, one]) => (one.memory ? [[scope, one.memory] as const] : []));
  return {
    desired,
    live: {
      scopes: new Map(read.map(([scope, one]) => [scope, liveScope(scope, one)])),
      fleet: text.fleet && new Set(text.fleet.map(keyOf)),
      memory: new Map(memory),
    },
    target: TARGET,
    day: text.day ?? DAY,
    now: NOW,
    allowances: text.allowances ?? {},
    source: { kind: "own" },
    scopes: text.chosen ?? lists.map(([scope]) => scope),
    diagnostics: text.diagnostics ?? [],
    ...(text.holdings && { holdings: text.holdings }),
    ...(text.origins && { origins: text.origins }),
    ...(text.choice && { choice: text.choice }),
    ...(text.reassert && { reassert: true }),
  };
}

function wantedIn(wantedBy: Readonly<Record<string, Scope>>): Map<PlateKey, Scope> {
  return new Map(Object.entries(wantedBy).map(([plate, scope]) => [keyOf(plate), scope]));
}

function scopesOf(text: PlanText): [Scope, ScopeText][] {
  if (!text.scopes) return [["global", text]];
  return Object.entries(text.scopes).flatMap(([scope, list]) =>
    scope !== "global" && list ? [[accountScope(scope.replace("account:", "")), list] as [Scope, ScopeText]] : [],
  );
}

function liveScope(scope: Scope, { live = [], source = "list", unreadable = [], memory, about }: ScopeText): LiveScope {
  const baseline: Baseline = memory?.baseline ? "known" : "unknown";
  const entries = keyed(live.map(liveEntry));
  return { scope, source, entries, unreadable, ...(source !== "list" && { baseline }), ...about };
}

/** The plan's only scope. */
export function onlyScope(plan: Plan): ScopePlan {
  const [scope] = plan.scopes;
  if (!scope || plan.scopes.length > 1) throw new Error(`${plan.scopes.length} scopes instead of one`);
  return scope;
}

/** The changes of every scope, each as `+ AB1`, `~ AB1` or `- AB1`. */
export function signs(plan: Plan): string[] {
  const sign = { add: "+", update: "~", delete: "-", detach: "x" };
  return plan.scopes.flatMap(({ changes }) =>
    changes.map(({ action, licenseNumber }) => `${sign[action]} ${licenseNumber}`),
  );
}

export function guardOf(plan: Plan, rule: Guard["rule"]): Guard | undefined {
  return plan.guards.find((guard) => guard.rule === rule);
}

export function trippedRules(plan: Plan): string[] {
  return plan.guards.filter(({ tripped }) => tripped).map(({ rule }) => rule);
}

/** That many different plates, far enough apart to be no corrections of each other. */
export function plates(count: number, prefix = "AB"): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${1000 + at}`);
}

/** Plates of few letters and many spellings, so that two lists often share cars. */
export const plateText = fc
  .tuple(
    fc.constantFrom("A", "B", "Ä", "8"),
    fc.constantFrom("", "-", " ", "."),
    fc.constantFrom("1", "I", "0", "O", "Я"),
  )
  .chain(([left, separator, right]) =>
    fc.constantFrom(`${left}${separator}${right}`, `${left}${separator}${right}`.toLowerCase()),
  );

const features = fc.subarray(["LEASING", "POOL"]);

export const desiredCars: fc.Arbitrary<CarText[]> = fc.uniqueArray(fc.record({ plate: plateText, features }), {
  selector: ({ plate }) => keyOf(plate),
  maxLength: 12,
});

export const liveCars: fc.Arbitrary<LiveText[]> = fc
  .uniqueArray(
    fc.record({
      plate: plateText,
      features,
      addedByCustomerCare: fc.boolean(),
      isUncertain: fc.boolean(),
      spellings: fc.boolean(),
    }),
    { selector: ({ plate }) => keyOf(plate), maxLength: 12 },
  )
  .map((rows) =>
    rows.map(({ isUncertain, spellings, ...row }) => ({
      ...row,
      ...(isUncertain && { uncertain: true as const }),
      ...(spellings && { otherSpellings: [[...keyOf(row.plate)].join(" - ")] }),
    })),
  );

/** A plan over a list of `live` cars that deletes some of them and adds others. */
export function planOf(live: number, { deletes = 0, adds = 0 }, rest: Partial<PlanText> = {}): Plan {
  const there = plates(live);
  return planFor({
    live: there,
    desired: [...there.slice(deletes), ...plates(adds, "NEW")],
    memory: memoryOf(live),
    ...rest,
  });
}

/** A policy with one acknowledgement, in force until and with today. */
export function acknowledge(entry: Partial<Acknowledgement>, line = 40): Pick<Policy, "acknowledge"> {
  const source = { file: "fleet.yaml", line, column: 5 };
  return { acknowledge: [{ scope: "global", until: DAY, reason: "lease batch 7", source, ...entry }] };
}
