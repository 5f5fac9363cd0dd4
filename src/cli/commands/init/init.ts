import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Mode } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { EMPTY, type TerminalText, terminalText, words } from "../../../render/escape/terminal.ts";
import { NEVER } from "../../../runtime/signals.ts";
import type { initSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { isUsualFile, requireOneUsualFile } from "../../input/usual-file.ts";
import { SCHEMA_LINE, writeSchemaFile } from "../../output/schema-file.ts";
import { requireNewFile, unwritten, writeNewFile } from "../../output/write-file.ts";
import { ask } from "../../process/confirm.ts";
import { CommandFailure } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import type { OfferedAccount } from "./offered-accounts.ts";

const NO_ACCOUNTS = words`The file names no account yet: add them, or write those of the server with \`platectl init --all-accounts\`.\n`;

type InitInput = InputOf<typeof initSpec>;

/**
 * `platectl init`: writes a commented starter file, and never touches a file that holds something. It contacts the server
 * only for its billing accounts: with `--all-accounts`, or to offer them on a terminal.
 */
export async function initCommand(options: InitInput, io: Io): Promise<number> {
  const { file, json, quiet } = options;
  if (existsSync(file)) requireNewFile(file);
  requireOneUsualFile(file);
  const mode = await modeFor(options, io);
  const accounts = mode === "global" ? [] : await accountsFor(options, io);
  await createFile(file, await starterFile(mode, accounts));
  const schema = await writeSchemaFile(dirname(file));
  if (json) {
    const named = mode === "global" ? {} : { accounts: accounts.map(({ baId }) => baId) };
    await io.result(jsonDocument("init", { file, mode, ...named }));
    return EXIT.ok;
  }
  if (quiet) return EXIT.ok;
  const option = isUsualFile(file) ? EMPTY : words` -f ${terminalText(file)}`;
  await io.result(`Wrote ${terminalText(file)}.\n`);
  io.message(schemaNote(schema));
  if (mode === "billing-account" && accounts.length === 0 && !asks(options, io)) io.message(NO_ACCOUNTS);
  io.message(
    words`If the server holds a list already, write it with \`platectl export\` instead.\nOtherwise add your cars, then run \`platectl validate${option}\` and \`platectl plan${option}\`.\n`,
  );
  return EXIT.ok;
}

async function modeFor(options: InitInput, io: Io): Promise<Mode> {
  const { mode, account, allAccounts } = options;
  const given = account === undefined ? allAccounts && "--all-accounts" : "--account";
  if (given && mode === "global") {
    throw new CommandFailure(EXIT.input, `${given} belongs to --mode billing-account. Nothing was written.`);
  }
  if (given) return "billing-account";
  if (mode !== undefined || !asks(options, io)) return mode ?? "global";
  const answer = await ask("One list for all customers (1), or one for each billing account (2)? [1] ", NEVER);
  return answer === "2" || answer === "billing-account" ? "billing-account" : "global";
}

function asks({ json }: InitInput, { stdinIsTty, stderrIsTty }: Io): boolean {
  return !json && stdinIsTty && stderrIsTty;
}

// The client is loaded only where it is used: most do without.
async function accountsFor(options: InitInput, io: Io): Promise<readonly OfferedAccount[]> {
  const { account, allAccounts } = options;
  if (account) return [...new Set(account)].map((baId) => ({ baId }));
  if (!allAccounts && !asks(options, io)) return [];
  const { accountsOfServer, askForAccounts } = await import("./offered-accounts.ts");
  return allAccounts ? accountsOfServer(options, io) : askForAccounts(options, io);
}

function schemaNote({ path, outcome }: Awaited<ReturnType<typeof writeSchemaFile>>): TerminalText {
  switch (outcome) {
    case "written":
      return words`Wrote ${terminalText(path)}, by which editors know the keys.\n`;
    case "failed":
      return words`${terminalText(path)}, by which editors know the keys, could not be written; \`platectl schema\` prints it.\n`;
    case "kept":
      return EMPTY;
  }
}

async function createFile(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw unwritten(file, error);
  }
  await writeNewFile(file, text);
}

// Without a car: whoever applies it unread sends nothing, since a list that is about to become empty trips a guard.
const HEAD = `${SCHEMA_LINE}# The cars that may park. If the server holds a list already, \`platectl export\` writes it in this form. Else edit this file, then:
#   platectl validate   checks it without a server
#   platectl plan       shows what would change on the server
#   platectl apply      changes it
# Every key is explained in docs/fleet-yaml.md of platectl. The first line tells editors about
# them; after an update of platectl: platectl schema > fleet.schema.json
version: 1
`;

const CARS = `# One plate a line, as it is on the car; none needs quotes. A car may say more about itself:
#   - AB12345
#   - licenseNumber: CD 23 456
#     validFrom: 2026-01-01 # on the list from the start of this day …
#     validUntil: 2026-12-31 # … to the end of this one
#     note: pool car
`;

const GLOBAL = `mode: global # one list for all customers; \`platectl init --mode billing-account\` writes the other kind

# What a car has that says nothing else. The interface names one feature: LEASING.
defaults:
  features: []

${CARS}cars: []

# Lists that other systems export, beside this file. Instead of [] for example:
#   - { file: cars/leasing.csv, column: plate, features: [LEASING] }
#   - { file: cars/pool.txt }
carsFrom: []
`;

const ACCOUNTS = `mode: billing-account # one list for each customer; \`platectl init --mode global\` writes the other kind

# Each customer by its billing account id, with cars of its own. Instead of [] for example:
#   - baId: 4711
#     name: Acme Denmark
#     cars:
#       - AB12345
#     carsFrom:
#       - { file: cars/4711.txt }
#
${CARS}accounts: []
`;

const TAIL = `
# When a day starts and ends, for validFrom and validUntil.
timeZone: UTC

policy:
  # Which live cars that are absent here are deleted: all, owned (only those that platectl added), or none.
  prune: all
  # Live cars that are never deleted.
  protect: { customerCare: true, plates: [] }
  # More changes than this stop apply: above \`percent\` of the list and above \`always\`, or above \`count\`.
  maxDeletes: { percent: 20, count: 500, always: 10 }
  maxAdds: { percent: 50, always: 50 }
`;

/** A commented fleet file without cars, valid and in canonical form. */
async function starterFile(mode: Mode, accounts: readonly OfferedAccount[]): Promise<string> {
  if (mode === "global") return HEAD + GLOBAL + TAIL;
  const named = accountsFile(accounts);
  if (accounts.every(({ name }) => name === undefined)) return named;
  const { canonicalText } = await import("../../../schema/format/format-fleet.ts");
  const { parseFleet } = await import("../../../schema/fleet/load-fleet.ts");
  // A server's names may be longer than a file's, or hold what no file may.
  const isValid = parseFleet(named, "fleet.yaml").kind === "desired";
  return isValid ? canonicalText(named) : accountsFile(accounts.map(({ baId }) => ({ baId })));
}

function accountsFile(accounts: readonly OfferedAccount[]): string {
  const declared = accounts.map(({ baId, name }) => {
    return `\n  - baId: ${baId}${name === undefined ? "" : `\n    name: ${JSON.stringify(name)}`}\n    cars: []`;
  });
  return (
    HEAD +
    (declared.length === 0 ? ACCOUNTS : ACCOUNTS.replace("accounts: []", () => `accounts:${declared.join("")}`)) +
    TAIL
  );
}
