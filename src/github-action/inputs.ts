import { readFileSync } from "node:fs";
import { CHOOSABLE, type Choice, isAccountId } from "../allowlist/index.ts";
import { CommandFailure, readCount, readDays, readHash, readShard, type Shard, type Variables } from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";

const COMMANDS = ["validate", "plan", "apply", "audit"] as const;

/** The commands that the action can run. */
export type ActionCommand = (typeof COMMANDS)[number];

/** The inputs of `action.yml`, checked. */
export interface ActionInputs {
  readonly command: ActionCommand;
  /** The one that is found unless named. */
  readonly files: readonly string[] | undefined;
  readonly state: string | undefined;
  readonly account: readonly string[] | undefined;
  readonly shard: Shard | undefined;
  readonly allowDeletes: number | undefined;
  readonly allowAdds: number | undefined;
  readonly allowUpdates: number | undefined;
  readonly allowShrink: number | undefined;
  /** Days. */
  readonly allowAge: number | undefined;
  readonly reassert: boolean;
  readonly only: Choice["only"];
  readonly skip: Choice["skip"];
  /** Where `plan` also writes the plan document, and the approved plan for `apply`. */
  readonly plan: string | undefined;
  /** SHA-256 of the approved plan's file, which `apply` requires. */
  readonly planHash: string | undefined;
  readonly autoApprove: boolean;
  /** Hours. */
  readonly maxPlanAge: number | undefined;
  /** Seconds. */
  readonly settleTime: number | undefined;
  /** Seconds. */
  readonly lockTimeout: number | undefined;
  readonly base: string | undefined;
  /** Over so many days `plan` says what each deleted car cost. */
  readonly moneyDays: number | undefined;
  readonly failOnChanges: boolean;
  readonly comment: boolean;
  readonly token: string | undefined;
  /** How plates are shown, in place of PLATECTL_PLATES. */
  readonly plates: string | undefined;
}

/** Reads the inputs, which `action.yml` passes as `INPUT_…`. Throws a `CommandFailure` (3) that names every problem. */
export function readInputs(env: Variables): ActionInputs {
  const problems: string[] = [];
  const attempt = attemptsAt(env, problems);
  const inputs: ActionInputs = {
    command: attempt("command", commandNamed) ?? "plan",
    files: attempt("files", linesOf),
    state: inputOf(env, "state"),
    account: attempt("accounts", accountsIn),
    shard: attempt("shard", readShard),
    allowDeletes: attempt("allow-deletes", readCount),
    allowAdds: attempt("allow-adds", readCount),
    allowUpdates: attempt("allow-updates", readCount),
    allowShrink: attempt("allow-shrink", readCount),
    allowAge: attempt("allow-age", readCount),
    reassert: attempt("reassert", flag) ?? false,
    only: attempt("only", choosableIn),
    skip: attempt("skip", linesOf),
    plan: inputOf(env, "plan"),
    planHash: attempt("plan-hash", readHash),
    autoApprove: attempt("auto-approve", flag) ?? false,
    maxPlanAge: attempt("max-plan-age", readCount),
    settleTime: attempt("settle-time", readCount),
    lockTimeout: attempt("lock-timeout", readCount),
    base: inputOf(env, "base"),
    moneyDays: attempt("money-days", readDays),
    failOnChanges: attempt("fail-on-changes", flag) ?? false,
    comment: attempt("comment", flag) ?? false,
    token: inputOf(env, "token"),
    plates: inputOf(env, "plates"),
  };
  if (problems.length > 0) throw new CommandFailure(EXIT.input, `${problems.join("\n")}\nNothing was contacted.`);
  return inputs;
}

// Reads an input that was given, and notes what is wrong with it.
function attemptsAt(env: Variables, problems: string[]) {
  return <Value>(name: string, read: (text: string, name: string) => Value): Value | undefined => {
    const text = inputOf(env, name);
    if (text === undefined) return undefined;
    try {
      return read(text, "the value");
    } catch (error) {
      problems.push(error instanceof Error ? `input ${name}: ${error.message}` : name);
      return undefined;
    }
  };
}

function inputOf(env: Variables, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`]?.trim();
  return text === "" ? undefined : text;
}

function commandNamed(text: string): ActionCommand {
  const command = COMMANDS.find((one) => one === text);
  if (command === undefined) throw new Error(`${JSON.stringify(text)} is not one of ${COMMANDS.join(", ")}`);
  return command;
}

// One per line: names may contain spaces.
function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function choosableIn(text: string): NonNullable<Choice["only"]> {
  return wordsOf(text).map((word) => {
    const known = CHOOSABLE.find((one) => one === word);
    if (known === undefined) throw new Error(`${JSON.stringify(word)} is not one of ${CHOOSABLE.join(", ")}`);
    return known;
  });
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((one) => one !== "");
}

function accountsIn(text: string): readonly string[] {
  const ids = wordsOf(text);
  const wrong = ids.filter((id) => !isAccountId(id));
  if (wrong.length > 0) throw new Error(`${wrong.map((id) => JSON.stringify(id)).join(", ")}: expected digits only`);
  return ids;
}

function flag(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`expected true or false, not ${JSON.stringify(text)}`);
}

/** The variables that only trusted runs may use. */
export const CREDENTIALS = [
  "PLATECTL_CLIENT_ID",
  "PLATECTL_CLIENT_SECRET",
  "PLATECTL_CLIENT_SECRET_FILE",
  "PLATECTL_PLATES_KEY",
  "PLATECTL_PLATES_KEY_FILE",
] as const;

/** Every secret that this step was given. */
export function secretsIn(env: Variables): readonly string[] {
  const secrets = [
    env["PLATECTL_CLIENT_SECRET"],
    textAt(env["PLATECTL_CLIENT_SECRET_FILE"]),
    env["PLATECTL_PLATES_KEY"],
    textAt(env["PLATECTL_PLATES_KEY_FILE"]),
    env["INPUT_TOKEN"],
  ];
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
