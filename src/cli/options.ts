import { crc32 } from "node:zlib";
import { type Command, Option } from "commander";
import { accountScope, compareScopes, type DesiredState, isAccountId, type Scope } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { Format } from "../render/index.ts";
import { CommandFailure } from "./failure.ts";

// Written out here, because loading the renderers takes every command some time.
const FORMATS: readonly Format[] = ["text", "markdown", "diff", "html", "json", "csv", "junit", "gitlab"];

/** Options of every command. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
  /** How plates are shown. */
  readonly plates?: string;
}

/** Options of commands that read fleet files and choose scopes. */
export interface FleetOptions extends CommonOptions {
  readonly file: readonly string[];
  readonly account?: readonly string[];
  readonly shard?: Shard;
}

/** One part of the accounts, for a job of a CI matrix; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `--format`: every document comes in all formats. */
export function formatOption(document: "plan" | "report" | "audit"): Option {
  return new Option("--format <format>", `how to show the ${document}`).choices(FORMATS).default("text");
}

/** Reads a count such as that of `--allow-deletes`. Throws a `CommandFailure` (3). */
export function countOption(name: string): (text: string) => number {
  return (text) => {
    if (/^[0-9]{1,9}$/.test(text)) return Number(text);
    throw new CommandFailure(EXIT.input, `${name} takes a whole number, not ${JSON.stringify(text)}`);
  };
}

/** Reads the value of `--plan-hash`. Throws a `CommandFailure` (3). */
export function planHashOption(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const said = text.length > 80 ? `${text.length} characters` : JSON.stringify(text);
  throw new CommandFailure(EXIT.input, `--plan-hash takes a SHA-256 of 64 hex digits, as plan says it, not ${said}`);
}

/** Reads `I/N`. Throws a `CommandFailure` (3). */
export function shardOption(text: string): Shard {
  const match = /^([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(text);
  const shard = { index: Number(match?.[1]), of: Number(match?.[2]) };
  if (match && shard.index <= shard.of) return shard;
  throw new CommandFailure(EXIT.input, `--shard takes I/N with I from 1 to N, not ${JSON.stringify(text)}`);
}

/** `-f`, which may repeat. */
export function fileOption(): Option {
  return new Option("-f, --file <path...>", "fleet file, folder or glob; may repeat").default(["fleet.yaml"]);
}

/** `--account`, which may repeat or take several. */
export function accountOption(): Option {
  return new Option("--account <baId...>", "only these billing accounts");
}

/**
 * The scopes that the options choose, in order.
 * @throws CommandFailure (3) for an account that the files do not declare, and for accounts or shards in global mode.
 */
export function chooseScopes(desired: DesiredState, { account, shard }: FleetOptions): readonly Scope[] {
  const declared = new Set(desired.scopes.map(({ scope }) => scope));
  if (desired.mode === "global" && (account ?? shard) !== undefined) {
    throw new CommandFailure(
      EXIT.input,
      `${account ? "--account" : "--shard"} chooses billing accounts, and the fleet file is in global mode`,
    );
  }
  for (const baId of account ?? []) {
    if (!isAccountId(baId))
      throw new CommandFailure(
        EXIT.input,
        `--account takes billing account ids, not ${JSON.stringify(baId)}; other arguments go before it`,
      );
    if (!declared.has(accountScope(baId)))
      throw new CommandFailure(EXIT.input, `--account ${baId}: no fleet file declares this account`);
  }
  const chosen = account ? [...new Set(account)].map(accountScope).sort(compareScopes) : [...declared];
  return shard ? chosen.filter((scope) => crc32(scope) % shard.of === shard.index - 1) : chosen;
}

/** Options of commands that read live lists: which part of the accounts, which server, which state. */
export function addReadOptions(command: Command): Command {
  return command
    .option("--shard <I/N>", "only this part of the accounts", shardOption)
    .option("--base-url <url>", "instead of PLATECTL_BASE_URL")
    .option("--auth-url <url>", "instead of PLATECTL_AUTH_URL")
    .option("--partner-url <url>", "instead of PLATECTL_PARTNER_URL")
    .option("--state <address>", "instead of PLATECTL_STATE: file:PATH or git:BRANCH[@REMOTE]");
}

/** Options of commands that plan: those of reading, and what may pass the guards. */
export function addReconcileOptions(command: Command): Command {
  return addReadOptions(command)
    .option("--allow-deletes <n>", "let up to n deletes pass the guards", countOption("--allow-deletes"))
    .option("--allow-adds <n>", "let up to n adds pass the guards", countOption("--allow-adds"))
    .option("--reassert", "send every desired car of lists that can't be read, to learn what is on them");
}

/** Gathers the values of an option that takes one at a time and may repeat, into one list. */
export function collect(value: string, earlier: string[] = []): string[] {
  earlier.push(value);
  return earlier;
}
