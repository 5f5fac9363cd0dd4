import type { TerminalText } from "../../render/index.ts";

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
