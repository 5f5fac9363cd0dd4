/** An end that the user is told about: what happened and what to do. Never a defect. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  /** The message in colours, for people; every other message is spelt out before it is shown. */
  readonly painted: string | undefined;

  constructor(exitCode: number, message: string, painted?: string) {
    super(message);
    this.exitCode = exitCode;
    this.painted = painted;
  }
}
