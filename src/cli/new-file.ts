import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";

/** Refuses to go on when there is such a file already. Throws a `CommandFailure` (3). */
export function insistOnNewFile(path: string): void {
  if (existsSync(path)) throw taken(path);
}

/** Writes a file that must not be there yet. Throws a `CommandFailure`: 3 when it is there, 11 when it cannot be written. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw taken(path);
    throw new CommandFailure(
      EXIT.undelivered,
      `${path} could not be written: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function taken(path: string): CommandFailure {
  return new CommandFailure(EXIT.input, `${path} is there already and is not overwritten; name another file.`);
}
