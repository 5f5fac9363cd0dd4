import { expect, it } from "vitest";
import { z } from "zod";
import { accountScope } from "../../../src/allowlist/index.ts";
import type { JournalRecord, StoredEntry } from "../../../src/state/index.ts";
import { addedAt, journalChanges, localHistory } from "../../../src/usecases/history/index.ts";
import type { JournalChange } from "../../../src/usecases/history/timeline/journal.ts";
import { keyOf } from "../../plan/support.ts";
import { rowsOf, TEXT, TEXTS } from "../../rows.ts";

const AT = "2026-03-10T23:30:00Z";
const DAY = "2026-03-11";
const scope = accountScope("7");
const rules = { foldLookalikes: false };
const Outcome = z.enum(["verified", "acknowledged", "unknown", "rejected", "not-sent"]);
const Write = z.enum(["add", "delete", "detach"]);

/** The entry that a text of the data file stands for. */
function entryOf(text: string): StoredEntry {
  const [kind = "", ...words] = text.split(" ");
  if (kind === "run") return { kind, run: "r2", actor: "anna", planDigest: "d" };
  if (kind === "end") return { kind, run: "r", exitCode: 0 };
  if (kind === "seen") return { kind, scope, count: 1, digest: "" };
  if (kind === "list-read") return { kind, scope: words[0] === undefined ? scope : accountScope(words[0]) };
  const plates = (words[0] ?? "").split(",");
  const car = { licenseNumber: words.join(" "), features: [] };
  if (kind === "adopted" || kind === "forgotten") return { kind, scope, cars: [car] };
  if (kind === "snapshot") {
    const cars = [{ ...car, licenseNumber: plates[0] ?? "", ...(words[1] === "deleted" && { deletedOn: DAY }) }];
    return { kind, scope, cars, touched: true, wasRead: words[1] !== "unread" };
  }
  const action = Write.parse(kind);
  const user = words[2] === "of" && { parkingUser: words[3] ?? "" };
  if (words[1] === "begun") {
    const cars = plates.map((licenseNumber) => ({ licenseNumber, features: [] }));
    return { kind: "intent", batch: 1, scope, action, cars, ...(words[2] === "listed" && { listed: plates }) };
  }
  const outcome = Outcome.parse(words[1]);
  const error = words[2] === "listed" && { error: "it is there" };
  return {
    kind: "outcome",
    scope,
    action,
    ...user,
    cars: plates.map((licenseNumber) => ({ licenseNumber, outcome, ...error })),
  };
}

/** A record for each of the entries, a second after the other. */
function recordsOf(entries: readonly string[], target = "t"): JournalRecord[] {
  const start = Date.parse(AT);
  return entries.map((text, at) => ({
    at: new Date(start + 1000 * at).toISOString(),
    target,
    entries: [entryOf(text)],
  }));
}

const copenhagen = (records: readonly JournalRecord[], of?: string) =>
  journalChanges(records, { target: "t", rules }, "Europe/Copenhagen", of === undefined ? undefined : keyOf(of));

it.each(rowsOf(import.meta.url, "changes", TEXT, TEXTS, TEXTS, TEXT.optional()))(
  "changes of lists are read from the journal: %s",
  (_, entries, expected, of) => {
    const lists = copenhagen(recordsOf(entries), of);
    const own =
      of === undefined
        ? [...(lists.get(scope) ?? [])].filter(([plate]) => plate !== "CD2")
        : [...(lists.get(scope) ?? [])];
    const changes = own.flatMap(([plate, list]) => list.map((change) => ({ plate, ...change })));
    expect(changes.map(({ action, readBackAt }) => `${action} ${readBackAt ? "yes" : "no"}`)).toEqual(expected);
    for (const { plate, day } of changes) expect([plate, day]).toEqual(["AB1", DAY]);
  },
);

it("a change has the time, the run and the request of its entry, and when it was read back", () => {
  const outcome = { ...entryOf("delete AB1 acknowledged"), traceId: "77" };
  const run: StoredEntry = { kind: "run", run: "r1", actor: "anna", planDigest: "d" };
  const entries = [run, entryOf("list-read"), outcome, entryOf("end")];
  const records = entries.map((entry, at) => ({ at: `2026-03-10T23:3${at}:00Z`, target: "t", entries: [entry] }));
  expect(copenhagen(records).get(scope)?.get(keyOf("AB1"))).toEqual([
    {
      action: "delete",
      day: DAY,
      at: "2026-03-10T23:32:00Z",
      run: "r1",
      readBackAt: "2026-03-10T23:33:00Z",
      traceId: "77",
    },
  ]);
});

it("changes of lists that belong to another server do not count", () => {
  expect(copenhagen(recordsOf(["delete AB1 verified"], "other")).size).toBe(0);
});

it.each(rowsOf(import.meta.url, "events", TEXT, TEXTS, TEXTS))(
  "history says what the journal has of a plate: %s",
  async (_, entries, expected) => expect(await eventsIn(recordsOf(entries), "t")).toEqual([expected, undefined]),
);

/** What history says of AB1 by the journal alone, and what it does not show. */
async function eventsIn(records: readonly JournalRecord[], target: string | undefined) {
  const { journal } = await localHistory(keyOf("AB1"), { desired: undefined, records, target, cwd: ".", env: {} });
  return "rows" in journal ? [journal.rows.map(({ event }) => event), journal.note] : expect.unreachable();
}

it("history counts what the journal has of another server, and shows it where none is given", async () => {
  const [own, other] = [recordsOf(["add AB1 verified"]), recordsOf(["delete AB1 verified", "adopted AB1"], "other")];
  expect(await eventsIn([...own, ...other], "t")).toEqual([
    ["add verified"],
    "2 entries of the journal are of another server or mode, and not shown",
  ]);
  expect(await eventsIn([...own, ...other.slice(1)], "t")).toEqual([
    ["add verified"],
    "1 entry of the journal is of another server or mode, and not shown",
  ]);
  expect(await eventsIn([...other, ...own], undefined)).toEqual([
    ["delete verified", "add verified", "adopted"],
    undefined,
  ]);
});

it("a car is on its list since platectl added it, unless it left since then or others put it there", () => {
  const since = (...actions: JournalChange["action"][]) =>
    addedAt(actions.map((action, at) => ({ action, at: `${at}`, day: DAY, run: "r", readBackAt: undefined })));
  expect([since("add"), since("add", "update"), since("delete", "add", "update")]).toEqual(["0", "0", "1"]);
  expect([
    since(),
    since("listed"),
    since("add", "delete"),
    since("add", "unclear"),
    since("add", "delete", "update"),
  ]).toEqual(Array(5).fill(undefined));
});
