import { readFile } from "node:fs/promises";
import { z } from "zod";
import { CommandFailure, type Variables } from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";

/** What made the workflow run, by whose files it may bring. */
export type ActionEvent =
  /** A pull request of this repository. */
  | { readonly kind: "pull-request"; readonly number: number; readonly commit: string }
  /** Something that only those can cause who may write to the repository. */
  | { readonly kind: "own" }
  /** The files may be from outside; why, as a sentence. */
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
/** Events that run a pull request's files, whoever's they are. */
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
 * Reads the event's name and payload. What is on neither list is foreign: GitHub may add events, and workflows check out the
 * head of a pull request under many of them (reliability S11).
 * @throws CommandFailure (3) when the payload cannot be read: a fork must not pass for something else.
 */
export async function readEvent(env: Variables): Promise<ActionEvent> {
  const { GITHUB_EVENT_NAME: name = "", GITHUB_EVENT_PATH: path = "" } = env;
  const pull = path === "" ? undefined : (await payloadAt(path)).pull_request;
  // The repository of a fork may be gone by now.
  if (pull && pull.head.repo?.full_name !== pull.base.repo.full_name) {
    return { kind: "foreign", why: "This pull request comes from a fork" };
  }
  if (PULL_REQUEST_EVENTS.includes(name)) {
    if (pull === undefined) throw unreadable();
    return { kind: "pull-request", number: pull.number, commit: pull.head.sha };
  }
  if (OWN_EVENTS.includes(name) && pull === undefined) return { kind: "own" };
  const event = name === "" ? "an event without a name (GITHUB_EVENT_NAME)" : `the event ${name}`;
  return { kind: "foreign", why: `This run comes from ${event}, which may bring files of others` };
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
