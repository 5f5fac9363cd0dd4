import { readFile } from "node:fs/promises";
import { z } from "zod";
import { EXIT } from "../../exit-code.ts";
import type { Variables } from "../environment.ts";
import { CommandFailure } from "../failure.ts";

/** What made the workflow run. */
export type ActionEvent =
  | { readonly kind: "pull-request"; readonly number: number; readonly commit: string; readonly isFork: boolean }
  | { readonly kind: "other" };

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
 * Reads the event's payload. Whatever carries a pull request counts as one, `pull_request_target` too: that event has the
 * secrets, and its files may be a stranger's (reliability S11).
 * @throws CommandFailure (3) when the payload cannot be read: a fork must not pass for something else.
 */
export async function readEvent(env: Variables): Promise<ActionEvent> {
  const path = env["GITHUB_EVENT_PATH"];
  if (path === undefined || path === "") return { kind: "other" };
  const { pull_request: pull } = await payloadAt(path);
  if (pull === undefined) return { kind: "other" };
  // The repository of a fork may be gone by now.
  const isFork = pull.head.repo?.full_name !== pull.base.repo.full_name;
  return { kind: "pull-request", number: pull.number, commit: pull.head.sha, isFork };
}

async function payloadAt(path: string): Promise<z.infer<typeof payloadShape>> {
  try {
    return payloadShape.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new CommandFailure(
      EXIT.input,
      "The event of this workflow (GITHUB_EVENT_PATH) cannot be read; nothing was contacted.",
    );
  }
}
