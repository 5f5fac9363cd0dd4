import { readFile } from "node:fs/promises";
import { z } from "zod";
import { optionName, RUN_OPTIONS, readSecretFile, type Variables, wrongInput } from "../cli/index.ts";

const COMMANDS = ["validate", "plan", "apply", "audit"] as const;

/** The commands that the action can run. */
export type ActionCommand = (typeof COMMANDS)[number];

/** The options of commands that are inputs, and the inputs whose name is another. */
const OPTION_INPUTS = [
  ...["state", "account", "allowDeletes", "allowAdds", "allowUpdates", "allowShrink", "allowAge", "reassert"],
  ...["only", "skip", "base", "money", "planHash", "autoApprove", "maxPlanAge", "settleTime", "lockTimeout"],
];
const OTHER_NAMES: Readonly<Record<string, string>> = { account: "accounts", money: "money-days" };

const text = z.string().optional();
const oneOf = <const Word extends string>(known: readonly Word[]) =>
  z.enum(known, { error: ({ input }) => `${JSON.stringify(input)} is not one of ${known.join(", ")}` });
const flag = oneOf(["true", "false"]).transform((word) => word === "true");
// One per line: names may contain spaces.
const lines = z.string().transform((list) => list.split("\n").flatMap((line) => line.trim() || []));
const words = z.string().transform((list) => list.split(/[\s,]+/).filter((one) => one !== ""));

const inputShape = z.object({
  command: oneOf(COMMANDS).default("plan"),
  /** The one that is found unless named. */
  files: lines.optional(),
  /** Where `plan` also writes the plan document, and the approved plan for `apply`. */
  plan: text,
  failOnChanges: flag.default(false),
  comment: flag.default(false),
  token: text,
  plates: text,
  options: z.object(Object.fromEntries(OPTION_INPUTS.map((key) => [key, optionShape(key).optional()]))),
});

/** The inputs of `action.yml`, checked. */
export type ActionInputs = z.infer<typeof inputShape>;

function optionShape(key: string): z.ZodType {
  const { takes, choices, repeats, read } = RUN_OPTIONS[key] ?? {};
  if (takes === undefined) return flag;
  const one = z.string().transform((value, context) => {
    try {
      return read?.(value, "the value") ?? value;
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message.replace(/ Nothing was contacted\.$/, "") : key);
      return z.NEVER;
    }
  });
  const checked = choices ? oneOf(choices) : one;
  return repeats ? (key === "skip" ? lines : words).pipe(z.array(checked)) : checked;
}

/** Reads the inputs, which `action.yml` passes as `INPUT_…`. Throws a `CommandFailure` (3) that names every problem. */
export function readInputs(env: Variables): ActionInputs {
  const nameOf = (key: string) => OTHER_NAMES[key] ?? optionName(key).slice(2);
  const variableOf = (key: string) => `INPUT_${nameOf(key).toUpperCase().replaceAll("-", "_")}`;
  const given = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, env[variableOf(key)]?.trim() || undefined]));
  const reading = inputShape.safeParse({ ...given(Object.keys(inputShape.shape)), options: given(OPTION_INPUTS) });
  if (reading.success) return reading.data;
  const problems = reading.error.issues.map(({ path: [first, second], message }) => {
    const key = first === "options" ? second : first;
    return `input ${nameOf(String(key))}: ${message}`;
  });
  throw wrongInput(problems.join("\n"));
}

const SECRETS = ["PLATECTL_CLIENT_SECRET", "PLATECTL_PLATES_KEY"];
/** The variables that only trusted runs may use. */
export const CREDENTIALS = ["PLATECTL_CLIENT_ID", ...SECRETS.flatMap((name) => [name, `${name}_FILE`])];

/** Every secret that this step was given. The command itself reports a file that cannot be read. */
export function secretsIn(env: Variables): readonly string[] {
  const inFiles = SECRETS.map((name) => readSecretFile(name, env[`${name}_FILE`] ?? "", []));
  const secrets = [...SECRETS.map((name) => env[name]), ...inFiles, env["INPUT_TOKEN"]];
  return secrets.filter((secret): secret is string => secret !== undefined && secret !== "");
}

/** The plan of a pull request, or the receipt of what the merge of a commit did, whose pull request is to be found. */
export type CommentOf =
  | { readonly kind: "plan"; readonly pull: number; readonly commit: string }
  | { readonly kind: "receipt"; readonly commit: string };

/** What started the workflow; with neither of these an event that only users with write access can cause. */
export interface ActionEvent {
  readonly comment?: CommentOf;
  /** Why the files may be from outside, as a sentence without its end. */
  readonly foreign?: string;
}

/** Events that run files of the repository itself. Not `workflow_run`, comments and reviews: those can be about a fork. */
const OWN_EVENTS = ["push", "schedule", "workflow_dispatch", "repository_dispatch", "merge_group", "release"];
/** Those of them after which somebody waits for what their merge did; a night must not replace that. */
const MERGE_EVENTS = ["push", "workflow_dispatch"];
/** Events that run a pull request's files, no matter who wrote them. */
const PULL_REQUEST_EVENTS = ["pull_request", "pull_request_target"];

const repository = z.object({ full_name: z.string() });
const payloadShape = z.object({
  pull_request: z
    .object({
      number: z.number().int().positive(),
      head: z.object({ sha: z.string().regex(/^[0-9a-f]+$/), repo: repository.nullable() }),
      base: z.object({ repo: repository }),
    })
    .optional(),
});

/**
 * Reads the event. One of an unknown kind is foreign: workflows check out pull requests under many of them (S11).
 * Throws a `CommandFailure` (3) when it cannot be read: a fork must not be taken for something else.
 */
export async function readEvent(env: Variables): Promise<ActionEvent> {
  const { GITHUB_EVENT_NAME: name = "", GITHUB_EVENT_PATH: path = "", GITHUB_SHA: commit = "" } = env;
  const isPull = PULL_REQUEST_EVENTS.includes(name);
  const { pull_request: pull } = await payloadAt(path, isPull);
  // The repository of a fork may have been deleted.
  if (pull && pull.head.repo?.full_name !== pull.base.repo.full_name) {
    return { foreign: "This pull request comes from a fork" };
  }
  if (pull && isPull) return { comment: { kind: "plan", pull: pull.number, commit: pull.head.sha } };
  if (!pull && OWN_EVENTS.includes(name)) {
    const isMerge = MERGE_EVENTS.includes(name) && /^[0-9a-f]{40,64}$/.test(commit);
    return isMerge ? { comment: { kind: "receipt", commit } } : {};
  }
  const event = name === "" ? "an event without a name (GITHUB_EVENT_NAME)" : `the event ${name}`;
  return { foreign: `This run comes from ${event}, which may contain files of others` };
}

async function payloadAt(path: string, isPull: boolean): Promise<z.infer<typeof payloadShape>> {
  try {
    const payload: unknown = path === "" ? {} : JSON.parse(await readFile(path, "utf8"));
    return (isPull ? payloadShape.required() : payloadShape).parse(payload);
  } catch {
    throw wrongInput("The event of this workflow (GITHUB_EVENT_PATH) cannot be read");
  }
}
