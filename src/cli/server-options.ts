import type { Command } from "commander";
import { isAccountId } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";
import { collect } from "./options.ts";

/** Reads a billing account id. Throws a `CommandFailure` (3). */
export function accountIdOperand(text: string): string {
  if (isAccountId(text)) return text;
  throw new CommandFailure(EXIT.input, `${JSON.stringify(text)} is not a billing account id: expected digits only`);
}

/** Like `collect`, for `--account`. */
export function collectAccounts(value: string, before?: string[]): string[] {
  return collect(accountIdOperand(value), before);
}

/** Reads a parking user id. Throws a `CommandFailure` (3). */
export function userIdOperand(text: string): string {
  if (isAccountId(text)) return text;
  throw new CommandFailure(EXIT.input, `${JSON.stringify(text)} is not a parking user id: expected digits only`);
}

/** Options of commands that contact the server and need no fleet file. */
export function addServerOptions(command: Command): Command {
  return command
    .option(
      "-f, --file <path>",
      "take the `interface:` settings of this fleet file (default: fleet.yaml if there is one)",
      collect,
    )
    .option("--base-url <url>", "instead of PLATECTL_BASE_URL")
    .option("--auth-url <url>", "instead of PLATECTL_AUTH_URL")
    .option("--partner-url <url>", "instead of PLATECTL_PARTNER_URL");
}

/** Options of commands that look into the state. */
export function addStateOption(command: Command): Command {
  return command.option("--state <address>", "instead of PLATECTL_STATE: file:PATH or git:BRANCH[@REMOTE]");
}
