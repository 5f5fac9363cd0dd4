import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";
import { OWNER_ONLY } from "./write-file.ts";

/** Refuses to go on when there is such a file already, or no folder for it. Throws a `CommandFailure` (3). */
export function requireNewFile(path: string): void {
  if (existsSync(path)) throw taken(path);
  if (existsSync(dirname(path))) return;
  throw new CommandFailure(
    EXIT.input,
    `${path} cannot be written: there is no folder ${dirname(path)}. Make it first.`,
  );
}

/** Writes a file that must not be there yet, for its owner alone: plates identify people. Throws a `CommandFailure`: 3 when it is there, 11 when it cannot be written. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx", mode: OWNER_ONLY });
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
