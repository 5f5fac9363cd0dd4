import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { record, user } from "./audit-world.ts";
import { each, type Flow, filled, flow, mapped, plates, type Step, text, type Words } from "./flow-data.ts";
import { accountFleet, commit, type Ended, git, globalFleet, type Place, place, runCli, writesTo } from "./harness.ts";

/**
 * Runs what the data file beside a test says (`a.test.yaml` beside `a.test.ts`): commands in a folder of their own with a
 * server beside it, and what becomes of each. No run that ends with 3 to 8 changes a list, and none shows a stack trace.
 * `<day-3>` is three days ago, `<AB01..AB40>` forty plates (a line each, where it is one), `<x*500>` 500 letters, `<url>` the server, `<port>` its port.
 */
export function flows(test: string): void {
  for (const one of flowsIn(new URL(test.replace(/\.ts$/, ".yaml"))))
    it(one.title, async () => void (await follow(one)));
}

/** The flows of a data file. */
export function flowsIn(file: URL): Flow[] {
  return z
    .array(z.unknown())
    .parse(parse(readFileSync(file, "utf8")))
    .flatMap(flowsOf);
}

/** A flow of a data file, once for each of its rows. */
export function flowsOf(given: unknown): Flow[] {
  const { each: rows = [[]] } = flow.pick({ each: true }).loose().parse(given);
  return rows.map((row) => flow.parse(filled(given, row)));
}

/** Follows a flow to its end; gives what the last command printed, and the server's address. */
export async function follow({ live, wants, more, server, env, files, steps }: Flow) {
  const { seed, behaviour, cars = Array.isArray(live) ? live : undefined, fleet } = server;
  const listed =
    live && !Array.isArray(live) ? Object.entries(live).map(([baId, own]) => ({ baId, cars: own })) : undefined;
  const accounts = (server.accounts ?? listed)?.map(accountOf);
  const mode = server.mode ?? (accounts ? "billing-account" : "global");
  const start = { cars: each(cars), fleet: each(fleet), accounts };
  const options = { mode, ...(seed === undefined ? { start } : { seed }), ...(behaviour && { behaviour }) };
  // The sandbox takes what its data files may hold, and refuses all else.
  const here = await place(JSON.parse(JSON.stringify(options)), env);
  write(here, { ...(wants && { "fleet.yaml": fleetOf(wants, more) }), ...files });
  const { url } = here.sandbox;
  const about = { url, port: new URL(url).port, folder: here.folder };
  let last: Ended = { code: null, stdout: "", stderr: "" };
  for (const one of steps) last = (await take(here, filled(one, [], about))) ?? last;
  return { ...last, url };
}

async function take(here: Place, one: Step): Promise<Ended | undefined> {
  write(here, { ...(one.wants && { "fleet.yaml": fleetOf(one.wants, one.more) }), ...one.write });
  for (const [name, [from, to]] of Object.entries(one.edit ?? {})) {
    expect({ name, text: here.read(name) }).toEqual({ name, text: expect.stringContaining(from) });
    here.write(name, here.read(name).replace(from, to));
  }
  if (one.git !== undefined) git(here, ...wordsOf(one.git));
  if (one.commit !== undefined) {
    if (!existsSync(join(here.folder, ".git"))) git(here, "init", "-q", "-b", "main");
    commit(here, one.commit, one.on);
  }
  if (one.behave) here.sandbox.behave(one.behave);
  for (const [scope, some] of Object.entries(one.take ?? {})) here.sandbox.model.removeCars(scopeOf(scope), some);
  for (const [scope, some] of Object.entries(one.put ?? {})) here.sandbox.model.putCars(scopeOf(scope), some);
  const [requests, writes] = [here.sandbox.requests.length, writesTo(here.sandbox).length];
  let ended: Ended | undefined;
  if (one.run !== undefined) {
    const cwd = join(here.folder, one.in ?? ".");
    ended = await runCli(wordsOf(one.run), cwd, { ...here.env, ...one.env });
    expectEnded(one, ended);
    if (one.into !== undefined) here.write(one.into, ended.stdout);
  }
  const made = { requests: here.sandbox.requests.length - requests, writes: writesTo(here.sandbox).length - writes };
  const { code = 0 } = one;
  if (code >= 3 && code <= 8) expect({ run: one.run, writes: made.writes }).toEqual({ run: one.run, writes: 0 });
  for (const name of ["requests", "writes"] as const)
    if (one[name] !== undefined) expect({ [name]: made[name] }).toEqual({ [name]: one[name] });
  for (const [name, expected] of Object.entries(one.files ?? {})) {
    expect({ name, isThere: existsSync(join(here.folder, name)) }).toEqual({ name, isThere: expected !== null });
    if (expected !== null) expectWords(name, here.read(name), expected);
  }
  for (const [scope, expected] of Object.entries(Array.isArray(one.list) ? { global: one.list } : (one.list ?? {})))
    expect([...here.sandbox.model.plates(scopeOf(scope))].sort()).toEqual(each(expected)?.sort());
  return ended;
}

function expectEnded({ run, code = 0, stdout, stderr, json }: Step, ended: Ended): void {
  expect({ run, ...ended }).toMatchObject({ code });
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  if (stdout !== undefined) expectWords(`stdout of ${run}`, ended.stdout, stdout);
  if (stderr !== undefined) expectWords(`stderr of ${run}`, ended.stderr, stderr);
  if (json !== undefined) expect(JSON.parse(ended.stdout)).toMatchObject(Object(matching(json)));
}

function expectWords(what: string, actual: string, expected: Words): void {
  const flat = actual.replaceAll(/\s+/g, " ");
  const has = (part: string): boolean => {
    const [, pattern, flags] = /^\/(.*)\/([ims]*)$/s.exec(part) ?? [];
    if (pattern !== undefined) return new RegExp(pattern, flags).test(actual);
    return part === "" ? actual === "" : flat.includes(part.replaceAll(/\s+/g, " ").trim());
  };
  if (typeof expected === "object" && "is" in expected) expect({ what, actual }).toEqual({ what, actual: expected.is });
  else
    for (const part of [expected].flat()) {
      const isWanted = typeof part === "string";
      expect({ what, part, actual, has: has(isWanted ? part : part.not) }).toEqual({
        what,
        part,
        actual,
        has: isWanted,
      });
    }
}

/** The same with patterns in place of `/…/`. */
function matching(value: unknown): unknown {
  if (typeof value === "string" && /^\/.*\/$/s.test(value))
    return expect.stringMatching(new RegExp(value.slice(1, -1)));
  return mapped(value, matching);
}

const about = z.object({ day: text, amount: text, currency: text, user: text }).partial();
const billed = z.looseObject({ id: z.number(), plate: text });

const person = z.looseObject({
  id: text,
  status: z.enum(["ACTIVE", "INACTIVE", "CLOSED"]),
  cars: z.array(text).default([]),
});

function accountOf({ billing, users, cars, ...account }: Record<string, unknown>): Record<string, unknown> {
  const records = z.array(billed).parse(billing ?? []);
  return {
    ...account,
    cars: each(plates.optional().parse(cars)),
    billing: records.map(({ id, plate, day, amount, currency, user: holder, ...more }) => {
      const given = { day, amount, currency, user: holder };
      const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return { ...record(id, plate, about.parse(known)), ...more };
    }),
    users: z
      .array(person)
      .parse(users ?? [])
      .map(({ id, status, cars: own, ...more }) => ({ ...user(id, status, ...own), ...more })),
  };
}

function write(here: Place, files: Flow["files"]): void {
  for (const [name, said] of Object.entries(files)) {
    mkdirSync(dirname(join(here.folder, name)), { recursive: true });
    writeFileSync(join(here.folder, name), typeof said === "string" ? said : workbookWith(said));
  }
}

function fleetOf(wants: NonNullable<Flow["wants"]>, more = ""): string {
  if (Array.isArray(wants)) return globalFleet(each(wants) ?? [], more);
  const accounts = Object.entries(wants).map(([baId, cars]) => [baId, each(cars) ?? []]);
  return accountFleet(Object.fromEntries(accounts), more);
}

function scopeOf(name: string): "global" | `account:${string}` {
  return name === "global" ? name : `account:${name}`;
}

/** The words of a command line; those in quotes may hold blanks. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
