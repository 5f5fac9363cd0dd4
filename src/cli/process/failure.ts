import type { TerminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";

/** A failure for the user: what happened and what to do. Never a defect. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  /** The message with colours. Control characters of every other message are escaped before it is shown. */
  readonly painted: TerminalText | undefined;

  constructor(exitCode: number, message: string, painted?: TerminalText) {
    super(message);
    this.exitCode = exitCode;
    this.painted = painted;
  }
}

/** A file, an option or the environment is wrong (3); `undone` ends the message: what therefore did not happen. */
export function wrongInput(
  message: string,
  undone: "contacted" | "changed" | "written" | "copied" | "sent" | "done" = "contacted",
): CommandFailure {
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  return new CommandFailure(EXIT.input, `${sentence} Nothing was ${undone}.`);
}
