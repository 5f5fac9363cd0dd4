import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import {
  CommandFailure,
  type OptionSpec,
  optionName,
  type RawValues,
  RUN_OPTIONS,
  type Variables,
} from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";

const COMMANDS = ["validate", "plan", "apply", "audit"] as const;

/** The commands that the action can run. */
export type ActionCommand = (typeof COMMANDS)[number];

/** The inputs of `action.yml`, checked. */
export type ActionInputs = ReturnType<typeof readInputs>;

/** The options of commands that are inputs, and the inputs whose name is another. */
const OPTION_INPUTS = [
  ...["state", "account", "allowDeletes", "allowAdds", "allowUpdates", "allowShrink", "allowAge", "reassert"],
  ...["only", "skip", "base", "money", "planHash", "autoApprove", "maxPlanAge", "settleTime", "lockTimeout"],
];
const OTHER_NAMES: Readonly<Record<string, string>> = { account: "accounts", money: "money-days" };

/** Reads the inputs, which `action.yml` passes as `INPUT_…`. Throws a `CommandFailure` (3) that names every problem. */
export function readInputs(env: Variables) {
  const problems: string[] = [];
  const attempt = <Value>(name: string, read: (text: string) => Value): Value | undefined => {
    const text = inputOf(env, name);
    try {
      return text === undefined ? undefined : read(text);
    } catch (error) {
      problems.push(error instanceof Error ? `input ${name}: ${error.message}` : name);
      return undefined;
    }
  };
  const files = attempt("files", linesOf);
  const given = OPTION_INPUTS.map((key) => {
    const name = OTHER_NAMES[key] ?? optionName(key).slice(2);
    const split = key === "skip" ? linesOf : wordsOf;
    return [key, attempt(name, (text) => readValue(text, RUN_OPTIONS[key], split))] as const;
  });
  const options: RawValues = { ...Object.fromEntries(given), file: files };
  const inputs = {
    command: attempt("command", (text) => oneOf(text, COMMANDS)) ?? "plan",
    /** Values of options of the commands, by their keys. */
    options,
    /** The one that is found unless named. */
    files,
    /** Where `plan` also writes the plan document, and the approved plan for `apply`. */
    plan: inputOf(env, "plan"),
    failOnChanges: attempt("fail-on-changes", flag) ?? false,
    comment: attempt("comment", flag) ?? false,
    token: inputOf(env, "token"),
    /** How plates are shown, in place of PLATECTL_PLATES. */
    plates: inputOf(env, "plates"),
  };
  if (problems.length > 0) throw new CommandFailure(EXIT.input, `${problems.join("\n")}\nNothing was contacted.`);
  return inputs;
}

function inputOf(env: Variables, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`]?.trim();
  return text === "" ? undefined : text;
}

/** The value of an option, as its definition reads it; `split` tells the values of one that may be given several times. */
function readValue(
  text: string,
  { takes, choices, repeats, read }: Partial<OptionSpec<unknown>> = {},
  split: (text: string) => readonly string[],
): unknown {
  if (takes === undefined) return flag(text);
  const readOne = (one: string) => (choices ? oneOf(one, choices) : read ? read(one, "the value") : one);
  return repeats ? split(text).map(readOne) : readOne(text);
}

function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const known = words.find((one) => one === text);
  if (known === undefined) throw new Error(`${JSON.stringify(text)} is not one of ${words.join(", ")}`);
  return known;
}

// One per line: names may contain spaces.
function linesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((one) => one !== "");
}

function flag(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`expected true or false, not ${JSON.stringify(text)}`);
}

const SECRETS = ["CLIENT_SECRET", "PLATES_KEY"].flatMap((name) => [`PLATECTL_${name}`, `PLATECTL_${name}_FILE`]);
/** The variables that only trusted runs may use. */
export const CREDENTIALS = ["PLATECTL_CLIENT_ID", ...SECRETS];

/** Every secret that this step was given. */
export function secretsIn(env: Variables): readonly string[] {
  const values = SECRETS.map((name) => (name.endsWith("_FILE") ? textAt(env[name]) : env[name]));
  const secrets = [...values, env["INPUT_TOKEN"]];
  return secrets.filter((secret): secret is string => secret !== undefined && secret !== "");
}

// The command itself reports a file that cannot be read.
function textAt(path: string | undefined): string | undefined {
  try {
    return path === undefined || path === "" ? undefined : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** What started the workflow, by whose files it may contain. */
export type ActionEvent =
  /** A pull request of this repository. */
  | { readonly kind: "pull-request"; readonly number: number; readonly commit: string }
  /** An event that only users with write access can cause. */
  | { readonly kind: "own" }
  /** The files may be from outside; the reason, as a sentence. */
  | { readonly kind: "foreign"; readonly why: string };

/** Events that run files of the repository itself. Not `workflow_run`, comments and reviews: those can be about a fork. */
const OWN_EVENTS: readonly string[] = [
  "push",
  "schedule",
  "workflow_dispatch",
  "repository_dispatch",
  "merge_group",
  "release",
];
/** Events that run a pull request's files, whoever wrote them. */
const PULL_REQUEST_EVENTS: readonly string[] = ["pull_request", "pull_request_target"];

const repository = z.object({ full_name: z.string() });
const payloadShape = z.object({
  pull_request: z
    .object({
      number: z.number().int().positive(),
      head: z.object({ sha: z.string(), repo: repository.nullable() }),
      base: z.object({ repo: repository }),
    })
    .optional(),
});

/**
 * Reads the event's name and payload. An event on neither list is foreign: GitHub may add events, and workflows check out the
 * head of a pull request under many of them (reliability S11).
 * @throws CommandFailure (3) when the payload cannot be read: a fork must not be taken for something else.
 */
export async function readEvent(env: Variables): Promise<ActionEvent> {
  const { GITHUB_EVENT_NAME: name = "", GITHUB_EVENT_PATH: path = "" } = env;
  const pull = path === "" ? undefined : (await payloadAt(path)).pull_request;
  // The repository of a fork may have been deleted.
  if (pull && pull.head.repo?.full_name !== pull.base.repo.full_name) {
    return { kind: "foreign", why: "This pull request comes from a fork" };
  }
  if (PULL_REQUEST_EVENTS.includes(name)) {
    if (pull === undefined) throw unreadable();
    return { kind: "pull-request", number: pull.number, commit: pull.head.sha };
  }
  if (OWN_EVENTS.includes(name) && pull === undefined) return { kind: "own" };
  const event = name === "" ? "an event without a name (GITHUB_EVENT_NAME)" : `the event ${name}`;
  return { kind: "foreign", why: `This run comes from ${event}, which may contain files of others` };
}

async function payloadAt(path: string): Promise<z.infer<typeof payloadShape>> {
  try {
    return payloadShape.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw unreadable();
  }
}

function unreadable(): CommandFailure {
  return new CommandFailure(
    EXIT.input,
    "The event of this workflow (GITHUB_EVENT_PATH) cannot be read; nothing was contacted.",
  );
}
