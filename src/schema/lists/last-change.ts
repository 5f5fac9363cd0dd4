import { stat } from "node:fs/promises";
import type { CommitTime, Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { showPath } from "../diagnostics/quote-text.ts";

/** Finds out when the content of a file was committed; the path has no links. */
export type FindCommitTime = (real: string) => Promise<CommitTime>;

/** When a list was last changed, milliseconds since the epoch, and how that is known. */
export interface LastChange {
  readonly at: number;
  readonly by: "commit" | "time stamp";
}

/** When a list was last changed: its last commit, or its time stamp where the content is not committed; reported when unknown. */
export async function lastChangeOf(
  real: string,
  path: string,
  source: Source,
  find: FindCommitTime,
  diagnostics: DiagnosticCollector,
): Promise<LastChange | undefined> {
  const commit = await find(real);
  if (commit.kind === "committed") return { at: commit.at, by: "commit" };
  if (commit.kind === "not-committed") return { at: Math.floor((await stat(real)).mtimeMs), by: "time stamp" };
  const message = `How old ${showPath(path)} is cannot be found out, and \`maxAge\` needs it: ${commit.why}.`;
  const fix = "Fetch the whole history (`fetch-depth: 0` of actions/checkout), or remove `maxAge`.";
  diagnostics.error("list-age-unknown", message.replace(/\.\.$/, "."), source, fix);
  return undefined;
}
