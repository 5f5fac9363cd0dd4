import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../src/allowlist/index.ts";
import { diagnosticsText } from "../../src/render/index.ts";
import { loadFleet } from "../../src/schema/index.ts";
import { place } from "../cli/harness.ts";
import { FILE_EXAMPLES, type FileExample, writeExample } from "./file-examples.ts";
import { RUN_EXAMPLES, type RunExample } from "./run-examples.ts";

const FOUND_EARLIER = "another check of the same text reports it first";
const TOO_LARGE = "it takes hundreds of megabytes, or minutes";
/** Longer messages are shown by their beginning. */
const MOST_WORDS = 30;
const NEEDS_GIT = "it names commits of a git repository; test/cli/base.test.ts";

/** Codes whose message no small example gives, and why. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  internal: "no defect is known",
  partial: "the report of the run says all; test/cli/apply.test.ts",
  locked: "it names a process and a time; test/cli/locked-message.test.ts",
  unknown: "it needs a lost answer; test/cli/apply.test.ts",
  "changed-meanwhile": "it needs somebody else at the server; test/cli/changed-meanwhile.test.ts",
  interrupted: "it needs a signal; test/cli/interrupt.test.ts",
  "maxDeletes.total": "as maxDeletes, over all lists",
  "maxDeletes.window": "it needs several days; test/cli/list-guards.test.ts",
  emptyLive: "as maxAdds",
  maxUpdates: "as maxAdds",
  maxAge: "it names an age; test/cli/list-guards.test.ts",
  "unreadable-file": "permissions do not stop every user",
  "files-too-large": TOO_LARGE,
  "too-many-names": TOO_LARGE,
  "yaml-too-long": TOO_LARGE,
  "workbook-too-large": TOO_LARGE,
  "yaml-bad-collection-type": FOUND_EARLIER,
  "yaml-bad-directive": FOUND_EARLIER,
  "yaml-bad-prop-order": FOUND_EARLIER,
  "yaml-block-in-flow": FOUND_EARLIER,
  "yaml-duplicate-key": FOUND_EARLIER,
  "yaml-tag-resolve-failed": FOUND_EARLIER,
  "yaml-impossible": "no text is known that gives it",
  "list-unavailable": "the library alone gives it",
  "list-age-unknown": NEEDS_GIT,
  "unknown-encoding": "in a fleet file it is a wrong-value",
  "unknown-date-format": "in a fleet file it is a wrong-value",
  "fleet-unreadable": "it holds the answer of a server; test/cli/plan.test.ts",
  "base-not-comparable": NEEDS_GIT,
  "edit-without-effect": NEEDS_GIT,
  "list-released": NEEDS_GIT,
  "live-shrunk": "it compares with an earlier run; test/plan",
  "live-grown": "it compares with an earlier run; test/plan",
  "half-move": "it needs two accounts and a change of one alone; test/plan",
  "undone-again": "it needs three earlier runs; test/convergence",
  "money-unknown": "it holds the answer of a server; test/cli/plan-money.test.ts",
  "list-cars-kept": "it names the day of the run; test/cli/list-guards.test.ts",
  "list-cars-returned": "it needs several days; test/cli/list-guards.test.ts",
  "unmanaged-accounts-skipped": "it needs a thousand accounts; test/cli/many-accounts.test.ts",
  "journal-of-another-server": "it needs two servers; test/cli/timeline.test.ts",
  "records-outside-range": "it needs odd records; test/cli/odd-records.test.ts",
  "earlier-findings-not-seen": "it compares with an earlier audit; test/cli/known-findings.test.ts",
};

/** What the program says with a code, as far as there is an example; empty for none. */
export async function exampleOf(code: string): Promise<string> {
  const files: Readonly<Record<string, FileExample>> = FILE_EXAMPLES;
  const [file, run] = [files[code], RUN_EXAMPLES[code]];
  if (file) return messageAboutFiles(code, file);
  return run ? messageOfRun(code, run) : "";
}

async function messageAboutFiles(code: string, example: FileExample): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-example-"));
  try {
    writeExample(folder, example);
    const reading = await loadFleet([...(example.paths ?? ["fleet.yaml"])], { cwd: folder });
    const found: readonly Diagnostic[] = reading.kind === "desired" ? reading.warnings : reading.diagnostics;
    const own = found.find((one) => one.code === code);
    if (!own) return "";
    return diagnosticsText([own], { color: false, width: 100 }).split("\n\n")[0]?.trimEnd() ?? "";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function messageOfRun(code: string, { sandbox, files, before = [], args, env }: RunExample): Promise<string> {
  const here = await place(sandbox, env);
  const write = (some: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(some)) here.write(name, text);
  };
  write(files);
  for (const step of before) {
    if (isArgs(step)) await here.run(...step);
    else write(step);
  }
  const { stdout, stderr } = await here.run(...args);
  const said = excerpt(`${stderr}${stdout}`, code) || stderr.trim();
  // Ports and names of temporary files differ from run to run.
  return said.replaceAll(here.sandbox.url, "http://127.0.0.1:8080").replace(/\.[0-9a-f]{12}'/g, "…'");
}

function isArgs(step: readonly string[] | Readonly<Record<string, string>>): step is readonly string[] {
  return Array.isArray(step);
}

/** A message from its first word to its code, on lines of one width; of a long one, how it begins. */
function excerpt(printed: string, code: string): string {
  const paragraphs = printed.split(/\n(?=\S|\n| {2}(?:warning|note) | {2}(?:global|account [0-9]+): )/);
  const messages = paragraphs.map((one) => one.trim().replace(/\s+/g, " "));
  const [message = ""] = messages.find((one) => one.includes(`(${code})`))?.split(` (${code})`) ?? [];
  const words = message.split(" ");
  const shown = words.length <= MOST_WORDS ? message : `${words.slice(0, MOST_WORDS).join(" ")} …`;
  return message === "" ? "" : `${shown} (${code})`.replace(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();
}
