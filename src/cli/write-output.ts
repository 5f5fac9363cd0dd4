import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";
import { writeFileWhole } from "./write-file.ts";

/** Writes a result to a file. Throws a `CommandFailure` (11) when it cannot be written. */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await writeFileWhole(path, text);
  } catch (error) {
    throw new CommandFailure(
      EXIT.undelivered,
      `${path} could not be written: ${error instanceof Error ? error.message : error}`,
    );
  }
}
