import { existsSync } from "node:fs";
import { join } from "node:path";
import { OWN_FOLDER } from "../process/this-process.ts";
import { labelled, terminalText } from "../render/index.ts";
import { EXIT } from "../run/exit-code.ts";
import { SERVER_OPTIONS, STATE_OPTIONS } from "./definitions/shared.ts";
import { COMMON_OPTIONS, type OptionSpec } from "./definitions/spec.ts";

type ListedOption = readonly [key: string, option: OptionSpec<unknown>, heading: (typeof HEADINGS)[number]];

const HEADINGS = ["Options:", "Server and state:", "Options of every command:"] as const;

const SERVER_KEYS = new Set([...Object.keys(SERVER_OPTIONS), ...Object.keys(STATE_OPTIONS)]);

/** The options of a command in the order of its help: the fleet file first, what few people need last. */
export function listedOptions(options: Readonly<Record<string, OptionSpec<unknown>>>): readonly ListedOption[] {
  const listed = [
    ...Object.entries(options).map(([key, spec]): ListedOption => [key, spec, HEADINGS[SERVER_KEYS.has(key) ? 1 : 0]]),
    ...Object.entries(COMMON_OPTIONS).map(([key, spec]): ListedOption => [key, spec, HEADINGS[2]]),
  ];
  const rank = ([key, , heading]: ListedOption) => (key === "file" ? -1 : HEADINGS.indexOf(heading));
  return listed.sort((left, right) => rank(left) - rank(right));
}

/** What the help of a command ends with: examples, exit codes, the page that says more, and how to see rare options. */
export function helpEnding(path: string, showsRare: boolean): string {
  const ending = HELP_ENDINGS[path];
  if (ending === undefined) return "";
  const names = new Set(["ok", ...ending.exits, "input"]);
  const exits = Object.entries(EXIT).filter(([name]) => names.has(name));
  const meanings: Readonly<Record<string, string>> = EXIT_MEANINGS;
  return [
    "",
    "Examples:",
    ...ending.examples.map((example) => `  platectl ${example}`),
    "",
    "Exit codes:",
    ...exits.flatMap(([name, code]) =>
      labelled(
        terminalText(String(code).padEnd(3)),
        [terminalText(meanings[name] ?? "")],
        process.stdout.columns || 80,
        2,
      ),
    ),
    "",
    ...(showsRare ? [] : [`Rare options: platectl ${path} --help --all.`]),
    `More: ${pageAt(ending.page)}.`,
  ].join("\n");
}

// The package has the pages; the executable has none.
function pageAt(page: string): string {
  const path = join(OWN_FOLDER, "..", page);
  return existsSync(path) ? path : `${page} of platectl`;
}

type ExitName = keyof typeof EXIT;

/** One line for each exit code. */
export const EXIT_MEANINGS: Readonly<Record<ExitName, string>> = {
  ok: "done, or nothing to do",
  internal: "a defect in platectl",
  changes: "there are changes or findings",
  input: "a file, an option or the environment is wrong; nothing was contacted",
  guard: "too much would change; the message names the option that allows it",
  auth: "login or permission refused",
  unreadable: "the server could not be read reliably",
  stale: "the approved plan is out of date or was altered",
  locked: "another run holds the lock",
  partial: "some changes were rejected or not sent, somebody else changed a list, or there is an alarm",
  unknown: "some changes could not be confirmed; run again",
  undelivered: "the result could not be written (a stdout that is closed, `>&-`, cannot be noticed)",
  interrupted: "interrupted, or not confirmed",
  terminated: "terminated",
};

const READS = ["auth", "unreadable"] as const;
/** With 2 under `--dry-run`. */
const EDITS = ["changes", "undelivered"] as const;
/** What a signal ends with, and the answer no. */
const STOPPED = ["interrupted", "terminated"] as const;
const WRITES = [...READS, "partial", "unknown", ...STOPPED] as const;
const REFERENCE = "docs/reference.md";
const FLEET_FILE = "docs/fleet-yaml.md";
const INSTALL = "docs/install.md";
const REVIEW = "docs/review.md";
const START = "docs/start.md";
const STATE = "docs/state.md";

// Examples without `platectl`; the exit codes besides 0, 1 and 3; the page of the documentation.
function ending(examples: readonly string[], exits: readonly ExitName[], page: string) {
  return { examples, exits, page };
}

/** The endings by the path of the command. */
export const HELP_ENDINGS: Readonly<Record<string, ReturnType<typeof ending>>> = {
  init: ending(["init", "init --account 4711 --account 4712"], EDITS, START),
  validate: ending(
    ["validate", "validate -f fleets/ --fail-on warning", "validate --output fleet.sarif"],
    EDITS,
    FLEET_FILE,
  ),
  fmt: ending(["fmt", "fmt --check -f fleets/"], ["changes"], FLEET_FILE),
  "car add": ending(["car add AB12345 --until 2026-12-31"], EDITS, FLEET_FILE),
  "car end": ending(["car end AB12345 --on 2026-12-31"], EDITS, FLEET_FILE),
  "car remove": ending(["car remove AB12345"], EDITS, FLEET_FILE),
  "car find": ending(["car find AB12345"], READS, REVIEW),
  plan: ending(
    ["plan", "plan --output plan.html", "plan --plan-file plan.json --exit-code"],
    ["changes", "guard", ...READS, "undelivered"],
    REVIEW,
  ),
  apply: ending(
    ["apply", "apply plan.json --report report.json", "apply --auto-approve --allow-deletes=40"],
    ["guard", ...READS, "stale", "locked", "partial", "unknown", "undelivered", ...STOPPED],
    REVIEW,
  ),
  acknowledge: ending(
    ["acknowledge plan.json --reason ticket-42", "acknowledge plan.json --until 2026-12-01 --reason ticket-42"],
    ["guard", ...EDITS],
    "docs/ci.md",
  ),
  report: ending(["report HASH --output report.html"], ["partial", "unknown", "stale", "undelivered"], "docs/ci.md"),
  audit: ending(
    ["audit", "audit --from 2026-01-01 --output audit.html"],
    ["changes", ...READS, "undelivered"],
    "docs/audit.md",
  ),
  history: ending(["history AB12345", "history AB12345 --offline"], READS, REVIEW),
  export: ending(["export --output fleet.yaml", "export --account 4711 > acme.yaml"], [...READS, "undelivered"], START),
  import: ending(["import cars.csv --column plate", "import cars.csv --inline --account 4711"], EDITS, START),
  doctor: ending(["doctor", "doctor --write DOCTOR1"], [...READS, "locked", "unknown", ...STOPPED], FLEET_FILE),
  "state show": ending(["state show"], [], STATE),
  "state adopt": ending(
    ["state adopt --from old.yaml --account 4711", "state adopt --from-commit HEAD~1"],
    [...READS, "locked", ...STOPPED],
    START,
  ),
  "state forget": ending(["state forget AB12345 --account 4711"], ["locked", ...STOPPED], STATE),
  "state copy": ending(
    ["state copy file:.platectl/state.jsonl postgres://platectl@db.example.com/fleet"],
    ["locked"],
    STATE,
  ),
  "state unlock": ending(["state unlock ID"], [], STATE),
  "accounts list": ending(["accounts list", "accounts list --format csv"], READS, REFERENCE),
  "cars list": ending(["cars list --output cars.html", "cars list --account 4711 --format csv"], READS, REFERENCE),
  "fleet list": ending(["fleet list"], READS, REFERENCE),
  "users list": ending(["users list 4711"], READS, REFERENCE),
  "users get": ending(["users get 4711 5501"], READS, REFERENCE),
  "users create": ending(
    ["users create 4711 --first-name Ada --last-name Berg --email ada@example.com --phone-number +4512345678"],
    WRITES,
    REFERENCE,
  ),
  "users remove-car": ending(["users remove-car 4711 5501 AB12345"], WRITES, REFERENCE),
  "billing list": ending(["billing list 4711 --from 2026-01-01 --to 2026-01-31"], READS, REFERENCE),
  "billing report": ending(
    ["billing report", "billing report --by car --from 2026-01-01 --output spent.html"],
    ["changes", ...READS, "undelivered"],
    "docs/audit.md",
  ),
  demo: ending(["demo"], STOPPED, START),
  sandbox: ending(["sandbox", "sandbox --mode billing-account --as-documented"], [], START),
  schema: ending(["schema fleet > fleet.schema.json"], [], INSTALL),
  completion: ending(["completion bash > /etc/bash_completion.d/platectl"], [], INSTALL),
};
