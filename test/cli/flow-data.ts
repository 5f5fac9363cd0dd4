import { z } from "zod";
import { dayFromToday } from "./audit-world.ts";

/** What a text in the data is read as. */
export const text = z.string();
/** A text that is contained, whatever its line breaks; `/…/` matches; `""` is nothing at all; all of a list; not at all; exactly. */
const words = z.union([text, z.array(z.union([text, z.strictObject({ not: text })])), z.strictObject({ is: text })]);
/** The same, read. */
export type Words = z.output<typeof words>;
const fields = z.record(text, z.unknown());
/** Cars of a list: plates, or what the sandbox takes for one. */
export const plates = z.array(z.union([text, fields]));
/** Plates of the global list, or of each account. */
const lists = z.union([z.array(text), z.record(text, z.array(text))]);
const content = z.union([text, z.array(z.array(z.union([text, z.number(), z.strictObject({ serial: z.number() })])))]);

const step = z
  .strictObject({
    run: text,
    /** The folder to run in. */
    in: text,
    env: z.record(text, text),
    code: z.number(),
    stdout: words,
    stderr: words,
    /** The file that gets what stands on stdout. */
    into: text,
    /** A part of the document on stdout. */
    json: z.unknown(),
    write: z.record(text, content),
    /** A text in a file, and what is written in its place. */
    edit: z.record(text, z.tuple([text, text])),
    /** Cars of the fleet file from now on, or those of each account. */
    wants: lists,
    /** What stands in the fleet file behind them. */
    more: text,
    commit: text,
    /** The day of the commit. */
    on: text,
    git: text,
    behave: fields,
    put: z.record(text, z.array(text)),
    take: z.record(text, z.array(text)),
    /** What stands in files then; null for none. */
    files: z.record(text, words.nullable()),
    /** The plates on the lists then, in any order. */
    list: lists,
    /** How many requests the step made, and how many of them would change a list. */
    requests: z.number(),
    writes: z.number(),
  })
  .partial();

/** A flow as the data file writes it. */
export const flow = z.strictObject({
  title: text,
  /** Rows of `$1`, `$2`, …: the flow once for each. */
  each: z.array(z.array(z.unknown())).optional(),
  /** What is on the lists of the server; `server` says more. */
  live: lists.optional(),
  wants: lists.optional(),
  more: text.optional(),
  server: z
    .strictObject({ mode: z.enum(["global", "billing-account"]), seed: z.number(), behaviour: fields, cars: plates })
    .extend({ fleet: plates, accounts: z.array(fields) })
    .partial()
    .default({}),
  env: z.record(text, text).optional(),
  files: z.record(text, content).default({}),
  steps: z.array(step),
});
/** A flow: what there is, and what happens then. */
export type Flow = z.output<typeof flow>;
/** One step of a flow. */
export type Step = z.output<typeof step>;

/** What a flow may name of the place where it runs, as `<url>`. */
type About = Readonly<Record<"url" | "port" | "folder", string>>;

/** The same with what stands for `$1`, `<day-3>` and so on. */
export function filled<Value>(value: Value, row: readonly unknown[], about?: About): Value;
export function filled(value: unknown, row: readonly unknown[], about?: About): unknown {
  if (typeof value !== "string") return mapped(value, (one) => filled(one, row, about));
  if (/^\$\d$/.test(value)) return filled(row[Number(value[1]) - 1], [], about);
  const text = value
    .replace(/\$(\d)/g, (whole, at) => String(row[Number(at) - 1] ?? whole))
    .replace(/<day([-+]\d+)>/g, (_, days) => dayFromToday(Number(days)))
    .replace(/^<\w+\.\.\w+>$/gm, (range) => (value.includes("\n") ? platesIn(range).join("\n") : range))
    .replace(/(?<=\W)<\w+\.\.\w+>(?=\W)/g, (range) => platesIn(range).join(", "))
    .replace(/<([^<>]+?)\*(\d+)>/g, (_, one, times) => one.repeat(Number(times)));
  return Object.entries(about ?? {}).reduce((known, [name, own]) => known.replaceAll(`<${name}>`, own), text);
}

/** The same with other values and keys. */
export function mapped(value: unknown, as: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(as);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(as(key)), as(one)]));
}

/** A list in which `<AB01..AB40>` stands for the plates from one to the other. */
export function each<Item>(items: readonly Item[] | undefined): (Item | string)[] | undefined {
  return items?.flatMap((one): (Item | string)[] =>
    typeof one === "string" && /^<\w+\.\.\w+>$/.test(one) ? platesIn(one) : [one],
  );
}

function platesIn(range: string): string[] {
  const [, prefix = "", first = "", last = ""] = /^<(\w*?)(\d+)\.\.\1(\d+)>$/.exec(range) ?? [];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, at) => prefix + String(Number(first) + at).padStart(first.length, "0"));
}
