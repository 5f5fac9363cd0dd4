import { readFile } from "node:fs/promises";
import { z } from "zod";
import { CommandFailure, type Variables } from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";

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
