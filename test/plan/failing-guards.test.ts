import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, type Policy, type ScopeMemory } from "../../src/allowlist/index.ts";
import { acknowledgementsFor, type GuardRule } from "../../src/plan/index.ts";
import type { GuardedScope } from "../../src/plan/judge/guard-verdict.ts";
import { guardsFor } from "../../src/plan/judge/guards.ts";
import { DAY, keyed, liveEntry, NOW } from "./support.ts";

/** The object with one property that fails when it is read. */
function failingAt<Value extends object>(value: Value, key: string): Value {
  return Object.defineProperty({ ...value }, key, {
    get: () => {
      throw new Error("planted");
    },
  });
}

const SOURCE = { file: "fleet.yaml", line: 1, column: 1 };
const OWN = DEFAULT_POLICY.maxDeletes;
const memory: ScopeMemory = { lastCount: 20, entries: new Map() };

interface Planted extends Partial<GuardedScope> {
  readonly policy?: Policy;
}

/** For guards of each kind, what their code alone reads. */
const PLANTED: Readonly<Partial<Record<GuardRule, Planted>>> = {
  emptyLive: {
    adds: 1,
    memory: failingAt(memory, "entries"),
    live: { scope: "global", source: "list", entries: new Map(), unreadable: [] },
  },
  maxDeletes: {
    deletes: 1,
    policy: { ...DEFAULT_POLICY, maxDeletes: failingAt({ ...OWN, total: OWN }, "count") },
  },
  noOverlap: failingAt<Planted>({ deletes: 1 }, "shared"),
  "maxDeletes.total": {
    deletes: 1,
    policy: { ...DEFAULT_POLICY, maxDeletes: failingAt(DEFAULT_POLICY.maxDeletes, "total") },
  },
  maxAge: { lists: [failingAt({ name: "a.csv", source: SOURCE, files: [], cars: 1, maxAge: 1 }, "changed")] },
};

describe("S32 a guard whose own code fails", () => {
  it.each(Object.entries(PLANTED))(
    "a guard whose own code fails, %s, counts as tripped, whatever the options allow",
    (rule, planted) => {
      const usual: GuardedScope = {
        scope: "global",
        adds: 0,
        updates: 0,
        deletes: 0,
        desired: 1,
        shared: 1,
        live: { scope: "global", source: "list", entries: keyed([liveEntry("AB1"), liveEntry("CD2")]), unreadable: [] },
        memory: undefined,
        lists: [],
      };
      // Not spread: that would read what is to fail.
      const guarded = Object.defineProperties(usual, Object.getOwnPropertyDescriptors(planted));
      const allowances = { deletes: 999, adds: 999, updates: 999 };
      const rules = { policy: planted.policy ?? DEFAULT_POLICY, day: DAY, now: NOW, allowances };
      const tripped = guardsFor([guarded], rules).filter((guard) => guard.tripped);
      expect(tripped).toEqual([
        expect.objectContaining({
          rule,
          limit: 0,
          actual: 0,
          override: expect.stringMatching(/^nothing: .*\(planted\).* defect in platectl$/),
        }),
      ]);
      expect(acknowledgementsFor(tripped)).toEqual({ entries: [], others: tripped });
    },
  );
});
