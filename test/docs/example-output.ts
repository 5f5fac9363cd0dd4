import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Diagnostic, unclearWarning } from "../../src/allowlist/index.ts";
import { diagnosticsText } from "../../src/render/index.ts";
import { loadFleet } from "../../src/schema/index.ts";
import type { Flow } from "../cli/flow-data.ts";
import { flowsIn, follow } from "../cli/flows.ts";
import { FILE_EXAMPLES, type FileExample, writeExample } from "./file-examples.ts";

/** For each code of a message about a run, a flow whose last command gives it. */
const RUNS = flowsIn(new URL("run-examples.yaml", import.meta.url));
/** Longer messages are shown by their beginning. */
const MOST_WORDS = 30;
/** Whether there is an example of a code. */
export function hasExample(code: string): boolean {
  return Object.hasOwn(FILE_EXAMPLES, code) || RUNS.some(({ title }) => title === code);
}

/** What the program says with a code, as far as there is an example; empty for none. */
export async function exampleOf(code: string): Promise<string> {
  const [file, run] = [FILE_EXAMPLES[code], RUNS.find(({ title }) => title === code)];
  if (file) return messageAboutFiles(code, file);
  return run ? messageOfRun(code, run) : "";
}

async function messageAboutFiles(code: string, example: FileExample): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-example-"));
  try {
    writeExample(folder, example);
    const reading = await loadFleet([...(example.paths ?? ["fleet.yaml"])], { cwd: folder });
    const found: readonly Diagnostic[] =
      reading.kind === "desired"
        ? [...reading.warnings, ...(reading.desired.unclear ?? []).map(unclearWarning)]
        : reading.diagnostics;
    const own = found.find((one) => one.code === code);
    if (!own) return "";
    return diagnosticsText([own], { color: false, width: 100 }).split("\n\n")[0]?.trimEnd() ?? "";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function messageOfRun(code: string, run: Flow): Promise<string> {
  const { stdout, stderr, url } = await follow(run);
  const said = excerpt(`${stderr}${stdout}`, code) || stderr.trim();
  // Ports and names of temporary files differ from run to run.
  return said.replaceAll(url, "http://127.0.0.1:8080").replace(/\.[0-9a-f]{12}'/g, "…'");
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
