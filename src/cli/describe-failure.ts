import { EXIT, exitCodeForFailure } from "../exit-code.ts";
import { InterfaceError } from "../ports.ts";
import { jsonText } from "../render/escape/json.ts";
import { terminalText } from "../render/escape/terminal.ts";
import { visibleLines } from "../render/escape/visible.ts";
import { SCHEMA_VERSION } from "../schema/schema-version.ts";
import { StateError } from "../state/state-error.ts";
import { CommandFailure } from "./failure.ts";

/** How a failed command ends: its code, and what people and programs are told. */
export interface DescribedFailure {
  readonly exitCode: number;
  readonly text: string;
  /** For `--json`. */
  readonly document: string;
}

/** Puts any error into words. Only a defect shows where in the program it happened. */
export function describeFailure(error: unknown): DescribedFailure {
  const { exitCode, message, painted } = read(error);
  const document = { kind: "platectl/error", schemaVersion: SCHEMA_VERSION, exitCode, message };
  // Diagnostics say for themselves what and where they are.
  const prefix = /^(?:\S+:\d+:\d+: )?(?:error|warning): /.test(message) ? "" : "error: ";
  // Options, paths and what the system says of them may hold anything: a branch or a file is named by strangers.
  return { exitCode, text: `${prefix}${painted ?? visibleLines(message)}\n`, document: jsonText(document) };
}

function read(error: unknown): { exitCode: number; message: string; painted?: string | undefined } {
  if (error instanceof CommandFailure) return error;
  if (error instanceof StateError)
    return { exitCode: EXIT.input, message: `${terminalText(error.message)}\nNothing was sent.` };
  if (error instanceof InterfaceError) {
    return { exitCode: exitCodeForFailure(error.failure), message: terminalText(error.message) };
  }
  if (error instanceof Error && error.message === "interrupted")
    return { exitCode: EXIT.interrupted, message: "Interrupted; nothing was sent." };
  if (isStreamError(error))
    return { exitCode: EXIT.undelivered, message: "The result could not be written to stdout." };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exitCode: EXIT.internal,
    message: `This is a defect in platectl. Run \`platectl state show\` before anything else.\n${stack}`,
  };
}

function isStreamError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["EPIPE", "ENOSPC", "EIO", "EBADF"].includes(String(error.code)) &&
    "syscall" in error &&
    error.syscall === "write"
  );
}
