import { afterAll, beforeAll, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/run/ports/index.ts";
import type { Store } from "../../../src/state/index.ts";
import { FakeClock } from "../../apply/world.ts";
import { car, held, intent, VIEW } from "../world.ts";
import { cuttingProxy } from "./cutting-proxy.ts";
import { type Server, startPostgres } from "./server.ts";
import { lists, on, storeAt, there } from "./stores.ts";

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

async function platesIn(store: Store): Promise<string[]> {
  const { records } = await store.inspect();
  return records.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === "intent" ? entry.cars.map(({ licenseNumber }) => licenseNumber) : [])),
  );
}

it.each(["before", "after"] as const)(
  "a connection that is lost at any statement, %s the server has read it, loses and doubles nothing",
  async (moment) => {
    let cuts = 0;
    for (let at = 1; ; at += 1) {
      const proxy = await cuttingProxy(server.port, at, moment);
      const address = server.address();
      const through = address.replace(`:${server.port}/`, `:${proxy.port}/`);
      const other = await held(storeAt(address, there(2)), lists("account:2"));
      const state = await held(storeAt(through, there(1)), lists("account:1"));
      for (const plate of ["AB1", "CD2", "EF3"]) {
        await Promise.all([state.append([on("account:1", plate)]), other.append([on("account:2", `X${plate}`)])]);
      }
      await state.release();
      await other.release();
      expect((await platesIn(storeAt(address))).sort(), `cut ${at}`).toEqual([
        "AB1",
        "CD2",
        "EF3",
        "XAB1",
        "XCD2",
        "XEF3",
      ]);
      expect((await storeAt(address).inspect()).holders).toEqual([]);
      await proxy.close();
      if (!proxy.wasCut()) break;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(10);
  },
);

it("connections that fall silent, as when a machine loses its power, are replaced in time", async () => {
  const address = server.address();
  const proxy = await cuttingProxy(server.port, Number.POSITIVE_INFINITY, "before");
  const state = await held(storeAt(address.replace(`:${server.port}/`, `:${proxy.port}/`)));
  await state.append([intent("add", car("AB1"))]);
  proxy.silence();
  await state.append([intent("add", car("CD2"))]);
  proxy.silence();
  await state.release();
  expect(await platesIn(storeAt(address))).toEqual(["AB1", "CD2"]);
  expect((await storeAt(address).inspect()).holders).toEqual([]);
  await proxy.close();
});

it("a server that is killed and started again in the middle of a run costs it nothing but time", async () => {
  const address = server.address();
  const state = await held(storeAt(address));
  await state.append([intent("add", car("AB1"))]);
  await server.stop("kill");
  const appending = Promise.all([state.append([intent("add", car("CD2"))]), state.append([intent("add", car("EF3"))])]);
  await server.start();
  await appending;
  await server.stop("orderly");
  await server.start();
  await state.append([intent("add", car("GH4"))]);
  await state.release();
  expect(await platesIn(storeAt(address))).toEqual(["AB1", "CD2", "EF3", "GH4"]);
});

it("a server that stays away is an error in words, before anything is sent", async () => {
  const address = server.address();
  const state = await held(storeAt(address));
  await server.stop("kill");
  const clock = new FakeClock();
  await expect(held(storeAt(address, { clock }))).rejects.toThrow("nothing listens there (ECONNREFUSED)");
  const late: JournalEntry = intent("add", car("AB1"));
  const failed = state.append([late]).catch((error: unknown) => String(error));
  await server.start();
  // It came back in time.
  expect(await failed).toBeUndefined();
  expect(await platesIn(storeAt(address))).toEqual(["AB1"]);
});

it("a database that is read-only is read, and not written to", async () => {
  const address = server.address();
  const state = await held(storeAt(address));
  await state.append([intent("add", car("AB1"))]);
  await state.release();
  await server.sql("alter system set default_transaction_read_only = on");
  await server.sql("select pg_reload_conf()");
  await expect
    .poll(() => server.sql("show default_transaction_read_only"), { timeout: 60_000 })
    .toEqual([{ default_transaction_read_only: "on" }]);
  const failure: unknown = await held(storeAt(address)).catch((error: unknown) => error);
  const known = await storeAt(address).memory(VIEW);
  await server.sql("alter system reset default_transaction_read_only");
  await server.sql("select pg_reload_conf()");
  expect(String(failure)).toContain("the database is read-only, as a standby is (25006)");
  expect(known.get("global")?.entries.size).toBe(1);
});

it("compaction replaces the records of the lists that are locked, keeps what is known, and lays the old ones aside", async () => {
  const address = server.address();
  const other = await held(storeAt(address, there(1)), lists("account:2"));
  await other.append([{ kind: "run", run: "r2", actor: "bo", planDigest: "d" }, on("account:2", "ZZ9")]);
  const state = await held(storeAt(address, there(2)), lists("account:1"));
  const large = [car("AB1", "x".repeat(1_000_000)), car("CD2")];
  for (let round = 0; round < 17; round += 1) {
    const entry: JournalEntry = { kind: "intent", batch: round, scope: "account:1", action: "add", cars: large };
    await state.append([entry]);
  }
  const before = await storeAt(address).memory(VIEW);
  expect(await state.compact()).toBe(true);
  await other.append([{ kind: "end", run: "r2", exitCode: 0 }]);
  await state.append([on("account:1", "NEW1")]);
  expect([...(state.memory().get("account:1")?.entries.keys() ?? [])]).toHaveLength(3);
  expect(state.memory().get("account:2")?.entries).toEqual(before.get("account:2")?.entries);
  const after = await storeAt(address).memory(VIEW);
  expect([...(after.get("account:1")?.entries.keys() ?? [])]).toHaveLength(3);
  expect(after.get("account:2")?.entries).toEqual(before.get("account:2")?.entries);
  const { bytes, records } = await storeAt(address).inspect();
  expect(bytes).toBeLessThan(3_000_000);
  expect(records.flatMap(({ entries }) => entries.map(({ kind }) => kind))).toContain("snapshot");
  const history = await storeAt(address).history();
  expect(history.flatMap(({ entries }) => entries).filter(({ kind }) => kind === "intent")).toHaveLength(19);
});
