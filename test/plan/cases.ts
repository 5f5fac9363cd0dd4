import { expect } from "vitest";
import type {
  Acknowledgement,
  ChangeWithoutEffect,
  LastWrite,
  ListDay,
  ListMemory,
  PlateKey,
  ScopeMemory,
} from "../../src/allowlist/index.ts";
import {
  acknowledgementsFor,
  buildPlan,
  type EditOrigin,
  exemptionsOf,
  moveDestinations,
  type Plan,
  type PlanInputs,
} from "../../src/plan/index.ts";
import { shown, testRows } from "../case-files.ts";
import {
  acknowledge,
  type CarText,
  DAY,
  inputsFor,
  keyOf,
  type LiveText,
  memoryOf,
  type PlanText,
  plates,
  type ScopeText,
  signs,
  trippedRules,
} from "./support.ts";

/** What the state remembers of a list; `writes` are done unless they say otherwise. */
interface MemoryCase
  extends Partial<
    Omit<
      ScopeMemory,
      "entries" | "recent" | "lastWrites" | "lists" | "withoutEffect" | "changedAgain" | "notListed" | "openDeletes"
    >
  > {
  readonly cars?: readonly LiveText[];
  readonly recent?: readonly Partial<ListDay>[];
  /** How many cars list files had, or what else is known of them. */
  readonly lists?: Readonly<Record<string, number | ListText>>;
  readonly writes?: Readonly<Record<string, Partial<LastWrite> & Pick<LastWrite, "action">>>;
  readonly changedAgain?: readonly string[];
  readonly notListed?: readonly string[];
  /** The days of deletes of which it is not known what became of them. */
  readonly openDeletes?: Readonly<Record<string, string>>;
  readonly withoutEffect?: Readonly<Record<string, Omit<ChangeWithoutEffect, "licenseNumber">>>;
}

/** What is known of a list file: its cars with their last days, and those that it has lost, with the days of that. */
interface ListText extends Pick<ListMemory, "cars" | "skipped"> {
  readonly rows?: Readonly<Record<string, string | null>>;
  readonly gone?: Readonly<Record<string, string>>;
}

type WithMemory<Text extends ScopeText> = Omit<Text, "memory" | "scopes" | "origins"> & {
  readonly memory?: MemoryCase;
};

/** Inputs of a plan, in which `AB1000..AB1039` stands for forty plates. */
export interface PlanCase extends WithMemory<PlanText> {
  readonly scopes?: Readonly<Record<string, WithMemory<ScopeText>>>;
  /** A list of so many cars that was seen before, of which some go and others come. */
  readonly of?: { readonly live: number; readonly deletes?: number; readonly adds?: number };
  /** The only entry of `policy.acknowledge`. */
  readonly acknowledge?: Partial<Acknowledgement>;
  /** What the history of the files says of every line, and of those that are gone. */
  readonly history?: "no-repository" | { readonly wrote: EditOrigin; readonly removed?: EditOrigin };
  /** What differs in the fleet files as of the base revision. */
  readonly base?: PlanCase;
  /** What differed when the plan was made that the run applies, or a part of it. */
  readonly approved?: PlanCase;
  readonly part?: PlanCase;
}

/** What the plan says. */
interface Case extends PlanCase {
  readonly what: string;
  readonly signs?: readonly string[];
  /** The rules of the guards that stop the plan. */
  readonly tripped?: readonly string[];
  /** The guards that stop it, or all of those rules. */
  readonly guards?: readonly object[];
  /** With the values that are named; `null` is none. */
  readonly changes?: readonly object[];
  readonly exempt?: readonly object[];
  readonly warnings?: readonly (string | object)[];
  readonly counts?: object;
  readonly plan?: object;
  /** `+ AB1: edit`, change by change, or all of a reason. */
  readonly reasons?: readonly (string | object)[];
  /** The entries of `policy.acknowledge` that let it pass. */
  readonly needs?: readonly object[];
  /** The guards that none lets pass. */
  readonly beyond?: readonly string[];
  /** The lists outside the run that its cars move to. */
  readonly moves?: readonly string[];
}

/** A test for each row with `what` of the data file beside a test. A `null` in what it expects is a value that is absent. */
export function planCases(test: string): void {
  testRows(test, (one: Case) => {
    const inputs = inputsOf(one);
    const plan = buildPlan(inputs);
    judge(plan, one);
    if (one.moves) expect(moveDestinations(inputs.desired, inputs.live, inputs.day)).toEqual(one.moves);
    judgeExemptions(plan, inputs);
  });
}

/** What a later reading is judged by says the same of every row of the lists as the plan. */
function judgeExemptions(plan: Plan, inputs: PlanInputs): void {
  const exemptionOf = exemptionsOf(inputs);
  for (const { scope, changes, exempt } of plan.scopes) {
    const kept = new Map(exempt.map(({ plateKey, licenseNumber: _, ...exemption }) => [plateKey, exemption]));
    const deleted = new Set(changes.filter(({ action }) => action === "delete").map(({ plateKey }) => plateKey));
    for (const entry of inputs.live.scopes.get(scope)?.entries.values() ?? []) {
      const exemption = kept.get(entry.plateKey);
      const isOfList = exemption && exemption.rule !== "absent-later" && exemption.rule !== "unclear-row";
      if (isOfList) expect(exemption).toMatchObject({ ...exemptionOf(scope, entry) });
      if (isOfList || deleted.has(entry.plateKey)) expect(exemptionOf(scope, entry)?.rule).toBe(exemption?.rule);
    }
  }
}

/** The inputs of a row. */
export function inputsOf({ base, approved, part, ...one }: PlanCase): PlanInputs {
  const inputs = inputsFor(textOf(one));
  const made = approved ?? part;
  if (made) {
    const plan = buildPlan(inputsOf({ ...one, ...made }));
    return { ...inputs, source: { kind: approved ? "approved" : "part", plan } };
  }
  return base ? { ...inputs, source: { kind: "own", base: inputsOf({ ...one, ...base }).desired } } : inputs;
}

function textOf({ scopes, of, history, memory, policy, acknowledge: entry, ...rest }: PlanCase): PlanText {
  const seen = of ? { lastCount: of.live, ...memory } : memory;
  const origins = history && (history === "no-repository" ? history : originsOf(history));
  const rules = { ...policy, ...(entry && acknowledge(entry)) };
  const base = { ...rest, policy: rules, ...(origins && { origins }) };
  if (scopes) {
    const lists = Object.entries(scopes).map(([scope, list]) => [scope, scopeText(list)]);
    return { ...base, scopes: Object.fromEntries(lists) };
  }
  const there = of && plates(of.live);
  const cars = there && { live: there, desired: [...there.slice(of.deletes ?? 0), ...plates(of.adds ?? 0, "NEW")] };
  return { ...base, ...scopeText({ ...rest, ...cars, ...(seen && { memory: seen }) }) };
}

function scopeText({ memory, desired, live, ...rest }: WithMemory<ScopeText>): ScopeText {
  return {
    ...rest,
    ...(desired && { desired: desired.flatMap(spread) }),
    ...(live && { live: live.flatMap(spread) }),
    ...(memory && { memory: memoryText(memory) }),
  };
}

function memoryText({
  lastCount,
  cars = [],
  recent,
  writes,
  lists,
  withoutEffect,
  changedAgain,
  notListed,
  openDeletes,
  ...rest
}: MemoryCase): ScopeMemory {
  const days = recent?.map((one): ListDay => ({ day: DAY, deletes: 0, most: lastCount ?? 0, ...one }));
  const written = Object.entries(writes ?? {}).map(
    ([plate, write]) => [keyOf(plate), { at: "2026-04-10T08:00:00.000Z", isDone: true, ...write }] as const,
  );
  return {
    ...memoryOf(lastCount, cars.flatMap(spread)),
    ...rest,
    ...(days && { recent: days }),
    ...(lists && {
      lists: new Map(Object.entries(lists).map(([name, one]) => [name, listMemory(one)])),
    }),
    ...(writes && { lastWrites: new Map(written) }),
    ...(changedAgain && { changedAgain: new Set(changedAgain.map(keyOf)) }),
    ...(notListed && { notListed: new Set(notListed.map(keyOf)) }),
    ...(openDeletes && {
      openDeletes: new Map(Object.entries(openDeletes).map(([plate, day]) => [keyOf(plate), day])),
    }),
    ...(withoutEffect && {
      withoutEffect: new Map(
        Object.entries(withoutEffect).map(([plate, one]) => [keyOf(plate), { licenseNumber: plate, ...one }]),
      ),
    }),
  };
}

function listMemory(list: number | ListText): ListMemory {
  const { rows = {}, gone = {}, ...counts } = typeof list === "number" ? { cars: list } : list;
  const rowOf = (day: string | null) => (day === null ? {} : { validUntil: day });
  return {
    ...counts,
    rows: new Map(Object.entries(rows).map(([plate, day]) => [keyOf(plate), rowOf(day)])),
    gone: new Map(Object.entries(gone).map(([plate, day]) => [keyOf(plate), day])),
  };
}

function spread<Car extends CarText | LiveText>(car: Car): (Car | string)[] {
  const [, prefix = "", from, to] = (typeof car === "string" && /^([A-Z]+)(\d+)\.\.\1(\d+)$/.exec(car)) || [];
  if (from === undefined) return [car];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${prefix}${Number(from) + at}`);
}

const originsOf = ({ wrote, removed = wrote }: { readonly wrote: EditOrigin; readonly removed?: EditOrigin }) => ({
  commits: new Map([
    ["c0ffee", 0],
    ["5eef", 1],
    ["01d", 2],
  ]),
  originsOf: ({ size }: ReadonlySet<PlateKey>) => {
    if (size === 0) throw new Error("the history is read for no car");
    return { wrote: () => wrote, removed: () => removed };
  },
});

function judge(plan: Plan, { what: _, of: __, guards, changes, exempt, warnings, reasons, ...one }: Case): void {
  const all = plan.scopes.flatMap((scope) => scope.changes);
  expect(plan.guards.filter(({ tripped, changed }) => changed && !tripped)).toEqual([]);
  if (one.signs) expect(signs(plan)).toEqual(one.signs);
  if (one.tripped) expect(trippedRules(plan)).toEqual(one.tripped);
  if (guards) {
    const rules = new Set(guards.map((guard) => new Map(Object.entries(guard)).get("rule")));
    const stopping = plan.guards.filter(({ tripped, rule }) => rules.has(rule) || (tripped && rules.has(undefined)));
    expect(shown(stopping, guards)).toMatchObject(guards);
  }
  if (changes) expect(shown(all, changes)).toMatchObject(changes);
  const exemptions = plan.scopes.flatMap((scope) => scope.exempt);
  if (exempt) expect(shown(exemptions, exempt)).toMatchObject(exempt);
  if (one.plan) expect(shown(plan, one.plan)).toMatchObject(one.plan);
  const { entries, others } = acknowledgementsFor(plan.guards);
  if (one.needs) expect(entries).toEqual(one.needs);
  if (one.beyond) expect(others.map(({ rule }) => rule)).toEqual(one.beyond);
  if (one.counts) expect(plan.counts).toMatchObject(one.counts);
  if (warnings)
    expect(
      plan.warnings.map((warning, at) => (typeof warnings[at] === "object" ? warning : warning.code)),
    ).toMatchObject(warnings);
  if (reasons) {
    const found = all.map(({ reason }, at) =>
      typeof reasons[at] === "object" ? reason : `${signs(plan)[at]}: ${reason?.kind}`,
    );
    expect(found).toEqual(reasons);
  }
}
