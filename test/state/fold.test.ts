import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { JournalEntry, OutcomeKind } from "../../src/run/ports/index.ts";
import { describeState, foldJournal, type JournalRecord, type StoredEntry, snapshotOf } from "../../src/state/index.ts";
import { listsOf } from "../../src/state/journal/fold.ts";
import { sizeOf } from "../../src/state/journal/record.ts";
import { dataFile } from "../data-file.ts";
import { NUMBER, rowsOf, TEXT, TEXTS } from "../rows.ts";
import { car, intent, lasting, outcome, VIEW } from "./world.ts";

const AT = "2026-05-01T12:00:00.000Z";
const ADOPTED: JournalEntry = { kind: "adopted", scope: "global", cars: [car("AB1")] };

function records(entries: readonly StoredEntry[], target = VIEW.target): JournalRecord[] {
  return entries.map((entry) => ({ at: AT, target, entries: [entry] }));
}

/** What is known of AB1: `absent`, or its features with a `?` when uncertain. */
function known(entries: readonly StoredEntry[]): string {
  const memory = foldJournal(records(entries), VIEW).get("global");
  const entry = [...(memory?.entries.values() ?? [])][0];
  return entry ? `${entry.features.join("+") || "present"}${entry.uncertain ? "?" : ""}` : "absent";
}

const add = (...features: string[]) => intent("add", car("AB1", ...features));
const remove = intent("delete", car("AB1"));
const added = (result: OutcomeKind) => outcome("add", result, "AB1");
const removed = (result: OutcomeKind) => outcome("delete", result, "AB1");

const inDoubt = (action: "add" | "delete"): JournalEntry => ({
  kind: "outcome",
  scope: "global",
  action,
  cars: [{ licenseNumber: "AB1", outcome: "rejected", error: "no", inDoubt: true }],
});
const FORGOTTEN: JournalEntry = { kind: "forgotten", scope: "global", cars: [{ licenseNumber: "ab 1" }] };

/** The entry that a word or two of the data file stand for. */
function entryOf(text: string): JournalEntry {
  if (text === "adopted") return ADOPTED;
  if (text === "forgotten") return FORGOTTEN;
  if (text === "list-read") return { kind: "list-read", scope: "global" };
  const [, count, allowed] = /^planned (\d+)( allowed)?$/.exec(text) ?? [];
  if (count)
    return { kind: "deletes-planned", scope: "global", count: Number(count), ...(allowed && { allowed: true }) };
  const [action, what] = z.tuple([z.enum(["add", "delete"]), TEXT.optional()]).parse(text.split(" "));
  if (what === "in-doubt") return inDoubt(action);
  const result = Outcome.safeParse(what);
  if (result.success) return outcome(action, result.data, "AB1");
  return what === "ab_1" ? intent(action, car("ab 1")) : intent(action, car("AB1", ...(what ? [what] : [])));
}

/** A day, its deletes that count, and the largest number that was planned for it. */
const DAYS = z.array(z.tuple([TEXT, NUMBER, NUMBER]));
const Outcome = z.enum(["verified", "acknowledged", "rejected", "not-sent", "unknown"]);

it.each(rowsOf(import.meta.url, "the fold of a journal", TEXT, TEXTS, TEXT))(
  "the fold of a journal: %s",
  (_, entries, expected) => expect(known(entries.map(entryOf))).toBe(expected),
);

it("the fold of a journal remembers what a list held, whether it was ever read, and whether it was ever written to", () => {
  const scope = "account:4711" as const;
  const of = (...entries: JournalEntry[]) => foldJournal(records(entries), VIEW).get(scope);
  const untouched = { entries: new Map(), lastCount: undefined, touched: false, wasRead: true };
  expect(of({ kind: "list-read", scope })).toEqual(untouched);
  expect(of({ kind: "seen", scope, count: 9, digest: "d" })).toEqual({
    ...untouched,
    lastCount: 9,
    seen: { at: AT, digest: "d" },
    wasRead: false,
  });
  const global = (...entries: JournalEntry[]) => foldJournal(records(entries), VIEW).get("global");
  expect(global(add())?.touched).toBe(true);
  expect(global(add(), added("not-sent"))?.touched).toBe(false);
  expect(global(add(), added("rejected"))).toMatchObject({ touched: true, wasRead: false });
  expect(global(ADOPTED, remove, removed("verified"))).toMatchObject({ touched: true, wasRead: true });
});

it.each(rowsOf(import.meta.url, "cars known as not listed", TEXT, TEXTS, TEXTS))(
  "V17: the fold of a journal knows cars as not listed where an answer or a human says so, until they are sent again: %s",
  (_, entries, plates) => {
    const scope = "account:4711" as const;
    const journal = records(entries.map(entryOf).map((entry) => ("scope" in entry ? { ...entry, scope } : entry)));
    expect([...(foldJournal(journal, VIEW).get(scope)?.notListed ?? [])]).toEqual(plates);
    const ofGlobal = records([FORGOTTEN]);
    expect(foldJournal(ofGlobal, VIEW).get("global")?.notListed).toBeUndefined();
  },
);

it("the fold of a journal knows the rows of a list file: those that came, those that vanished, and those that are of no more account", () => {
  const of = (...news: readonly Partial<Extract<JournalEntry, { kind: "list-file" }>>[]) => {
    const entries = news.map((one): JournalEntry => ({ kind: "list-file", scope: "global", list: "a.csv", ...one }));
    const list = foldJournal(records(entries), VIEW).get("global")?.lists?.get("a.csv");
    const rows = list && [[...list.rows.keys()].join(" "), [...list.gone.keys()].join(" "), list.cars].join(", ");
    return list?.skipped === undefined ? rows : `${rows}, ${list.skipped} skipped`;
  };
  const gone = [{ licenseNumber: "B2", since: "2026-05-01" }];
  expect(of({})).toBeUndefined();
  expect(of({ rows: ["AB1"], dropped: ["X1"] })).toBe("AB1, , ");
  expect(of({ rows: ["AB1", "B2"], cars: 2 }, { gone, cars: 1 })).toBe("AB1, B2, 1");
  expect(of({ rows: ["AB1", "B2"] }, { gone }, { rows: ["B2"], dropped: ["AB1"] })).toBe("B2, , ");
  expect(of({ rows: ["AB1"] }, { forgotten: true })).toBeUndefined();
  expect(of({ cars: 5 })).toBe(", , 5");
  expect(of({ skipped: 3 }, { cars: 5 })).toBe(", , 5, 3 skipped");
  expect(of({ rows: ["AB1"], gone })).toBe("AB1, B2, ");
});

it("V19: the fold of a journal knows what a list holds once a human has said it of the whole list", () => {
  const of = (...entries: JournalEntry[]) => foldJournal(records(entries), VIEW).get("global");
  expect(of(ADOPTED)?.baseline).toBeUndefined();
  expect(of(ADOPTED, { ...ADOPTED, cars: [car("B2")], whole: true })).toMatchObject({ baseline: true, lastCount: 2 });
  const whole: JournalEntry = { ...ADOPTED, cars: [car("B2")], whole: true };
  expect(of(inDoubt("add"), whole)).toMatchObject({ baseline: true, lastCount: 1 });
  expect(of(ADOPTED, FORGOTTEN, whole)).toMatchObject({ baseline: true, lastCount: 1 });
  const empty = of({ kind: "adopted", scope: "global", cars: [], whole: true });
  expect(empty).toMatchObject({ baseline: true, touched: true, lastCount: undefined });
});

it("E4: the fold of a journal remembers what was confirmed without effect until it is seen done, through snapshots too", () => {
  const ignored = (licenseNumber: string, more: { readonly twin?: string } = {}): JournalEntry => {
    const cars = [{ licenseNumber, outcome: "rejected", noEffect: true, ...more } as const];
    return { kind: "outcome", scope: "global", action: "add", cars };
  };
  const of = (...entries: JournalEntry[]) => foldJournal(records(entries), VIEW).get("global")?.withoutEffect;
  const known = [ignored("ab 1", { twin: "A81" }), ignored("B2")];
  expect([...(of(...known)?.values() ?? [])]).toEqual([
    { licenseNumber: "ab 1", action: "add", tried: Date.parse(AT), twin: "A81" },
    { licenseNumber: "B2", action: "add", tried: Date.parse(AT) },
  ]);
  const journal = records(known);
  expect(lasting(foldJournal(snapshotOf(journal, VIEW, AT), VIEW))).toEqual(lasting(foldJournal(journal, VIEW)));
  for (const outcome of ["acknowledged", "rejected", "unknown", "not-sent"] as const)
    expect([...(of(...known, add(), added(outcome))?.keys() ?? [])], outcome).toEqual(["AB1", "B2"]);
  expect([...(of(...known, add(), added("verified"))?.keys() ?? [])]).toEqual(["B2"]);
});

it("the fold of a journal remembers the last answer about each car, and what the last run that ended well desired", () => {
  const run: JournalEntry = { kind: "run", run: "r1", actor: "anna", planDigest: "d1" };
  const end = (exitCode: number): JournalEntry => ({ kind: "end", run: "r1", exitCode });
  const journal = records([
    run,
    add(),
    added("not-sent"),
    added("verified"),
    end(0),
    { ...run, planDigest: "d2" },
    end(10),
  ]);
  const memory = foldJournal(journal, VIEW).get("global");
  expect(memory?.desiredDigest).toBe("d1");
  expect([...(memory?.lastWrites?.values() ?? [])]).toEqual([
    expect.objectContaining({ action: "add", isDone: true, at: AT }),
  ]);
  const later = foldJournal([...journal, ...records([add(), added("rejected")])], VIEW).get("global");
  expect([...(later?.lastWrites?.values() ?? [])]).toEqual([expect.objectContaining({ action: "add", isDone: false })]);
});

it("the fold of a journal knows how many cars a request may have, until one of the list is seen done or a week is over", () => {
  const tooLarge = (cars: number): JournalEntry => {
    const lost = Array.from({ length: cars }, (_, at) => ({ licenseNumber: `P${at}`, outcome: "unknown" as const }));
    return { kind: "outcome", scope: "global", action: "add", cars: lost, mayBeTooLarge: true };
  };
  const of = (...days: readonly (readonly [day: number, entry: JournalEntry])[]) => {
    const journal = days.map(([day, one]) => ({
      at: `2026-05-0${day}T12:00:00.000Z`,
      target: VIEW.target,
      entries: [one],
    }));
    return foldJournal(journal, VIEW).get("global")?.batchSize;
  };
  expect(of([1, added("unknown")])).toBeUndefined();
  expect(of([1, tooLarge(9)])).toBe(5);
  expect(of([1, tooLarge(4)], [2, tooLarge(9)])).toBe(2);
  expect(of([1, tooLarge(4)], [2, added("verified")])).toBeUndefined();
  expect(of([1, tooLarge(4)], [7, add()])).toBe(2);
  expect(of([1, tooLarge(4)], [8, add()])).toBeUndefined();
  expect(of([1, tooLarge(4)], [8, tooLarge(9)])).toBe(5);
});

it("the fold of a journal knows nothing of what parking users hold, and the rows that were unclear as they were last", () => {
  const cars = [{ ...car("AB1"), outcome: "verified" as const }];
  const detached: JournalEntry = { kind: "outcome", scope: "global", action: "detach", cars };
  const asked: JournalEntry = { kind: "intent", batch: 1, scope: "global", action: "detach", cars: [car("AB1")] };
  expect(foldJournal(records([asked, detached]), VIEW).get("global")).toMatchObject({ touched: false, wasRead: false });
  const adopted = foldJournal(records([ADOPTED]), VIEW)
    .get("global")
    ?.entries.values();
  expect([...(adopted ?? [])]).toMatchObject([{ licenseNumber: "AB1", addedByCustomerCare: false }]);
  const [snapshot] = snapshotOf(records(LIST_FILES.slice(0, 1)), VIEW, AT);
  expect(snapshot?.entries).toMatchObject([{ lists: [{ list: "a.csv", cars: 20 }] }]);
  expect(Object.keys(snapshot?.entries.flatMap((one) => ("lists" in one ? one.lists : []))?.[0] ?? {})).toEqual([
    "list",
    "cars",
  ]);
  const [rows] = LIST_FILES.flatMap((entry) => (entry.kind === "unclear-rows" ? [entry] : []));
  expect(foldJournal(records(rows ? [rows] : []), VIEW).get("global")?.unclear).toEqual(rows?.rows);
  expect(foldJournal(records([ADOPTED]), VIEW).get("global")).not.toHaveProperty("unclear");
});

it("a store is asked for the lists of a view alone where it names some", () => {
  expect(listsOf(VIEW)).toBeUndefined();
  expect(listsOf({ ...VIEW, reads: ["global"] })).toEqual({ target: VIEW.target, scopes: ["global"] });
  expect(listsOf({ ...VIEW, reads: [], ownRuns: true })).toEqual({ target: VIEW.target, scopes: [], ownRuns: true });
});

it("the work of an entry is that of its cars, or of one", () => {
  expect([add(), intent("add", car("A1"), car("B2")), ...LIST_FILES.slice(0, 1)].map(sizeOf)).toEqual([1, 2, 1]);
  expect(sizeOf({ kind: "end", run: "r1", exitCode: 0 })).toBe(1);
});

it("the fold of a journal passes over texts that are no plates", () => {
  const wrong: readonly StoredEntry[] = [
    intent("delete", car("no\nplate")),
    outcome("delete", "verified", "no\nplate"),
  ];
  expect(known([...wrong, add(), added("verified")])).toBe("present");
  expect(known([{ kind: "adopted", scope: "global", cars: [car("no\nplate"), car("")] }])).toBe("absent");
});

/** A server of one list, a writer that journals as apply does, and a death at any point. */
const step = fc.record({
  action: fc.constantFrom("add" as const, "delete" as const),
  plates: fc.uniqueArray(fc.constantFrom("A1", "B2", "C3", "D4"), { minLength: 1 }),
  feature: fc.constantFrom("", "LEASING"),
  fate: fc.constantFrom("done", "refused", "in-doubt-done", "in-doubt-undone", "unsent", "lost-done", "lost-undone"),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const OUTCOME_OF: Record<Step["fate"], OutcomeKind> = {
  done: "acknowledged",
  refused: "rejected",
  "in-doubt-done": "rejected",
  "in-doubt-undone": "rejected",
  unsent: "not-sent",
  "lost-done": "unknown",
  "lost-undone": "unknown",
};

function outcomeOf(action: Step["action"], fate: Step["fate"], plates: readonly string[]): JournalEntry {
  const cars = plates.map((licenseNumber) => ({
    licenseNumber,
    outcome: OUTCOME_OF[fate],
    ...(fate.startsWith("in-doubt") && { inDoubt: true as const }),
  }));
  return { kind: "outcome", batch: 1, scope: "global", action, cars };
}

function play(steps: readonly Step[]) {
  const server = new Map<string, string>();
  const entries: JournalEntry[] = [];
  const moments = [{ entries: 0, server: new Map(server) }];
  for (const { action, plates, feature, fate } of steps) {
    entries.push(intent(action, ...plates.map((plate) => car(plate, ...(feature ? [feature] : [])))));
    moments.push({ entries: entries.length, server: new Map(server) });
    if (fate.endsWith("done") && !fate.endsWith("undone")) {
      for (const plate of plates) action === "add" ? server.set(plate, feature) : server.delete(plate);
    }
    moments.push({ entries: entries.length, server: new Map(server) });
    entries.push(outcomeOf(action, fate, plates));
    moments.push({ entries: entries.length, server: new Map(server) });
  }
  return { entries, moments };
}

it("V4 H1: after a death at any point, what the fold calls certain is true of the server", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const { entries, moments } = play(steps);
      for (const moment of moments) {
        const memory = foldJournal(records(entries.slice(0, moment.entries)), VIEW).get("global");
        const remembered = new Map([...(memory?.entries ?? [])].map(([plate, entry]) => [String(plate), entry]));
        for (const [plate, feature] of moment.server) {
          const entry = remembered.get(plate);
          expect(entry, `${plate} is there`).toBeDefined();
          if (!entry?.uncertain) expect(entry?.features.join()).toBe(feature);
        }
        for (const [plate, entry] of remembered) if (!entry.uncertain) expect(moment.server.has(plate)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

const LIST_FILES: readonly StoredEntry[] = dataFile("state/fold.test.yaml")["entries of list files"];

it("a snapshot says what its journal says, then and after whatever is appended to both", () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), fc.boolean(), (before, after, seen, isAllowed) => {
      const facts: JournalEntry[] = seen
        ? [{ kind: "seen", scope: "global", count: 7, digest: "d", commit: "c" }]
        : [{ kind: "list-read", scope: "account:1" }, { ...ADOPTED, cars: [], whole: true }, FORGOTTEN];
      const planned = {
        kind: "deletes-planned",
        scope: "global",
        count: 9,
        ...(isAllowed && { allowed: true as const }),
      } as const;
      const journal = [
        ...records(facts),
        ...records([planned]),
        ...records(LIST_FILES),
        ...records(play(before).entries),
        ...records([ADOPTED], "target-2"),
      ];
      const more = records(play(after).entries).map((record, at) => ({
        ...record,
        at: `2026-05-${20 + (at % 10)}T12:00:00.000Z`,
      }));
      for (const view of [VIEW, { ...VIEW, target: "target-2" }]) {
        const snapshot = snapshotOf(journal, view, AT);
        expect(lasting(foldJournal(snapshot, view))).toEqual(lasting(foldJournal(journal, view)));
        const both = [snapshot, journal].map((one) => lasting(foldJournal([...one, ...more], view)));
        expect(both[0]).toEqual(both[1]);
      }
    }),
  );
});

it("a snapshot of a long list takes several entries, none of them long", () => {
  const cars = Array.from({ length: 2500 }, (_, at) => car(`P${at}`));
  const journal = records([{ kind: "adopted", scope: "global", cars }]);
  const snapshot = snapshotOf(journal, VIEW, AT);
  expect(snapshot).toHaveLength(3);
  expect(snapshot.flatMap(({ entries }) => entries).filter((one) => "notListed" in one)).toEqual([]);
  expect(foldJournal(snapshot, VIEW)).toEqual(foldJournal(journal, VIEW));
});

it("deletes are counted by the days of the file's time zone, also after compaction", () => {
  const at = (time: string, entries: readonly StoredEntry[]): JournalRecord => ({
    at: time,
    target: VIEW.target,
    entries,
  });
  const deleted = (plate: string): readonly StoredEntry[] => [
    { kind: "deletes-planned", scope: "global", count: 9 },
    intent("delete", car(plate)),
    outcome("delete", "verified", plate),
  ];
  const journal = [
    at("2026-04-30T21:30:00.000Z", deleted("AB1")),
    at("2026-04-30T22:30:00.000Z", deleted("AB2")),
    at("2026-05-01T00:30:00.000Z", deleted("AB3")),
  ];
  const days = (records: readonly JournalRecord[], view: typeof VIEW) =>
    foldJournal(records, view)
      .get("global")
      ?.recent?.map(({ day, deletes }) => [day, deletes]);
  expect(days(journal, VIEW)).toEqual([
    ["2026-04-30", 2],
    ["2026-05-01", 1],
  ]);
  const copenhagen = { ...VIEW, timeZone: "Europe/Copenhagen" };
  for (const records of [journal, snapshotOf(journal, copenhagen, AT)])
    expect(days(records, copenhagen)).toEqual([
      ["2026-04-30", 1],
      ["2026-05-01", 2],
    ]);
});

it("S34: the summary of a state counts cars by target and scope, and lists who ran what, when and how it ended", () => {
  const run = (id: string): JournalEntry => ({ kind: "run", run: id, actor: "anna", planDigest: `plan-${id}` });
  const journal = [
    ...records([run("r1"), ADOPTED, intent("add", car("B2")), { kind: "end", run: "r1", exitCode: 10 }, run("r2")]),
    ...records(
      [
        { kind: "list-read", scope: "account:10" },
        { kind: "end", run: "r0", exitCode: 0 },
      ],
      "target-0",
    ),
    ...records([{ kind: "seen", scope: "account:9", count: 4, digest: "d" }], "target-0"),
  ];
  const nothing = { present: 0, uncertain: 0, lastCount: undefined, wasRead: false, baseline: false };
  expect(describeState(journal, VIEW.rules)).toEqual([
    {
      target: "target-0",
      scopes: [
        { ...nothing, scope: "account:9", lastCount: 4 },
        { ...nothing, scope: "account:10", wasRead: true },
      ],
      runs: [],
    },
    {
      target: "target-1",
      scopes: [{ ...nothing, scope: "global", present: 1, uncertain: 1 }],
      runs: [
        { run: "r1", actor: "anna", at: AT, planDigest: "plan-r1", exitCode: 10 },
        { run: "r2", actor: "anna", at: AT, planDigest: "plan-r2", exitCode: undefined },
      ],
    },
  ]);
});

it.each(rowsOf(import.meta.url, "deletes of the last days", TEXT, z.record(TEXT, TEXTS), DAYS))(
  "deletes of the last days: %s",
  (_, days, expected) => {
    const journal = Object.entries(days).map(([day, entries]) => {
      const at = `${day.slice(0, 10)}T12:00:00.000Z`;
      return { at, target: VIEW.target, entries: entries.map(entryOf) };
    });
    const recent = foldJournal(journal, VIEW).get("global")?.recent ?? [];
    expect(recent.map(({ day, deletes, most }) => [day, deletes, most])).toEqual(expected);
  },
);

it.each(rowsOf(import.meta.url, "changes of one run after the other", TEXT, z.array(TEXTS), TEXTS, TEXTS))(
  "the fold of a journal knows what runs change again and again: %s",
  (_, runs, again, notAdded) => {
    const entries = runs.flatMap((texts, at): readonly JournalEntry[] => [
      { kind: "run", run: `r${at}`, actor: "anna", planDigest: "d" },
      ...texts.map(entryOf),
    ]);
    const memory = foldJournal(records(entries), VIEW).get("global");
    expect([[...(memory?.changedAgain ?? [])], [...(memory?.notAdded ?? [])]]).toEqual([again, notAdded]);
  },
);

it("the fold of a journal takes an empty list at its word, but for cars in doubt, and what an add asked for as asked", () => {
  const seen = (count: number): JournalEntry => ({ kind: "seen", scope: "global", count, digest: "d", commit: "c" });
  const of = (...entries: JournalEntry[]) => foldJournal(records(entries), VIEW).get("global");
  const listed = (count: number) => [...(of(ADOPTED, intent("add", car("B2")), seen(count))?.entries.keys() ?? [])];
  expect([listed(0), listed(1)]).toEqual([["B2"], ["AB1", "B2"]]);
  expect(of(seen(2))?.seen).toEqual({ at: AT, digest: "d", commit: "c" });
  expect([known([add("POOL", "LEASING")]), known([add("POOL", "POOL", "LEASING")])]).toEqual(
    Array(2).fill("LEASING+POOL?"),
  );
  const written = (features: readonly string[], ...more: JournalEntry[]) =>
    [...(of(add(...features), added("acknowledged"), ...more)?.lastWrites?.values() ?? [])].map((one) => one.features);
  expect([written(["LEASING"]), written([]), written(["LEASING"], remove, removed("acknowledged"))]).toEqual([
    [["LEASING"]],
    [undefined],
    [undefined],
  ]);
});
