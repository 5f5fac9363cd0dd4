import fc from "fast-check";
import { expect, it } from "vitest";
import type { ListDay, Scope } from "../../src/allowlist/index.ts";
import { buildPlan, type Plan } from "../../src/plan/index.ts";
import { guardWords } from "../../src/render/text/guard-words.ts";
import {
  acknowledge,
  DAY,
  guardOf,
  inputsFor,
  keyOf,
  memoryOf,
  type PlanText,
  planFor,
  plates,
  trippedRules,
} from "./support.ts";

const SCOPES = ["account:1", "account:2", "account:3"] as const;

const SOURCE = { file: "fleet.yaml", line: 1, column: 1 };

interface List {
  readonly live: number;
  readonly lost: number;
  readonly added: number;
  /** Deletes that the journal knows, of yesterday unless said. */
  readonly before: number;
  readonly on?: string;
}

/** Three accounts, each of which loses and gains some cars, and has lost some today. */
function accounts(lists: readonly List[], rest: Partial<PlanText> = {}): PlanText {
  const scopes = lists.map(({ live, lost, added, before, on = "2026-04-30" }, at) => {
    const there = plates(live, `L${at}`);
    const recent: ListDay[] = before === 0 ? [] : [{ day: on, deletes: before, most: live + before }];
    const text = { live: there, desired: [...there.slice(lost), ...plates(added, `N${at}`)] };
    return [SCOPES[at], { ...text, memory: { ...memoryOf(live), recent } }];
  });
  return { scopes: Object.fromEntries(scopes), ...rest };
}

function part(text: PlanText, whole: Plan, ...chosen: readonly Scope[]): Plan {
  return buildPlan({ ...inputsFor({ ...text, chosen }), whole });
}

const LIST = fc
  .record({
    live: fc.nat(60),
    lost: fc.nat(60),
    added: fc.nat(70),
    before: fc.nat(25),
    on: fc.constantFrom(DAY, "2026-04-30"),
  })
  .map(({ lost, ...list }) => ({ ...list, lost: Math.max(0, Math.min(lost, list.live - 1)) }));
const LISTS = fc.tuple(LIST, LIST, LIST);

it("every part trips exactly where the whole plan does, whatever was allowed by options or acknowledged", () => {
  const allowance = fc.option(fc.nat(150), { nil: undefined });
  fc.assert(
    fc.property(LISTS, allowance, allowance, fc.nat(80), (lists, deletes, adds, acknowledged) => {
      const allowances = { ...(deletes !== undefined && { deletes }), ...(adds !== undefined && { adds }) };
      const policy = acknowledge({ scope: "all", deletes: acknowledged });
      const text = accounts(lists, { allowances, policy });
      const whole = planFor(text);
      const verdicts = SCOPES.map((scope) => trippedRules(part(text, whole, scope)).length > 0);
      expect(verdicts).toEqual(SCOPES.map(() => trippedRules(whole).length > 0));
    }),
  );
});

it("a plan that was sealed with an option is stopped in every part without the option", () => {
  const text = accounts(SCOPES.map(() => ({ live: 40, lost: 10, added: 0, before: 0 })));
  const sealed = planFor({ ...text, allowances: { deletes: 30 } });
  expect(trippedRules(sealed)).toEqual([]);
  expect(SCOPES.map((scope) => trippedRules(part(text, sealed, scope)))).toEqual(
    SCOPES.map(() => ["maxDeletes.total"]),
  );
});

it("what an option allows is divided, and what the parts delete together stays within it", () => {
  fc.assert(
    fc.property(LISTS, fc.nat(150), (lists, deletes) => {
      const text = accounts(lists, { allowances: { deletes, adds: 1000 } });
      const whole = planFor({ ...text, allowances: { deletes: 1000, adds: 1000 } });
      const passed = SCOPES.map((scope) => part(text, whole, scope)).filter((plan) => trippedRules(plan).length === 0);
      const sum = passed.reduce((all, { counts }) => all + counts.delete, 0);
      const within = trippedRules(planFor({ ...text, allowances: { adds: 1000 } })).length === 0;
      expect(sum <= deletes || within).toBe(true);
    }),
  );
});

it("the option that a part's message names lets all parts pass", () => {
  const text = accounts(SCOPES.map(() => ({ live: 40, lost: 11, added: 0, before: 0 })));
  const whole = planFor(text);
  const tripped = part(text, whole, "account:2").guards.filter((guard) => guard.tripped);
  expect(new Set(tripped.map(({ override }) => override))).toEqual(new Set(["--allow-deletes=33"]));
  const allowed = { ...text, allowances: { deletes: 33 } };
  for (const scope of SCOPES) expect(trippedRules(part(allowed, whole, scope))).toEqual([]);
});

it("a guard of another part's list stops every part: the whole plan was not approved", () => {
  const text = accounts([
    { live: 12, lost: 12, added: 0, before: 0 },
    { live: 40, lost: 1, added: 0, before: 0 },
    { live: 40, lost: 1, added: 0, before: 0 },
  ]);
  const whole = planFor(text);
  expect(trippedRules(part(text, whole, "account:2"))).toContain("emptyDesired");
});

it("deletes that the journal counts since the plan was made do not count twice, and others do count", () => {
  const lists = SCOPES.map(() => ({ live: 40, lost: 6, added: 0, before: 10 }));
  const whole = planFor(accounts(lists));
  expect(trippedRules(whole)).toEqual([]);
  const done = accounts(SCOPES.map(() => ({ live: 36, lost: 2, added: 0, before: 14 })));
  expect(trippedRules(part(done, whole, "account:1"))).toEqual([]);
  const more = accounts(SCOPES.map(() => ({ live: 30, lost: 2, added: 0, before: 25 })));
  const stopped = part(more, whole, "account:1").guards.filter(
    ({ rule, scope }) => rule === "maxDeletes.window" && scope === "all",
  );
  expect(stopped).toMatchObject([{ tripped: true, limit: 20, shareOf: 60, actual: 27 }]);
  expect(stopped.map((guard) => guardWords(guard, []).found)).toEqual([
    "all lists together: 30 cars at the last apply, 28 now; with the deletes of the last days, 27 deletes exceed the limit of 20, this part's share of 60 (maxDeletes.window)",
  ]);
});

it("a delete that was sent and whose outcome is not known counts once when it is planned again", () => {
  const live = plates(40, "L");
  const recent: ListDay[] = [{ day: DAY, deletes: 10, most: 40 }];
  const openDeletes = new Map(live.slice(0, 6).map((plate) => [keyOf(plate), DAY]));
  const list = { live, desired: live.slice(8), memory: { ...memoryOf(40), recent, openDeletes } };
  const plan = planFor({ scopes: { "account:1": list } });
  expect(guardOf(plan, "maxDeletes.window")).toMatchObject({ limit: 16, actual: 12, tripped: false });
});

it("a list file that has shrunk stops every part, its own list's as well, until the option allows it", () => {
  const one = { live: plates(10, "L"), desired: plates(10, "L") };
  const lists = [{ name: "cars.csv", files: ["cars.csv"], cars: 50, maxShrink: { rows: 10 }, source: SOURCE }];
  const known = new Map([["cars.csv", { cars: 100, rows: new Map(), gone: new Map() }]]);
  const shrunk = { ...one, lists, memory: { ...memoryOf(10), lists: known } };
  const text = { scopes: { "account:1": shrunk, "account:2": one } } as const;
  const whole = planFor(text);
  expect(trippedRules(whole)).toEqual(["maxShrink"]);
  const allowed = { ...text, allowances: { shrink: 50 } };
  for (const scope of SCOPES.slice(0, 2)) {
    expect(trippedRules(part(text, whole, scope))).toEqual(["maxShrink"]);
    expect(trippedRules(part(allowed, whole, scope))).toEqual([]);
  }
});

it("all lists of the plan are no part of it: they are judged as ever", () => {
  const text = accounts(SCOPES.map(() => ({ live: 40, lost: 9, added: 0, before: 0 })));
  const { guards } = planFor(text);
  expect(part(text, planFor(text), ...SCOPES).guards).toEqual(guards);
});
