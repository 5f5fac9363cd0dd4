import { expect, it } from "vitest";
import type { LastWrite, ScopeMemory } from "../../src/allowlist/index.ts";
import type { ChangeReason, EditOrigin, EditOrigins } from "../../src/plan/index.ts";
import { keyed, keyOf, liveEntry, memoryOf, type PlanText, planFor } from "./support.ts";

const SEEN_AT = "2026-04-20T10:00:00.000Z";
const COMMIT = { kind: "committed", commit: "c0ffee", author: "Ann", isRow: false } as const;
const BEFORE = { ...COMMIT, at: "2026-04-01T10:00:00.000Z" } as const;
const AFTER = { ...COMMIT, at: "2026-04-25T10:00:00.000Z" } as const;

/** `+ AB1: edit`, change by change. */
function kinds(text: PlanText): string[] {
  return reasons(text).map(([change, { kind }]) => `${change}: ${kind}`);
}

function reasons(text: PlanText): [string, ChangeReason][] {
  const sign = { add: "+", update: "~", delete: "-", detach: "x" };
  return planFor(text).scopes.flatMap(({ changes }) =>
    changes.map(({ action, licenseNumber, reason }): [string, ChangeReason] => [
      `${sign[action]} ${licenseNumber}`,
      reason ?? { kind: "first-run" },
    ]),
  );
}

function reasonOf(change: string, text: PlanText): ChangeReason | undefined {
  return reasons(text).find(([one]) => one === change)?.[1];
}

/** What a journal remembers of a list that was counted on 20 April. */
function memory(writes: Record<string, LastWrite> = {}): ScopeMemory {
  const lastWrites = new Map(Object.entries(writes).map(([plate, write]) => [keyOf(plate), write]));
  return { ...memoryOf(2), seenAt: SEEN_AT, lastWrites };
}

const done = (action: "add" | "delete", features?: string[]): LastWrite => ({
  action,
  at: "2026-04-10T08:00:00.000Z",
  isDone: true,
  ...(features && { features }),
});

/** A history that says the same of every car. */
function history(wrote: EditOrigin, removed: EditOrigin = wrote): () => EditOrigins {
  return () => ({ wrote: () => wrote, removed: () => removed });
}

it("the reason of a change from the files alone is the first run where no run of the list is known and none of its cars is wanted", () => {
  expect(kinds({ desired: ["AB1", "CD2"], live: ["XY9"] })).toEqual([
    "+ AB1: first-run",
    "+ CD2: first-run",
    "- XY9: first-run",
  ]);
});

it("the reason of a change from the files alone is the day after the last one, or before the first, for a car that is deleted", () => {
  const desired = [
    { plate: "OLD1", validUntil: "2026-04-30" },
    { plate: "NEW1", validFrom: "2026-06-01" },
  ];
  const plan = { desired, live: ["OLD1", "NEW1"] };
  expect(reasonOf("- OLD1", plan)).toEqual({ kind: "date", at: "2026-04-30", source: "fleet.yaml:10:5" });
  expect(reasonOf("- NEW1", plan)).toEqual({ kind: "date", at: "2026-06-01", source: "fleet.yaml:11:5" });
});

it("the reason of a change from the files alone is the day that came for a car that was never sent", () => {
  const desired = ["KEEP1", { plate: "AB1", validFrom: "2026-05-01" }];
  expect(reasonOf("+ AB1", { desired, live: ["KEEP1"], memory: memory() })).toEqual({
    kind: "date",
    at: "2026-05-01",
    source: "fleet.yaml:11:5",
  });
});

it("the reason of a change from the files alone is a move for a car that leaves one list and enters another", () => {
  const plan: PlanText = {
    scopes: { "account:1": { live: ["AB1"] }, "account:2": { desired: ["AB1"] } },
  };
  expect(reasons(plan)).toEqual([
    ["- AB1", { kind: "move", source: "fleet.yaml:10:5" }],
    ["+ AB1", { kind: "move" }],
  ]);
});

it("the reason of a change from the files alone is that the file names the car as absent", () => {
  const source = { file: "fleet.yaml", line: 3, column: 5 };
  const absent = [{ licenseNumber: "SOLD1", plateKey: keyOf("SOLD1"), source }];
  expect(reasonOf("- SOLD1", { live: ["SOLD1"], absent })).toEqual({ kind: "absent", source: "fleet.yaml:3:5" });
});

it("the reason of a change with the journal is drift, and since when, where the journal says that the change was done before", () => {
  const known = memory({ LOST1: done("add"), BACK1: done("delete"), CHANGED1: done("add", ["LEASING"]) });
  const plan: PlanText = {
    desired: ["KEEP1", "LOST1", { plate: "CHANGED1", features: ["LEASING"] }],
    live: ["KEEP1", "BACK1", "CHANGED1"],
    memory: known,
  };
  const drift = { kind: "drift", at: "2026-04-10T08:00:00.000Z" };
  expect(reasons(plan)).toEqual([
    ["+ LOST1", drift],
    ["~ CHANGED1", drift],
    ["- BACK1", drift],
  ]);
});

it("the reason of a change with the journal is an edit for what the journal added and no file wants any more, and for what it never sent", () => {
  const plan = { desired: ["KEEP1", "NEW1"], live: ["KEEP1", "GONE1"], memory: memory({ GONE1: done("add") }) };
  expect(kinds(plan)).toEqual(["+ NEW1: edit", "- GONE1: edit"]);
});

it("the reason of a change with the journal is drift for a car on the list that neither a file nor the journal has ever named", () => {
  expect(kinds({ desired: ["KEEP1"], live: ["KEEP1", "XY9"], memory: memory() })).toEqual(["- XY9: drift"]);
});

it("the reason of a change is drift where the files say what they said in the last run", () => {
  const plan: PlanText = { desired: ["KEEP1", "LOST1"], live: ["KEEP1"], memory: memory() };
  expect(kinds(plan)).toEqual(["+ LOST1: edit"]);
  const desiredDigest = planFor(plan).desired.digest;
  expect(kinds({ ...plan, memory: { ...memory(), desiredDigest } })).toEqual(["+ LOST1: drift"]);
  const refused = memory({ LOST1: { ...done("add"), isDone: false } });
  expect(kinds({ ...plan, memory: { ...refused, desiredDigest } })).toEqual(["+ LOST1: edit"]);
});

it("the reason of a change with the journal is never drift on a list that cannot be read", () => {
  const plan: PlanText = {
    desired: ["KEEP1"],
    live: ["KEEP1", "XY9"],
    source: "state",
    memory: { ...memory({ XY9: done("delete") }), entries: memoryOf(2, ["KEEP1", "XY9"]).entries },
  };
  expect(kinds(plan)).toEqual(["- XY9: edit"]);
});

it("the reason of a change with the journal is a corrected plate where an edit replaced one by another that looks like it", () => {
  const plan = { desired: ["KEEP1", "ABO123"], live: ["KEEP1", "AB0123"], memory: memory({ AB0123: done("add") }) };
  expect(kinds(plan)).toEqual(["+ ABO123: respelled", "- AB0123: respelled"]);
});

const plan: PlanText = { desired: ["KEEP1", "NEW1"], live: ["KEEP1", "GONE1"] };

it("the reason of a change with the history of the files is the commit that wrote the line, and the one that took it away", () => {
  const removed = { ...AFTER, source: "cars/pool.csv:7", isRow: true };
  const { commit, author, at } = AFTER;
  expect(reasons({ ...plan, memory: memory(), origins: history(AFTER, removed) })).toEqual([
    ["+ NEW1", { kind: "edit", commit, author, at, source: "fleet.yaml:11:5" }],
    ["- GONE1", { kind: "row-gone", commit, author, at, source: "cars/pool.csv:7" }],
  ]);
});

it("the reason of a change with the history of the files is drift where the commit is older than the last run that saw the list in order", () => {
  const drift = { kind: "drift", at: SEEN_AT };
  expect(reasons({ ...plan, memory: memory(), origins: history(BEFORE) })).toEqual([
    ["+ NEW1", drift],
    ["- GONE1", drift],
  ]);
});

it("the reason of a change with the history of the files is drift, too, where all that is known of the commit is that it is older", () => {
  const older = { kind: "unknown", why: "not-read", before: "2026-04-01T10:00:00.000Z" } as const;
  expect(kinds({ ...plan, memory: memory(), origins: history(older) })).toEqual(["+ NEW1: drift", "- GONE1: drift"]);
});

it("the reason of a change with the history of the files is still the edit where the server refused the car since", () => {
  const refused = { ...done("add"), isDone: false };
  expect(kinds({ ...plan, memory: memory({ NEW1: refused }), origins: history(BEFORE) })).toEqual([
    "+ NEW1: edit",
    "- GONE1: drift",
  ]);
});

it("the reason of a change with the history of the files is the edit, too, without a journal, where the list holds other cars of the file", () => {
  expect(kinds({ ...plan, origins: history(BEFORE) })).toEqual(["+ NEW1: edit", "- GONE1: edit"]);
});

it("the reason of a change with the history of the files is drift for a car that no commit ever named", () => {
  expect(kinds({ ...plan, memory: memory(), origins: history(AFTER, { kind: "never" }) })).toEqual([
    "+ NEW1: edit",
    "- GONE1: drift",
  ]);
});

it("the reason of a change with the history of the files says that an edit is not committed, or why its commit is not known", () => {
  const uncommitted = { kind: "uncommitted", isRow: true } as const;
  expect(reasons({ ...plan, memory: memory(), origins: history(uncommitted) })).toEqual([
    ["+ NEW1", { kind: "edit", source: "fleet.yaml:11:5", noCommit: "uncommitted" }],
    ["- GONE1", { kind: "row-gone", noCommit: "uncommitted" }],
  ]);
  const shallow = { kind: "unknown", why: "shallow" } as const;
  expect(reasonOf("+ NEW1", { ...plan, memory: memory(), origins: history(shallow) })).toEqual({
    kind: "edit",
    source: "fleet.yaml:11:5",
    noCommit: "shallow",
  });
});

it("the reason of a change says why no history was read, also where nothing else is known of the cars", () => {
  expect(reasonOf("+ NEW1", { ...plan, memory: memory(), origins: "no-repository" })).toEqual({
    kind: "edit",
    source: "fleet.yaml:11:5",
    noCommit: "no-repository",
  });
  expect(kinds({ ...plan, origins: "no-repository" })).toEqual(["+ NEW1: first-run", "- GONE1: first-run"]);
  const starting = ["KEEP1", { plate: "NEW1", validFrom: "2026-05-01" }];
  expect(reasonOf("+ NEW1", { desired: starting, live: ["KEEP1"], origins: "no-repository" })?.kind).toBe("date");
});

it("the reason of a change with the history of the files is the day that came only where the line was written before that day", () => {
  const desired = ["KEEP1", { plate: "NEW1", validFrom: "2026-04-25" }];
  const starting = { ...plan, desired, memory: memory() };
  expect(reasonOf("+ NEW1", { ...starting, origins: history(BEFORE) })?.kind).toBe("date");
  expect(reasonOf("+ NEW1", { ...starting, origins: history(AFTER) })?.kind).toBe("edit");
});

it("a car that is taken from a parking user has the reason of its delete", () => {
  const held = { scope: "account:1", source: "list", entries: keyed([liveEntry("AB1")]), unreadable: [] } as const;
  const plan: PlanText = {
    scopes: { "account:1": { desired: [{ plate: "AB1", validUntil: "2026-04-30" }], live: ["AB1"] } },
    holders: [{ scope: "account:1", parkingUser: "5501", held }],
  };
  expect(reasonOf("x AB1", plan)).toEqual({ kind: "date", at: "2026-04-30", source: "fleet.yaml:10:5" });
});
