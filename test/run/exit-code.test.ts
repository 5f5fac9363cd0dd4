import { describe, expect, it } from "vitest";
import type { PlateKey } from "../../src/allowlist/index.ts";
import { type ApplyResult, stateNotWritten } from "../../src/apply/index.ts";
import type { Plan } from "../../src/plan/index.ts";
import { EXIT, exitCodeFor, exitCodeOfParts, nameOfExit, nextStepAfter } from "../../src/run/exit-code.ts";
import { InterfaceError, type InterfaceFailure } from "../../src/run/ports/index.ts";
import { planFor, plates } from "../plan/support.ts";

const NONE = { verified: 0, acknowledged: 0, rejected: 0, unknown: 0, notSent: 0 };

function applied(...counts: Partial<typeof NONE>[]): ApplyResult {
  const ofList = { scope: "global", results: [], twins: [], taken: new Set<PlateKey>() } as const;
  return {
    scopes: counts.map((some) => ({ ...ofList, counts: { ...NONE, ...some } })),
    interrupted: false,
    alarms: [],
    lastLive: new Map(),
  };
}

describe("the exit code of a run that ended before the first write (V8)", () => {
  it("the exit code of a run that ended before the first write: guarded, declined", () => {
    const plan = planFor({ desired: plates(1) });
    expect(exitCodeFor({ kind: "guarded", plan })).toBe(EXIT.guard);
    expect(exitCodeFor({ kind: "declined", plan })).toBe(EXIT.interrupted);
  });

  it.each<[string, InterfaceFailure[], number]>([
    ["login or permission refused", [{ kind: "auth", status: 403 }], 5],
    ["server not reached", [{ kind: "transport" }], 6],
    ["unexpected status", [{ kind: "status", status: 500 }], 6],
    ["unexpected answer", [{ kind: "shape" }], 6],
    ["list that moves", [{ kind: "inconsistent" }], 6],
    ["stopped by us", [{ kind: "aborted" }], 130],
    ["the worst of all scopes wins", [{ kind: "transport" }, { kind: "auth", status: 401 }], 6],
    ["whatever their order", [{ kind: "auth", status: 401 }, { kind: "inconsistent" }], 6],
  ])("the exit code of a run that ended before the first write: %s", (_, kinds, code) => {
    const failures = kinds.map((kind) => new InterfaceError("it failed", kind));
    expect(exitCodeFor({ kind: "unreadable", failures })).toBe(code);
  });
});

it("S26: hundreds of thousands of lists that cannot be read have the exit code of one", () => {
  const failures = Array.from({ length: 300_000 }, () => new InterfaceError("it failed", { kind: "transport" }));
  expect(exitCodeFor({ kind: "unreadable", failures })).toBe(EXIT.unreadable);
});

it.each([
  ["changes", planFor({ desired: plates(1) }), EXIT.changes],
  [
    "changes of one of two lists",
    planFor({ scopes: { "account:1": { desired: plates(1) }, "account:2": {} } }),
    EXIT.changes,
  ],
  ["nothing to do", planFor({ desired: plates(1), live: plates(1) }), EXIT.ok],
  ["a guard that tripped", planFor({ desired: [], live: plates(1) }), EXIT.guard],
])("a plan with %s has an exit code of its own only where that is asked for", (_, plan, code) => {
  expect(exitCodeFor({ kind: "planned", plan })).toBe(EXIT.ok);
  expect(exitCodeFor({ kind: "planned", plan }, true)).toBe(code);
});

it("every exit code has a name and a next step of its own, and a number that is none has neither", () => {
  for (const [name, code] of Object.entries(EXIT)) expect(nameOfExit(code)).toBe(name);
  const steps = Object.values(EXIT).map(nextStepAfter);
  expect(new Set(steps).size).toBe(steps.length - 1);
  expect(nextStepAfter(EXIT.interrupted)).toBe(nextStepAfter(EXIT.terminated));
  expect(nextStepAfter(EXIT.locked)).toContain("Another run holds the lock");
  expect([nameOfExit(99), nextStepAfter(99)]).toEqual(["", expect.stringContaining("exit code 99")]);
});

describe("the exit code of a run that wrote", () => {
  const UNCLEAR = { source: "a.csv:1:1", list: "a.csv", licenseNumber: "Total", reason: "odd", remedy: "skip it" };
  const plan = planFor({ desired: plates(1) });
  it.each([
    ["nothing to do", [{}], 0],
    ["all verified", [{ verified: 9 }], 0],
    ["all acknowledged", [{ acknowledged: 9 }], 0],
    ["one rejected", [{ verified: 9, rejected: 1 }], 9],
    ["one not sent", [{ verified: 9, notSent: 1 }], 9],
    ["one unknown", [{ verified: 9, unknown: 1 }], 10],
    ["unknown wins over rejected in one scope", [{ rejected: 1, unknown: 1 }], 10],
    ["unknown wins over rejected of another scope", [{ unknown: 1 }, { rejected: 5 }], 10],
    ["rejected in the last scope", [{ verified: 1 }, { rejected: 1 }], 9],
  ])("the exit code of a run that wrote: %s", (_, counts, code) => {
    expect(exitCodeFor({ kind: "applied", plan, result: applied(...counts) })).toBe(code);
  });

  it.each<[string, Partial<ApplyResult>, Partial<Plan["desired"]>, number]>([
    ["an alarm", { alarms: [stateNotWritten("lost", "full")] }, {}, 9],
    [
      "a list that others changed",
      { scopes: applied({}).scopes.map((one) => ({ ...one, changedMeanwhile: [] })) },
      {},
      9,
    ],
    ["an unclear row of a list file", {}, { unclearRows: [UNCLEAR] }, 9],
    ["no unclear row", {}, { unclearRows: [] }, 0],
  ])("the exit code of a run that wrote all, with %s", (_, result, desired, code) => {
    const read = { ...plan, desired: { ...plan.desired, ...desired } };
    expect(exitCodeFor({ kind: "applied", plan: read, result: { ...applied({ verified: 1 }), ...result } })).toBe(code);
  });

  it("an interruption decides the exit code over all else", () => {
    const result = { ...applied({ unknown: 1, rejected: 1 }), interrupted: true };
    expect(exitCodeFor({ kind: "applied", plan, result })).toBe(130);
  });
});

it("every exit code is the contract's, and none has two meanings", () => {
  expect(Object.values(EXIT)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143]);
});

const NOTHING = { verified: 0, acknowledged: 0, rejected: 0, unknown: 0, notSent: 3 };
it.each([
  [[EXIT.ok, EXIT.partial, EXIT.unknown], NOTHING, EXIT.unknown],
  [[EXIT.terminated, EXIT.unknown], NOTHING, EXIT.terminated],
  [[EXIT.guard, EXIT.locked], NOTHING, EXIT.locked],
  [[EXIT.ok, EXIT.input], NOTHING, EXIT.input],
  [[EXIT.ok, EXIT.changes], NOTHING, EXIT.ok],
  [[EXIT.ok, EXIT.partial], NOTHING, EXIT.partial],
  [[EXIT.ok, EXIT.stale, EXIT.partial], NOTHING, EXIT.stale],
  [[EXIT.ok, EXIT.stale], { ...NOTHING, rejected: 1 }, EXIT.partial],
  [[], NOTHING, EXIT.ok],
])("the exit code of several parts, %j with %j, is %i", (codes, counts, worst) => {
  expect(exitCodeOfParts(codes, counts)).toBe(worst);
  expect(exitCodeOfParts(codes.toReversed(), counts)).toBe(worst);
});
