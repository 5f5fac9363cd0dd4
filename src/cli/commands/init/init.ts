import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Mode } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { EMPTY, type TerminalText, terminalText, words } from "../../../render/index.ts";
import { NEVER } from "../../../runtime/signals.ts";
import type { initSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { isUsualFile, requireOneUsualFile } from "../../input/usual-file.ts";
import { writeSchemaFile } from "../../output/schema-file.ts";
import { requireNewFile, unwritten, writeNewFile } from "../../output/write-file.ts";
import { ask } from "../../process/confirm.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import type { OfferedAccount } from "./offered-accounts.ts";
import { starterFile } from "./starter-file.ts";

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
  await createFile(file, starterFile(mode, accounts));
  const schema = await writeSchemaFile(dirname(file));
  if (json) {
    const named = mode === "global" ? {} : { accounts: accounts.map(({ baId }) => baId) };
    await io.result(jsonDocument("init", { file, mode, ...named }, io.documentPlates));
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
    throw wrongInput(`${given} belongs to --mode billing-account.`, "written");
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
