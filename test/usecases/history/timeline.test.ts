import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import type { DesiredState, Scope } from "../../../src/allowlist/index.ts";
import { groupBy } from "../../../src/run/collections.ts";
import { parseFleet } from "../../../src/schema/index.ts";
import type { JournalChange } from "../../../src/usecases/history/timeline/journal.ts";
import { Timeline } from "../../../src/usecases/history/timeline/timeline.ts";
import { keyOf } from "../../plan/support.ts";
import { FLAG, rowsOf, TEXT, TEXTS } from "../../rows.ts";
import { temporaryFolder } from "../../state/world.ts";

const Change = z.tuple([TEXT, z.enum(["add", "update", "delete", "listed", "unclear"])]).rest(z.literal("read"));
const dayOf = (day: string) => (day.includes("-") ? `2024-${day}` : `2024-10-${day}`);
const AB1 = keyOf("AB1");
const DAY = dayOf("15");

function changeOf(text: string): JournalChange {
  const [day, action, read] = Change.parse(text.split(" "));
  const at = `${dayOf(day)}T02:00:00Z`;
  return { day: dayOf(day), action, at, run: "r", readBackAt: read && at };
}

/** A text of the data file as a fleet file; `grace N` in front of it: its list keeps rows that vanished for so many days. */
function written(text: string): { readonly grace?: number; readonly file: string } {
  const [, grace, file = text] = /^grace (\d+) (.*)$/s.exec(text) ?? [];
  const whole = `version: 1\nmode: global\ndefaults: { features: [] }\n${file}\n`;
  return { file: whole, ...(grace !== undefined && { grace: Number(grace) }) };
}

/** What such a file wants; undefined where it cannot be read. */
function desiredOf(text: string): DesiredState | undefined {
  const { file, grace } = written(text);
  const reading = parseFleet(file, "fleet.yaml");
  if (reading.kind === "invalid") return undefined;
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  const lists = grace === undefined ? [] : [{ name: "fleet.yaml", source, files: ["fleet.yaml"], cars: 1, grace }];
  const scopes = reading.desired.scopes.map((one) => ({ ...one, lists }));
  return { ...reading.desired, scopes, files: [{ path: "fleet.yaml", sha256: "" }] };
}

/** A folder whose fleet file was committed with these texts on these days, `05 cars: [AB1]`; what each commit has by its name. */
function repositoryOf(versions: readonly string[]) {
  const cwd = temporaryFolder();
  const git = (args: readonly string[], input = "") => execFileSync("git", args, { cwd, input, encoding: "utf8" });
  const commits = versions.map((version) => {
    const { file } = written(version.slice(3));
    const time = Date.parse(`${dayOf(version.slice(0, 2))}T09:00:00Z`) / 1000;
    const data = `data ${Buffer.byteLength(file)}\n${file}`;
    return `commit refs/heads/main\ncommitter Anna <anna@example.com> ${time} +0000\ndata 0\nM 100644 inline fleet.yaml\n${data}\n`;
  });
  git(["init", "-q", "-b", "main"]);
  git(["fast-import", "--quiet"], commits.join(""));
  const names = git(["log", "--reverse", "--topo-order", "--format=%H"]).trim().split("\n");
  return { cwd, texts: new Map(names.map((name, at) => [name, (versions[at] ?? "").slice(3)])) };
}

/** What the world is in which somebody asks, on the 30th, how cars stood. */
interface World {
  /** The fleet file of each commit; the last one with `now` in place of a day is in no commit. */
  readonly versions: readonly string[];
  /** Changes of AB1, or of another car that is named in front. */
  readonly journal?: readonly string[];
  readonly journalFrom?: string;
  /** The day since which the list has the car now. */
  readonly listed?: string;
  readonly isShallow?: boolean;
}

async function timelineOf({ versions, journal = [], journalFrom, listed, isShallow = false }: World) {
  const committed = versions.filter((one) => !one.startsWith("now "));
  const { cwd, texts } =
    committed.length > 0 ? repositoryOf(committed) : { cwd: "/", texts: new Map<string, string>() };
  const [oldest] = texts.keys();
  if (isShallow) writeFileSync(join(cwd, ".git/shallow"), `${oldest}\n`);
  const desired = desiredOf((versions.at(-1) ?? "").replace(/^\S+ /, ""));
  const [list] = desired?.scopes ?? [];
  if (!desired || !list) throw new Error("the files of now cannot be read");
  const cars = groupBy(journal, (text) => (/^\d/.test(text) ? AB1 : keyOf(text.slice(0, text.indexOf(" ")))));
  const changes = [...cars].map(
    ([key, own]) => [key, own.map((text) => changeOf(text.replace(/^[A-Z]\S* /, "")))] as const,
  );
  const timeline = new Timeline({
    desired,
    now: Date.parse("2024-10-30T12:00:00Z"),
    git: { cwd, env: process.env, load: async (commit) => desiredOf(texts.get(commit) ?? "") },
    ...(changes.length > 0 && { journal: new Map([["global" as Scope, new Map(changes)]]) }),
    ...(journalFrom !== undefined && { journalFrom }),
    ...(listed !== undefined && { listedNow: () => ({ since: dayOf(listed) }) }),
  });
  const inWords = (text: string) =>
    [...texts.keys()].reduce((all, name, at) => all.replaceAll(name, `${at + 1}`), text);
  return { timeline, list, inWords };
}

/** How the car AB1 stood on 15 October. */
async function stood(world: World): Promise<string> {
  const { timeline, list, inWords } = await timelineOf(world);
  await timeline.trace(new Set([AB1]), DAY);
  const day = timeline.on(list, AB1, DAY);
  const left = "left" in day && day.left && `${day.left.grade} by ${day.left.by} ${day.left.day.slice(-2)}`;
  const joined = "joined" in day && `${day.joined.grade} ${day.joined.day.slice(-2)}`;
  const ended = day.kind === "ended-afterwards" && `${day.validUntil.slice(-2)}, ${inWords(day.written)}`;
  const until = day.kind === "still-listed" && `until ${day.until?.slice(-2) ?? "now"}`;
  return [day.kind, left, joined, ended, until].filter(Boolean).join(" ");
}

it.each(rowsOf(import.meta.url, "a day of a car", TEXT, TEXT, TEXTS, TEXT))(
  "how a car stood on a day follows from the files and the journal: %s",
  async (_, cars, journal, expected) => expect(await stood({ versions: [`now ${cars}`], journal })).toBe(expected),
);

it.each(rowsOf(import.meta.url, "a day of a car in committed files", TEXT, TEXTS, TEXTS, TEXT, TEXT.optional()))(
  "how a car stood on a day follows from the committed files and the journal: %s",
  async (_, versions, journal, expected, listed) =>
    expect(await stood({ versions, journal, ...(listed !== undefined && { listed }) })).toBe(expected),
);

it.each(rowsOf(import.meta.url, "the proof of a day", TEXT, TEXTS, TEXTS, TEXTS))(
  "what shows that a car came or left is an entry of the journal or a commit: %s",
  async (_, versions, journal, expected) => {
    const { timeline, list, inWords } = await timelineOf({ versions, journal });
    await timeline.trace(new Set([AB1]), DAY);
    const day = timeline.on(list, AB1, DAY);
    const proofs = ["left" in day && day.left?.proof, "joined" in day && day.joined.proof];
    expect(proofs.flatMap((proof) => (proof ? inWords(proof) : []))).toEqual(expected);
  },
);

it.each(rowsOf(import.meta.url, "protection by the policy of then", TEXT, TEXTS, FLAG))(
  "the policy that was committed then protects a plate: %s",
  async (_, versions, expected) => {
    const { timeline } = await timelineOf({ versions });
    await timeline.written.reach(DAY);
    expect(timeline.written.isProtected(AB1, DAY)).toBe(expected);
  },
);

it.each(rowsOf(import.meta.url, "corrections", TEXT, TEXTS, TEXTS, FLAG))(
  "a plate that came took the place of one that was mistyped: %s",
  async (_, versions, journal, expected) => {
    const { timeline, list } = await timelineOf({ versions, journal });
    await timeline.trace(new Set([AB1]), DAY);
    expect(timeline.isCorrection(list.scope, AB1, DAY)).toBe(expected);
  },
);

it("a car is steady as long as neither the files nor the journal say that it came or left", async () => {
  const versions = ["05 cars: [AB1, CD2]", "20 cars: [AB1, CD2, EF3]"];
  const steady = async (journal: readonly string[], plate = "AB1", files = versions) => {
    const { timeline, list } = await timelineOf({ versions: files, journal });
    await timeline.written.reach(DAY);
    return timeline.isSteady(list.scope, keyOf(plate), DAY);
  };
  expect([await steady([]), await steady(["10 add"]), await steady([], "EF3")]).toEqual([true, true, false]);
  expect([await steady(["10 delete"]), await steady(["20 update"])]).toEqual([false, false]);
  expect([await steady(["15 add"]), await steady(["05 delete", "10 add"])]).toEqual([true, true]);
  expect([await steady([], "AB1", ["20 cars: [AB1]"]), await steady([], "AB1", ["now cars: [AB1]"])]).toEqual([
    true,
    true,
  ]);
  const { timeline, list } = await timelineOf({ versions });
  expect(timeline.isSteady(list.scope, AB1, DAY)).toBe(false);
  expect(timeline.on(list, keyOf("XX9"), "")).toEqual({ kind: "here" });
});

it("a timeline says how far the history of the files is known, and asks for nothing before it must", async () => {
  const gapOf = async (world: World) => {
    const { timeline } = await timelineOf(world);
    await timeline.trace(new Set(), DAY);
    expect([timeline.wasAsked, timeline.gapOn(DAY), timeline.written.undated]).toEqual([false, undefined, 0]);
    await timeline.trace(new Set([AB1]), DAY);
    return [timeline.wasAsked, timeline.gapOn(DAY) ?? "none", timeline.written.undated];
  };
  const young = ["20 cars: [AB1]", "25 cars: [AB1, CD2]"];
  expect(await gapOf({ versions: ["05 cars: [AB1]"] })).toEqual([true, "none", 0]);
  expect(await gapOf({ versions: young })).toEqual([true, "none", 0]);
  expect(await gapOf({ versions: ["now cars: [AB1]"] })).toEqual([true, "no-repository", 0]);
  expect(await gapOf({ versions: young, isShallow: true })).toEqual([true, "shallow", 0]);
  expect(await gapOf({ versions: young, isShallow: true, journalFrom: dayOf("14") })).toEqual([true, "none", 0]);
  expect(await gapOf({ versions: ["15 cars: [AB1]", "25 cars: [AB1, CD2]"], isShallow: true })).toEqual([
    true,
    "none",
    0,
  ]);
  expect(await gapOf({ versions: young, isShallow: true, journalFrom: DAY })).toEqual([true, "shallow", 0]);
  expect(await gapOf({ versions: ["01 cars: [CD2]", "20 cars: [AB1]", "18 cars: [EF3]"] })).toEqual([true, "none", 1]);
  expect(await stood({ versions: ["20 cars: [CD2]", "25 cars: [CD2, EF3]"], isShallow: true })).toBe("not-known");
  expect(await stood({ versions: ["20 cars: [CD2]", "25 cars: [CD2, EF3]"] })).toBe("gone");
  expect(await stood({ versions: young, isShallow: true, journal: ["10 delete read"] })).toBe(
    "gone reading by journal 10",
  );
});
