import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { foldJournal, openStore } from "../../src/state/index.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { car, held, intent, outcome, VIEW, world } from "./world.ts";

const PATH = "/state/state.jsonl";
const AT = "2026-05-01T12:00:00.000Z";

function lineOf(record: object): string {
  const body = JSON.stringify(record);
  return `{"crc":"${crc32(Buffer.from(body)).toString(16).padStart(8, "0")}","len":${body.length},"record":${body}}\n`;
}

/** A journal as version 1 wrote it, with every kind of entry that it knew. */
function formerJournal(): Buffer {
  const scope = "account:4711";
  const entries = [
    { kind: "run", run: "r1", actor: "anna", planDigest: "d" },
    intent("add", car("AB1"), car("B2")),
    outcome("add", "verified", "AB1"),
    outcome("add", "unknown", "B2"),
    { kind: "repeated", scope: "global", cars: [{ licenseNumber: "B2", action: "add", runs: 3 }] },
    { kind: "seen", scope: "global", count: 1, digest: "d" },
    { kind: "list-not-offered", scope },
    { kind: "adopted", scope, cars: [car("C3")] },
    { kind: "end", run: "r1", exitCode: 10 },
    { kind: "snapshot", scope: "account:1", cars: [car("D4")], lastCount: 1, touched: true, listNotOffered: false },
    {
      kind: "snapshot",
      scope: "account:2",
      cars: [],
      touched: true,
      listNotOffered: true,
      repeated: [{ licenseNumber: "E5", action: "delete", runs: 1 }],
    },
  ];
  const lines = entries.map((entry, at) => lineOf({ n: at + 1, at: AT, target: VIEW.target, entries: [entry] }));
  return Buffer.from(`{"format":"platectl/journal","version":1}\n${lines.join("")}`);
}

function storeOn(disk: MemoryDisk) {
  return openStore({ kind: "file", path: PATH }, world({ disk, isAlive: () => false }));
}

function diskWith(bytes: Buffer): MemoryDisk {
  const content = { now: bytes, durable: bytes };
  return new MemoryDisk(undefined, { now: new Map([[PATH, content]]), durable: new Map([[PATH, content]]) });
}

it("a journal of version 1 is read; what it counted and remembered of refusals is left out", async () => {
  const memory = await storeOn(diskWith(formerJournal())).memory(VIEW);
  expect([...(memory.get("global")?.entries.values() ?? [])].map((one) => [one.plateKey, one.uncertain])).toEqual([
    ["AB1", undefined],
    ["B2", true],
  ]);
  expect(memory.get("global")).toMatchObject({ wasRead: true, lastCount: 1 });
  expect(memory.get("global")).not.toHaveProperty("undone");
  expect(memory.get("account:4711")).toMatchObject({ wasRead: false, touched: true });
  expect(memory.get("account:4711")).not.toHaveProperty("baseline");
  expect([memory.get("account:1")?.wasRead, memory.get("account:2")?.wasRead]).toEqual([true, false]);
});

it("S31: the first append to a journal of version 1 makes version 2 of it, so that no older platectl takes the new entries for damage", async () => {
  const disk = diskWith(formerJournal());
  const before = await storeOn(disk).memory(VIEW);
  const state = await held(storeOn(disk));
  expect(disk.names.now.get(PATH)?.now.toString()).toContain('"version":1');
  await state.append([{ kind: "forgotten", scope: "account:4711", cars: [{ licenseNumber: "C3" }] }]);
  await state.append([intent("add", car("F6"))]);
  const known = state.memory();
  await state.release();
  const durable = disk.names.durable.get(PATH)?.durable.toString() ?? "";
  expect(durable.split("\n")[0]).toBe('{"format":"platectl/journal","version":2}');
  expect(await storeOn(disk).memory(VIEW)).toEqual(known);
  expect(known.get("account:1")).toEqual(before.get("account:1"));
  const history = await storeOn(disk).history();
  expect(history.flatMap(({ entries }) => entries).some(({ kind }) => kind === "run")).toBe(true);
  expect(foldJournal(history, VIEW).get("global")?.entries.has(keyIn(known, "F6"))).toBe(true);
});

function keyIn(memory: Awaited<ReturnType<ReturnType<typeof storeOn>["memory"]>>, plate: string) {
  for (const plateKey of memory.get("global")?.entries.keys() ?? []) if (plateKey === plate) return plateKey;
  throw new Error(`${plate} is not known`);
}
