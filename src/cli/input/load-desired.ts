import {
  accountScope,
  type CommitTime,
  DEFAULT_POLICY,
  type DesiredScope,
  type DesiredState,
  type Diagnostic,
  type InterfaceSettings,
  type Mode,
  type Scope,
} from "../../allowlist/index.ts";
import { diagnosticsText, visibleLines, words } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { loadFleet } from "../../schema/index.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { usualFleetFile } from "./fleet-file.ts";

/** Loads the fleet files. Throws a `CommandFailure` (3) that shows every problem at once. */
export async function loadDesired(
  files: readonly string[],
  io: Io,
): Promise<{ readonly desired: DesiredState; readonly warnings: readonly Diagnostic[] }> {
  const reading = await loadFleet(files, { cwd: process.cwd(), commitTime });
  if (reading.kind === "desired") return reading;
  throw problemsFailure(reading.diagnostics, "Nothing was contacted.", io);
}

// Loaded where a list has `maxAge`: most do without git.
async function commitTime(real: string): Promise<CommitTime> {
  return (await import("./older-fleet.ts")).commitTime(real);
}

/** The failure that shows problems in files, followed by what did not happen. */
export function problemsFailure(diagnostics: readonly Diagnostic[], ending: string, io: Io): CommandFailure {
  const text = (color: boolean) =>
    words`${diagnosticsText(io.plates.document(diagnostics), { ...io.messageStyle, color })}${visibleLines(ending)}`;
  return new CommandFailure(EXIT.input, text(false), text(io.messageStyle.color));
}

/** What to do with a fleet file that no one named and that is not valid: go on without it, or refuse. */
export type InvalidFile = "skip" | "refuse";

/**
 * Loads the fleet files that were named, else that of the folder, where there is one that is not empty.
 * Throws a `CommandFailure` (3).
 */
export async function loadDesiredIfAny(
  { file, quiet }: { readonly file?: readonly string[]; readonly quiet?: boolean },
  io: Io,
  invalid: InvalidFile,
): Promise<DesiredState | undefined> {
  if (file !== undefined) return (await loadDesired(file, io)).desired;
  const usual = usualFleetFile();
  if (usual === undefined) return undefined;
  const reading = await loadFleet([usual], { cwd: process.cwd(), commitTime });
  if (reading.kind === "desired") return reading.desired;
  if (reading.diagnostics.every(({ code }) => code === "empty-file")) return undefined;
  if (invalid === "refuse") throw problemsFailure(reading.diagnostics, "Nothing was contacted.", io);
  if (!quiet) {
    const what = `${usual} is not valid, so default settings are used`;
    io.message(visibleLines(`warning: ${what}; \`platectl validate\` shows what is wrong with it\n`));
  }
  return undefined;
}

/** The lists of the accounts that are asked for; else of the fleet file, or the global one. */
export function listsToRead(accounts: readonly string[] | undefined, desired?: DesiredState): readonly Scope[] {
  const declared = desired?.scopes.map(({ scope }) => scope) ?? ["global" as const];
  return accounts ? [...new Set(accounts)].map(accountScope) : declared;
}

/** What reading lists needs where no fleet file says what is wanted on them. */
export function desiredNothing(
  mode: Mode,
  scopes: readonly Pick<DesiredScope, "scope" | "name">[],
  settings: InterfaceSettings,
): DesiredState {
  const source = { file: "", line: 1, column: 1 };
  return {
    mode,
    scopes: scopes.map((one) => ({ ...one, source, entries: new Map() })),
    policy: DEFAULT_POLICY,
    interface: settings,
    timeZone: "UTC",
    files: [],
  };
}
