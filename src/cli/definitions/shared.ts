import { CHOICES } from "../../allowlist/index.ts";
import type { Format } from "../../render/index.ts";
import { LARGEST_CONCURRENCY } from "../../run/collections.ts";
import { numberFrom, readCalendarDay, readCount, readDuration, readId, readMetricsFile } from "./readers.ts";
import { choice, flag, rare, several, severalOf, textOption, type ValuesOf, valueOption } from "./spec.ts";

/** An option that takes a day. */
export function day(description: string) {
  return valueOption("<day>", description, readCalendarDay);
}

/** An option that takes a number, which help calls `takes`. */
export function count(takes: string, description: string) {
  return valueOption(takes, description, readCount);
}

/** Which servers to contact. */
export const SERVER_OPTIONS = {
  baseUrl: rare(textOption("<url>", "address of the server, instead of PLATECTL_BASE_URL")),
  authUrl: rare(textOption("<url>", "address of the login, instead of PLATECTL_AUTH_URL (default: the server's)")),
  partnerUrl: rare(
    textOption("<url>", "address of the partner interface, instead of PLATECTL_PARTNER_URL (default: the server's)"),
  ),
  concurrency: rare(
    valueOption(
      "<n>",
      "most requests at once; of one list at most 4 adds, or one delete (default: 16)",
      numberFrom(1, LARGEST_CONCURRENCY),
    ),
  ),
  deadline: rare(
    valueOption(
      "<duration>",
      "end the run after so long, such as 30m (default: 30m for reading, none for changes)",
      readDuration,
    ),
  ),
};

/** Where the state is kept. */
export const STATE_OPTIONS = {
  state: {
    ...textOption(
      "<address>",
      "instead of PLATECTL_STATE: file:PATH, git:BRANCH[@REMOTE] or postgres://HOST/DATABASE (default: file:.platectl/state.jsonl)",
    ),
    offers: ["file:", "git:", "postgres://"],
  },
};

const FLEET_FILE = "fleet file, folder or glob (default: fleet.yaml or platectl.yaml, searched from here upward)";

/** `-f`, for commands that find the fleet file themselves where none is named. */
export function fleetFileOption(takes: string, description: string) {
  return { ...several(takes, description), short: "-f", searched: true } as const;
}

/** Options of commands that contact the server and need no fleet file. */
export const API_OPTIONS = {
  file: fleetFileOption(
    "<path>",
    "use the `interface:` settings of this fleet file (default: fleet.yaml or platectl.yaml, if there is one)",
  ),
  ...SERVER_OPTIONS,
};

/** Of commands that edit files. */
export const DRY_RUN = {
  dryRun: flag("write nothing; show what would change as a unified diff and exit with 2 if there is any"),
};

/** Options of commands that ask before they change something. */
export const APPROVAL_OPTIONS = { autoApprove: flag("do not ask for confirmation") };

/** The fleet files, where the command takes no operands: `-f` takes several values. */
export const FLEET_FILES = {
  file: fleetFileOption("<path...>", FLEET_FILE),
};

/** The fleet files, where operands follow: `-f` takes one value at a time. */
export const FLEET_FILES_BEFORE_OPERANDS = {
  file: fleetFileOption("<path>", FLEET_FILE),
};

/** The billing accounts to look at, where the command takes no operands. */
export const CHOSEN_ACCOUNTS = { account: several("<baId...>", "only these billing accounts") };

/** The billing accounts to look at, one at a time. */
export const ACCOUNTS = { account: several("<baId>", "only these billing accounts", readId) };

/** Options of commands that read the live lists of a fleet file. */
export const READ_OPTIONS = {
  ...SERVER_OPTIONS,
  ...STATE_OPTIONS,
};

/** Options of commands that may run by themselves at night. */
export const METRICS_OPTIONS = {
  metrics: rare(
    valueOption("<file>", "also write metrics for Prometheus there (.prom), whatever the end", readMetricsFile),
  ),
};

/** Options of commands that plan: those of reading, and what may pass the guards. */
export const RECONCILE_OPTIONS = {
  ...READ_OPTIONS,
  allowDeletes: count("<n>", "let up to n deletes pass the guards"),
  allowAdds: count("<n>", "let up to n adds pass the guards"),
  allowUpdates: count("<n>", "let up to n updates of features pass the guards"),
  allowShrink: rare(count("<n>", "let list files lose up to n cars (maxShrink)")),
  allowAge: rare(count("<days>", "let list files be up to so many days old (maxAge)")),
  only: severalOf("<what>", "only changes of this action or cause (drift, edit: with --base); may repeat", CHOICES),
  skip: several("<plate>", "leave this car alone, in any spelling; may repeat"),
  reassert: rare(flag("send every desired car of lists that cannot be read, to learn what is on them")),
};

/** `--format`, with the formats that the command has. */
export function formatOf<const Name extends Format>(
  what: string,
  formats: readonly Name[],
  fallback = "by the extension of --output, else text",
) {
  return choice("<format>", `how to show ${what} (default: ${fallback})`, formats);
}

/** `--output`. */
export const OUTPUT = { output: textOption("<file>", "write the result there instead of stdout") };

/** Which servers to contact, from options. */
export type ServerInput = ValuesOf<typeof SERVER_OPTIONS>;
/** Where the state is kept, from options. */
export type StateInput = ValuesOf<typeof STATE_OPTIONS>;
