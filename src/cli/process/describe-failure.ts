import { quoted, WrongListError } from "../../allowlist/index.ts";
import { OWN_FOLDER } from "../../process/this-process.ts";
import {
  FULL_PLATES,
  type PlateView,
  type TerminalText,
  terminalText,
  visibleLines,
  words,
} from "../../render/index.ts";
import { EXIT, exitCodeForFailure, nameOfExit } from "../../run/exit-code.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { StateError } from "../../state/index.ts";
import { CommandFailure } from "./failure.ts";
import { jsonDocument } from "./io.ts";
import { caughtSignal } from "./limits.ts";

const EXPLAINED: ReadonlySet<number> = new Set([
  EXIT.auth,
  EXIT.unreadable,
  EXIT.stale,
  EXIT.locked,
  EXIT.unknown,
  EXIT.undelivered,
]);

/** How a command ends with any error: exit code, text, document for `--json`. Only a defect shows where it happened. */
export function describeFailure(error: unknown, plates: PlateView = FULL_PLATES) {
  const { exitCode: own, painted, message: whole } = read(error);
  const exitCode = own === EXIT.interrupted ? (caughtSignal() ?? own) : own;
  const message = plates.message(whole);
  const code = nameOfExit(exitCode);
  // Diagnostics start with their place and severity.
  const prefix = /^(?:\S+:\d+:\d+: )?(?:error|warning): /.test(message) ? "" : "error: ";
  // Options, paths and system messages may contain anything: names of branches and files are foreign text.
  return {
    exitCode,
    text: words`${visibleLines(prefix)}${painted === undefined ? visibleLines(withName(message, exitCode)) : plates.message(painted)}\n`,
    document: jsonDocument("error", { exitCode, code, message }, plates),
  };
}

function read(error: unknown): { exitCode: number; message: string; painted?: TerminalText | undefined } {
  if (error instanceof CommandFailure) return error;
  if (error instanceof WrongListError) return { exitCode: EXIT.input, message: terminalText(error.message) };
  if (error instanceof StateError)
    return {
      exitCode: error.failure === "altered" ? EXIT.stale : EXIT.input,
      message: `${terminalText(error.message)}\nNothing was sent.`,
    };
  if (error instanceof InterfaceError) {
    return { exitCode: exitCodeForFailure(error.failure), message: terminalText(error.message) };
  }
  if (error instanceof Error && error.message === "interrupted")
    return { exitCode: EXIT.interrupted, message: "Interrupted; nothing was sent." };
  if (isStreamError(error, "EPIPE", "ENOSPC", "EIO", "EBADF"))
    return { exitCode: EXIT.undelivered, message: "The result could not be written to stdout." };
  const surroundings = surroundingsFlaw(error);
  if (surroundings !== undefined) return { exitCode: EXIT.input, message: `${surroundings}\nNothing was sent.` };
  const what = error instanceof Error ? `${error.name}: ${quoted(error.message)}` : quoted(String(error));
  const where = (error instanceof Error && error.stack?.match(/^ +at .*$/gm)) || [];
  return {
    exitCode: EXIT.internal,
    message: ["This is a defect in platectl. Run `platectl state show` before anything else.", what, ...where].join(
      "\n",
    ),
  };
}

// What docs/errors.md explains by the name. Other messages name codes of their own, or say all there is to say.
function withName(message: string, exitCode: number): string {
  return EXPLAINED.has(exitCode) ? `${message} (${nameOfExit(exitCode)})` : message;
}

/** Whether a result could not be written because its reader wanted no more, as `head` does. */
export function isReaderGone(error: unknown): boolean {
  return isStreamError(error, "EPIPE");
}

// Both can fail only before a command has begun its work: Node keeps the folder's name, and commands are loaded whole.
function surroundingsFlaw(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  if ("syscall" in error && error.syscall === "uv_cwd") {
    return `The working directory cannot be read (${error.code}): it may have been deleted. Change to a folder that exists.`;
  }
  const isOwnFile = "path" in error && typeof error.path === "string" && error.path.startsWith(OWN_FOLDER);
  if (error.code === "ERR_MODULE_NOT_FOUND" || isOwnFile) {
    return `platectl cannot load one of its own files (${terminalText(error.message)}). Install it again, or, when too many files are open, raise the limit (ulimit -n).`;
  }
  return undefined;
}

function isStreamError(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    codes.includes(String(error.code)) &&
    "syscall" in error &&
    error.syscall === "write"
  );
}
