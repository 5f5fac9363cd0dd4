import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/process/system-clock.ts";
import { copyState, openStore } from "../../../src/state/index.ts";
import { makeTables } from "../../../src/state/stores/postgres/tables.ts";
import { testAnyStore } from "../store-suite.ts";
import { car, held, intent, outcome, temporaryFolder, VIEW, world } from "../world.ts";
import { schemaOf, type TestServer } from "./server.ts";
import { addressOf as at, lists, on, storeAt, there } from "./stores.ts";

/** What a state in PostgreSQL must do, at whatever server the addresses lead to. */
export function testStore(where: string, start: () => Promise<TestServer>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  describe(`a state in PostgreSQL ${where}`, () => {
    testAnyStore("in PostgreSQL", () => {
      const address = server.address();
      return (user) => storeAt(address, there(user === "ann" ? 1 : 2));
    });

    it("reading makes nothing in PostgreSQL", async () => {
      const address = server.address();
      await storeAt(address).memory(VIEW);
      const schemas = await server.sql("select to_regnamespace($1) as found", [schemaOf(address)]);
      expect(schemas).toEqual([{ found: null }]);
    });

    it("the lock of a dead run without lists does not stay for ever", async () => {
      const address = server.address();
      await held(storeAt(address, there(1)), lists());
      await server.sql(`update ${schemaOf(address)}.holder set seen_at = seen_at - interval '61 seconds'`);
      const next = await held(storeAt(address, there(2)), lists("account:1"));
      expect((await storeAt(address).inspect()).holders.map(({ id }) => id)).toEqual([next.holder.id]);
    });

    it("S33: a lock that is no lock of ours is a holder of an unknown kind: it ends the wait, is shown, and is removed by its id", async () => {
      const address = server.address();
      const store = storeAt(address);
      await (await held(store)).release();
      await server.sql(
        `insert into ${schemaOf(address)}.holder values ('x', '{"version":3}', true, interval '1 day', now())`,
      );
      expect(await store.lock(VIEW, { timeout: 1 })).toMatchObject({
        kind: "locked",
        holder: { id: "x", user: "a holder of an unknown kind" },
      });
      expect((await store.inspect()).holders.map(({ id }) => id)).toEqual(["x"]);
      expect(await store.unlock("x")).toBe("unlocked");
      await (await held(store)).release();
    });

    it("a view of some lists reads what the journal has of those, and of no others", async () => {
      const address = server.address();
      const state = await held(storeAt(address, there(1)), lists("account:1", "account:2", "account:3"));
      for (const [at, scope] of (["account:1", "account:2", "account:3"] as const).entries())
        await state.append([on(scope, `AB${at}`)]);
      await state.release();
      const memory = await storeAt(address).memory({ ...VIEW, reads: ["account:1", "account:3"] });
      expect([...memory.keys()]).toEqual(["account:1", "account:3"]);
      const locked = await held(storeAt(address, there(2)), { ...lists("account:2"), reads: ["account:2"] });
      await locked.append([on("account:2", "CD9")]);
      expect([...locked.memory().keys()]).toEqual(["account:2"]);
      await locked.release();
      expect((await storeAt(address).memory(VIEW)).size).toBe(3);
    });

    it("each list has a lock of its own: two runs on different lists write at the same time", async () => {
      const address = server.address();
      const [one, two] = [storeAt(address, there(1)), storeAt(address, there(2))];
      const first = await held(one, lists("account:1", "account:2"));
      const second = await held(two, lists("account:3"));
      await Promise.all([first.append([on("account:1", "AB1")]), second.append([on("account:3", "CD3")])]);
      const third = await storeAt(address, there(3)).lock(lists("account:3", "account:4"), { timeout: 0 });
      expect(third).toMatchObject({ kind: "locked", holder: { id: second.holder.id } });
      expect((await storeAt(address, there(3)).lock(VIEW, { timeout: 0 })).kind).toBe("locked");
      expect((await one.inspect()).holders.map(({ id }) => id).sort()).toEqual(
        [first.holder.id, second.holder.id].sort(),
      );
      await second.release();
      await (await held(two, lists("account:3", "account:4"))).release();
      await first.release();
      const whole = await held(one);
      expect((await two.lock(lists("account:9"), { timeout: 0 })).kind).toBe("locked");
      expect([...whole.memory().keys()].sort()).toEqual(["account:1", "account:3"]);
    });

    it("of runs that meet, one gets the lock of a list, whatever else they ask for", async () => {
      const address = server.address();
      await (await held(storeAt(address))).release();
      const asked = Array.from({ length: 8 }, (_, at) =>
        storeAt(address, there(at + 1)).lock(lists("account:1", `account:${at + 2}`), { timeout: 0 }),
      );
      const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "held")).toHaveLength(1);
    });

    it("S33: a lock without a sign of life is taken by another host, and who lost it writes no more", async () => {
      const address = server.address();
      const dead = await held(storeAt(address, there(1)), lists("account:1"));
      const other = await held(storeAt(address, there(2)), lists("account:2"));
      await dead.append([on("account:1", "AB1")]);
      const next = storeAt(address, there(3));
      expect((await next.lock(lists("account:1"), { timeout: 0 })).kind).toBe("locked");
      await server.sql(`update ${schemaOf(address)}.holder set seen_at = now() - interval '61 seconds'`);
      const taken = await held(next, lists("account:1"));
      await expect(dead.append([on("account:1", "XX1")])).rejects.toThrow("It writes no more");
      await taken.append([on("account:1", "CD2")]);
      // The lists of a holder that nobody wants stay with it.
      await other.append([on("account:2", "EF3")]);
      const plates = [...(await next.memory(VIEW)).values()].flatMap(({ entries }) => [...entries.keys()]);
      expect(plates.sort()).toEqual(["AB1", "CD2", "EF3"]);
    });

    it("a sign of life keeps the lock, and so does each append", async () => {
      const address = server.address();
      const beats: (() => void)[] = [];
      const every = (_: number, work: () => void) => {
        beats.push(work);
        return () => undefined;
      };
      const state = await held(storeAt(address, { ...there(1), every }));
      const age = () => server.sql(`update ${schemaOf(address)}.holder set seen_at = now() - interval '61 seconds'`);
      await age();
      beats[0]?.();
      const seen = `select seen_at > now() - interval '30 seconds' as is_new from ${schemaOf(address)}.holder`;
      await expect.poll(async () => (await server.sql(seen))[0]?.["is_new"], { timeout: 60_000 }).toBe(true);
      await age();
      await state.append([intent("add", car("AB1"))]);
      expect(await server.sql(seen)).toEqual([{ is_new: true }]);
    });

    it("workers divide what the server bears, take turns where that is less than a request for each, and grow together", async () => {
      const address = server.address();
      const schema = schemaOf(address);
      const workers = [1, 2, 3].map((pid) => storeAt(address, there(pid)));
      for (const [at, worker] of workers.entries()) await held(worker, lists(`account:${at}`, `account:${at + 10}`));
      await server.sql(`insert into ${schema}.plan values ('h', '', $1, '')`, [VIEW.target]);
      const shares = async () => {
        const paces = await Promise.all(workers.map((worker) => worker.plans?.pace(VIEW.target, "h")));
        expect(paces.map((pace) => pace?.workers)).toEqual([3, 3, 3]);
        return paces.map((pace) => pace?.atOnce).sort();
      };
      const pass = (seconds: number) => {
        const back = ["changed_at", "not_before"].map((one) => `${one} = ${one} - $1 * interval '1 second'`);
        return server.sql(`update ${schema}.pace set ${back.join()}`, [seconds]);
      };
      const slowDown = (pause: number, half: number) => workers[0]?.plans?.slowDown(VIEW.target, pause, half);
      // A turn may end between two of the questions.
      const expectShares = (...expected: readonly (number | undefined)[]) =>
        expect.poll(shares, { timeout: 30_000 }).toEqual(expected);
      await expectShares(undefined, undefined, undefined);
      await slowDown(0, 3);
      await pass(-10);
      await slowDown(0, 1);
      await expectShares(3, 3, 3);
      await pass(10);
      for (const expected of [
        [1, 1, 2],
        [0, 1, 1],
        [0, 0, 1],
        [0, 0, 1],
      ]) {
        await pass(2);
        await slowDown(0, 3);
        await expectShares(...expected);
      }
      await pass(11);
      await shares();
      await expectShares(0, 1, 1);
      await pass(2);
      await slowDown(600_000, 3);
      await pass(11);
      await shares();
      await expectShares(0, 0, 1);
    });

    it("the tables of another platectl are refused, and so are lines in a newer format", async () => {
      const address = server.address();
      const schema = schemaOf(address);
      await (await held(storeAt(address))).release();
      await server.sql(`update ${schema}.journal set format = 3`);
      await expect(storeAt(address).memory(VIEW)).rejects.toThrow("has format version 3");
      for (const [version, other] of [
        [99, "a newer"],
        [2, "an older"],
      ] as const) {
        await server.sql(`update ${schema}.journal set version = ${version}`);
        const refusal = `have version ${version}; this platectl knows version 4. Use ${other} platectl`;
        await expect(storeAt(address).memory(VIEW)).rejects.toThrow(refusal);
        await expect(held(storeAt(address))).rejects.toThrow(refusal);
      }
    });

    it("a server older than PostgreSQL 14 is refused before anything is made in it", async () => {
      // What the server says of itself cannot be set.
      const asked: string[] = [];
      const query = async (text: string) => {
        asked.push(text);
        return text.includes("server_version_num") ? [{ server: 13, is_there: false, has_schema: false }] : [];
      };
      await expect(makeTables(query, { schema: "platectl", name: "postgres:HOST/DATABASE" })).rejects.toThrow(
        "The server of postgres:HOST/DATABASE is PostgreSQL 13; platectl needs 14 or newer.",
      );
      expect(asked.filter((text) => text.startsWith("create"))).toEqual([]);
    });

    it("a line that is not as it was written is damage, named by its place", async () => {
      const address = server.address();
      const state = await held(storeAt(address));
      for (const plate of ["AB1", "CD2", "EF3"]) await state.append([intent("add", car(plate))]);
      await server.sql(`update ${schemaOf(address)}.record set line = replace(line, 'CD2', 'CD3')`);
      expect((await storeAt(address).inspect()).condition).toEqual({ kind: "damaged", lines: [2] });
      await expect(storeAt(address).memory(VIEW)).rejects.toThrow("is damaged: line 2");
    });

    it("S26: a state that is too large is refused before it is read", async () => {
      const address = server.address();
      const state = await held(storeAt(address));
      await state.append([intent("add", car("AB1"))]);
      const schema = schemaOf(address);
      await server.sql(
        `insert into ${schema}.record (lock, seq, at, target, line)
           select 'x', n, now(), 't', repeat('A', 10 * 1024 * 1024) from generate_series(1, 50) as n`,
      );
      const store = storeAt(address);
      for (const work of [() => store.memory(VIEW), () => store.history(), () => store.inspect()])
        await expect(work()).rejects.toThrow(
          /has 524,28\d,\d{3} bytes; platectl reads at most 524,288,000 \(500 MiB\)/,
        );
      await server.sql(`update ${schema}.record set archive = 1 where lock = 'x'`);
      expect((await storeAt(address).memory(VIEW)).size).toBe(1);
      await expect(storeAt(address).history()).resolves.toBeDefined();
      await server.sql(`update ${schema}.record set line = line || 'A' where archive = 1 and seq = 1`);
      await expect(storeAt(address).history()).rejects.toThrow("reads at most 524,288,000");
      await server.sql(`drop schema ${schema} cascade`);
    });

    it("tables that another role made are refused before anything is read or written there", async () => {
      const address = server.address();
      const schema = schemaOf(address);
      const [role, other, url] = [`${schema}_role`, `${schema}_other`, new URL(address)];
      url.username = role;
      await server.sql(`create role ${role} login; create role ${other}`);
      await server.sql(`create schema ${schema} authorization ${other}; grant all on schema ${schema} to ${role}`);
      await server.sql(`create table ${schema}.loot (who text); grant all on ${schema}.loot to public`);
      await server.sql(
        `create function ${schema}.steal() returns int language sql as 'insert into ${schema}.loot values (current_user) returning 2'`,
      );
      await server.sql(
        `create view ${schema}.journal as select 2 as version, ${schema}.steal() as format; alter view ${schema}.journal owner to ${other}`,
      );
      await server.sql(`grant all on ${schema}.journal to ${role}`);
      const refusal = /\.journal of the state postgres:[^ ]+ is not a plain table of the role that platectl uses/;
      const store = storeAt(url.href);
      for (const work of [() => store.memory(VIEW), () => store.inspect(), () => held(store)])
        await expect(work()).rejects.toThrow(refusal);
      expect(await server.sql(`select * from ${schema}.loot`)).toEqual([]);

      await server.sql(`drop view ${schema}.journal; alter schema ${schema} owner to ${role}`);
      const state = await held(storeAt(url.href));
      await state.append([intent("add", car("AB1"))]);
      await state.release();
      await server.sql(`alter table ${schema}.record owner to ${other}; grant all on ${schema}.record to ${role}`);
      await expect(storeAt(url.href).memory(VIEW)).rejects.toThrow(/\.record of the state/);
      await server.sql(`grant ${other} to ${role}`);
      expect((await storeAt(url.href).memory(VIEW)).size).toBe(1);
      await server.sql(`revoke ${other} from ${role}; revoke insert, update, delete on ${schema}.record from ${role}`);
      expect((await storeAt(url.href).memory(VIEW)).size).toBe(1);
      await server.sql(`drop schema ${schema} cascade`);
      await server.sql(`drop role ${role}; drop role ${other}`);
    });

    it("a role with rights on one schema is enough, and one without is told so", async () => {
      const address = server.address();
      const schema = schemaOf(address);
      const [role, url] = [`${schema}_role`, new URL(address)];
      await server.sql(`create role ${role} login password 'Geheim-123'`);
      url.username = role;
      url.password = "Geheim-123";
      const refused: unknown = await held(storeAt(url.href)).catch((error: unknown) => error);
      expect(String(refused)).toMatch(/Cannot prepare the state postgres:\/\/[^ ]+: the user may not do that.*42501/);
      expect(String(refused)).not.toContain("Geheim");
      await server.sql(`create schema ${schema} authorization ${role}`);
      const state = await held(storeAt(url.href));
      await state.append([intent("add", car("AB1"))]);
      await state.release();
      await server.sql(`drop schema ${schema} cascade`);
      await server.sql(`drop role ${role}`);
    });
  });

  describe(`a copy of a state ${where}`, () => {
    it("a state with archives is copied from a file to PostgreSQL and back, and says the same", async () => {
      const cwd = temporaryFolder();
      const address = server.address();
      const own = world({ cwd, clock: systemClock });
      const state = await held(openStore(at("file:a.jsonl"), own));
      const large = car("AB1", "x".repeat(6_000_000));
      for (let round = 0; round < 3; round += 1) {
        await state.append([
          { kind: "run", run: `r${round}`, actor: "anna", planDigest: "d" },
          intent("add", large),
          on("account:1", "CD2"),
        ]);
      }
      expect(await state.compact()).toBe(true);
      await state.append([outcome("add", "verified", "AB1")]);
      await state.release();
      expect(await copyState(at("file:a.jsonl"), at(address), own)).toMatchObject({ kind: "copied", archives: 1 });
      expect(await copyState(at(address), at("file:b.jsonl"), own)).toMatchObject({ kind: "copied", archives: 1 });
      const [first, second, third] = ["file:a.jsonl", address, "file:b.jsonl"].map((text) => openStore(at(text), own));
      const memory = await first?.memory(VIEW);
      expect(memory?.get("global")?.entries.size).toBe(1);
      expect(await second?.memory(VIEW)).toEqual(memory);
      expect(await third?.memory(VIEW)).toEqual(memory);
      const entriesOf = async (store = first) => (await store?.history())?.flatMap(({ entries }) => entries);
      expect(await entriesOf(third)).toEqual(await entriesOf(first));
      expect(await copyState(at("file:a.jsonl"), at(address), own)).toEqual({
        kind: "not-empty",
        name: expect.stringContaining("postgres://"),
      });
      expect(await copyState(at(address), at(address), own)).toMatchObject({ kind: "same" });
      const busy = await held(openStore(at(address), own));
      expect(await copyState(at(address), at("file:c.jsonl"), own)).toMatchObject({
        kind: "locked",
        holder: { id: busy.holder.id },
      });
    });
  });
}
