import { expect, it } from "vitest";
import type { Store } from "../../src/state/index.ts";
import { car, failureOf, held, intent, outcome, VIEW } from "./world.ts";

/** What every state must do, wherever it is kept. `place` gives a new one in each test, as each of its users reaches it. */
export function testAnyStore(where: string, place: () => (user: "ann" | "bob") => Store): void {
  it(`a state ${where} is empty until something is written`, async () => {
    const store = place()("ann");
    expect((await store.memory(VIEW)).size).toBe(0);
    expect(await store.history()).toEqual([]);
    const nobody = { holder: undefined, holders: [] };
    expect(await store.inspect()).toEqual({ bytes: 0, condition: { kind: "sound" }, records: [], ...nobody });
    expect(await store.unlock("0123456789ab")).toBe("no-such-lock");
  });

  it(`a state ${where} gives the next run what the run before knew`, async () => {
    const at = place();
    const state = await held(at("ann"));
    expect(state.memory().size).toBe(0);
    await state.append([
      { kind: "run", run: "r1", actor: "anna", planDigest: "d" },
      intent("add", car("BÖ 1", "LEASING"), car("B2")),
    ]);
    await state.append([outcome("add", "acknowledged", "BÖ 1"), outcome("add", "unknown", "B2")]);
    await state.append([{ kind: "end", run: "r1", exitCode: 10 }]);
    await state.release();
    const memory = await at("bob").memory(VIEW);
    expect(memory).toEqual(state.memory());
    expect([...(memory.get("global")?.entries.values() ?? [])]).toMatchObject([
      { licenseNumber: "BÖ 1", features: ["LEASING"] },
      { licenseNumber: "B2", uncertain: true },
    ]);
    const { condition, records, holders } = await at("bob").inspect();
    expect({ condition, holders }).toEqual({ condition: { kind: "sound" }, holders: [] });
    const kinds = records.flatMap(({ entries }) => entries.map(({ kind }) => kind));
    expect(kinds).toEqual(["run", "intent", "outcome", "outcome", "end"]);
  });

  it(`I1 S33: a state ${where} says who holds its lock, which is removed by its id, and who lost it writes no more`, async () => {
    const at = place();
    const first = await held(at("ann"));
    const store = at("bob");
    const locked = { kind: "locked", holder: { id: first.holder.id, user: first.holder.user } };
    expect(await store.lock(VIEW, { timeout: 0 })).toMatchObject(locked);
    expect(await store.unlock("000000000000")).toBe("no-such-lock");
    expect(await store.unlock(first.holder.id)).toBe("unlocked");
    const second = await held(store);
    expect((await failureOf(first.append([intent("add", car("A1"))]))).failure).toBe("lock-lost");
    await first.release();
    await second.append([intent("add", car("B2"))]);
    expect((await store.inspect()).holders.map(({ id }) => id)).toEqual([second.holder.id]);
    await second.release();
    await second.release();
    await held(at("ann"));
  });
}
