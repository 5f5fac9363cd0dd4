import { expect, it } from "vitest";
import type { Alarm } from "../../src/allowlist/index.ts";
import { alarm } from "../../src/apply/run/alarms.ts";
import { SendGate } from "../../src/apply/run/apply-run.ts";
import { FakeClock } from "./world.ts";

const MINUTE = 60_000;
const codes = ({ alarms }: SendGate) => alarms.map(({ code }) => code);

function gateOf(deadline?: number) {
  const clock = new FakeClock();
  const stop = new AbortController();
  return { clock, stop, gate: new SendGate(clock, stop.signal, deadline) };
}

it.each<[string, number | undefined, number, Alarm["code"][], number]>([
  ["of ten minutes is waited for", undefined, 10 * MINUTE, [], 10 * MINUTE],
  ["of more ends the run", undefined, 10 * MINUTE + 1, ["server-busy"], 0],
  ["that ends before the deadline is waited for", 2 * MINUTE, 2 * MINUTE - 1, [], 2 * MINUTE - 1],
  ["that ends with the deadline ends the run", 2 * MINUTE, 2 * MINUTE, ["server-busy"], 0],
])("a wait that the server asks for and %s", (_, deadline, asked, alarms, wait) => {
  const { gate } = gateOf(deadline);
  gate.applyRetryAfter(asked);
  gate.applyRetryAfter(asked - 1);
  expect([codes(gate), gate.wait]).toEqual([alarms, wait]);
});

it("nothing is sent from the deadline on, nor after an interrupt, and nothing is waited for then", async () => {
  const { gate, clock, stop } = gateOf(MINUTE);
  gate.applyRetryAfter(MINUTE / 2);
  await gate.pause(MINUTE - 1);
  expect([gate.stopReason(), gate.wait, gate.interrupted]).toEqual([undefined, 0, false]);
  clock.passed += 1;
  expect(gate.stopReason()).toContain("--deadline");
  stop.abort();
  expect(gate.stopReason()).toContain("interrupted");
  await gate.pause(MINUTE);
  expect(clock.passed).toBe(MINUTE);
});

it("a clock that fails is no interrupt", async () => {
  const { gate, clock } = gateOf();
  clock.sleep = () => Promise.reject(new Error("a defect"));
  await expect(gate.pause(1)).rejects.toThrow("a defect");
});

it("the third batch in a row without a definite outcome ends the run, and a definite one begins a new row", () => {
  const { gate } = gateOf();
  for (const why of ["a", "b", undefined, "c", "d"]) gate.countReply(why);
  expect(gate.stopReason()).toBeUndefined();
  gate.countReply("e");
  expect(gate.stopReason()).toMatch(/3 batches in a row .*\(e\)$/);
});

it("the third refused delete ends the run, and the second batch without effect, whichever request it was of", () => {
  const { gate } = gateOf();
  for (const batches of [1, 0]) gate.countNoEffect(batches, "here");
  for (let refused = 0; refused < 2; refused += 1) gate.countRefusedDelete();
  expect(codes(gate)).toEqual([]);
  gate.countNoEffect(1, "there");
  gate.countRefusedDelete();
  expect(codes(gate)).toEqual(["no-effect", "deletes-refused"]);
  expect(gate.stopReason()).toBe("the server confirms changes that have no effect there");
});

it("the first reason is kept, for the run and for a list, and one alarm of each code and list", () => {
  const { gate } = gateOf();
  for (const why of ["first", "second"]) gate.close("account:1", why);
  expect([gate.stopReason(), gate.stopReason("account:2"), gate.stopReason("account:1")]).toEqual([
    ...[undefined, undefined, "first"],
  ]);
  for (const scope of ["account:1", "account:2"] as const)
    for (const message of ["one", "two"]) gate.raise(alarm("refused", message, { scope }));
  expect(gate.alarms.map(({ scope, message }) => `${scope} ${message}`)).toEqual(["account:1 one", "account:2 one"]);
  for (const why of ["halted", "later"]) gate.end(why);
  expect([gate.stopReason(), gate.stopReason("account:1")]).toEqual(["halted", "halted"]);
});

it("the retries of a run are used up once, and it says so", () => {
  const { gate } = gateOf();
  expect([gate.budget.spend(20), codes(gate)]).toEqual([true, []]);
  expect([gate.budget.spend(1), codes(gate)]).toEqual([false, ["retries-used-up"]]);
  expect(gate.stopReason()).toBeUndefined();
});
