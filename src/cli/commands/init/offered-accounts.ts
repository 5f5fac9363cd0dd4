import { counted, DEFAULT_INTERFACE, withCommas } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import { InterfaceError } from "../../../ports/index.ts";
import { terminalText, visibleLines, words } from "../../../render/index.ts";
import { NEVER } from "../../../runtime/signals.ts";
import type { ServerInput } from "../../definitions/shared.ts";
import type { CommonInput } from "../../definitions/spec.ts";
import { ask } from "../../process/confirm.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { connectionFor, withReader } from "../../run/session.ts";

/** A billing account of the server, with its name as the server has it. */
export interface OfferedAccount {
  readonly baId: string;
  readonly name?: string;
}

/** So many accounts are listed before a question. */
const MOST_LISTED = 30;

/**
 * All billing accounts of the server, by their numbers. Throws a `CommandFailure`: 3 without an address or credentials,
 * 5 or 6 when they cannot be read.
 */
export async function accountsOfServer(options: CommonInput & ServerInput, io: Io): Promise<readonly OfferedAccount[]> {
  const server = { connection: connectionFor(options, io), settings: DEFAULT_INTERFACE };
  return withReader(server, options, io, async (reader) => {
    const accounts = await reader.billingAccounts().catch((error: unknown) => {
      if (!(error instanceof InterfaceError) || error.failure.kind !== "status") throw error;
      const message = "The server does not list its billing accounts: name them with --account.";
      throw new CommandFailure(EXIT.unreadable, message);
    });
    const byId = new Map(accounts.map(({ baId, others }) => [baId, others.get("name")?.trim()]));
    return [...byId]
      .map(([baId, name]) => ({ baId, ...(name && { name }) }))
      .sort((left, right) => left.baId.length - right.baId.length || (left.baId < right.baId ? -1 : 1));
  });
}

/**
 * Asks on the terminal which accounts of the server a new file is to name. Where they cannot be read, it says so in a line
 * and there are none. Throws a `CommandFailure` (3) after two answers that name an account that is not there.
 */
export async function askForAccounts(options: CommonInput & ServerInput, io: Io): Promise<readonly OfferedAccount[]> {
  const accounts = await accountsOfServer(options, io).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
    const [reason = "", detail = ""] = error.message.split("\n");
    const why = error.exitCode === EXIT.input ? detail.trim() : reason;
    io.message(words`The billing accounts of the server are not offered: ${terminalText(why)}\n`);
    return [];
  });
  if (accounts.length === 0) return [];
  io.message(visibleLines(listing(accounts)));
  for (const question of ["Which ones? Their ids, all or none [all] ", "Ids of this list, all or none [all] "]) {
    const chosen = choiceAmong(accounts, await ask(question, NEVER));
    if (chosen) return chosen;
    io.message(words`The server has no such account.\n`);
  }
  throw wrongInput("No account was chosen.", "written");
}

function listing(accounts: readonly OfferedAccount[]): string {
  const lines = accounts
    .slice(0, MOST_LISTED)
    .map(({ baId, name = "" }) => `  ${baId}  ${terminalText(name)}`.trimEnd());
  const more = accounts.length > MOST_LISTED ? [`  … and ${withCommas(accounts.length - MOST_LISTED)} more`] : [];
  const count = counted(accounts.length, "billing account");
  return `The server has ${count}:\n${[...lines, ...more].join("\n")}\n`;
}

function choiceAmong(accounts: readonly OfferedAccount[], answer: string): readonly OfferedAccount[] | undefined {
  if (answer === "" || answer === "all") return accounts;
  if (answer === "none") return [];
  const wanted = new Set(answer.split(/[\s,;]+/).filter((one) => one !== ""));
  const chosen = accounts.filter(({ baId }) => wanted.has(baId));
  return chosen.length === wanted.size ? chosen : undefined;
}
