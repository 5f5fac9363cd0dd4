import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Variables, writeOutput } from "../cli/index.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionOutput } from "./invoke.ts";

/** GitHub takes 1 MiB a step, and a UTF-16 unit takes at most three bytes. */
const LONGEST_SUMMARY = Math.floor((1024 * 1024) / 3);
/** For `.md` files, which end up in comments and issues. */
const LONGEST_PAGE = 60_000;

/** A folder for the documents of this run, for its owner only. */
export async function makeFolder(env: Variables): Promise<string> {
  return mkdtemp(join(env["RUNNER_TEMP"] || tmpdir(), "platectl-"));
}

/** Writes the results of a run as files. Throws a `CommandFailure` (11). */
export async function writeFiles(
  folder: string,
  name: "validation" | "plan" | "report" | "audit",
  { markdown, html }: ActionOutput,
  document: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const markdownPath = join(folder, `${name}.md`);
  await writeOutput(markdownPath, markdown(LONGEST_PAGE));
  if (html !== undefined) await writeOutput(join(folder, `${name}.html`), html);
  const documentPath = join(folder, `${name}.json`);
  if (document !== undefined) await writeOutput(documentPath, document);
  return { folder, "markdown-path": markdownPath, ...(document !== undefined && { "document-path": documentPath }) };
}

/** Appends the page to the job summary. */
export async function writeSummary(env: Variables, { markdown }: ActionOutput): Promise<void> {
  const path = env["GITHUB_STEP_SUMMARY"];
  if (path) await appendFile(path, markdown(LONGEST_SUMMARY));
}

/**
 * Appends the step's outputs. A delimiter that cannot be guessed keeps a value from ending early and setting another
 * output (reliability S15).
 */
export async function writeOutputs(env: Variables, outputs: Readonly<Record<string, number | string>>): Promise<void> {
  const path = env["GITHUB_OUTPUT"];
  if (!path) return;
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const text = String(value);
    if (/\p{Cc}/u.test(text)) throw new Error(`output ${name} holds control characters`);
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
  });
  await appendFile(path, blocks.join(""));
}

/**
 * The hidden first line of our comment, one for each set of files and accounts. Foreign text cannot forge it: every
 * renderer escapes `<`.
 */
export function markerOf({ files, options: { account } }: ActionInputs): string {
  const key = createHash("sha256")
    .update(JSON.stringify([files, account]))
    .digest("hex");
  return `<!-- platectl ${key.slice(0, 16)} -->`;
}

/** The last line of our comment: its commit and run. Values in any other form than GitHub's are left out. */
export function footerOf(env: Variables, commit: string): string {
  const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: repository = "", GITHUB_RUN_ID: run = "" } = env;
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return "";
  const url = `${server}/${repository}/actions/runs/${run}`;
  const link = /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? `, [run ${run}](${url})` : "";
  return `\n<sub>Commit ${commit.slice(0, 10)}${link}</sub>\n`;
}
