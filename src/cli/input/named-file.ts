import { realpath } from "node:fs/promises";
import { terminalText } from "../../render/escape/terminal.ts";
import { isInGitFolder } from "../../schema/files/boundary.ts";
import { MAX_FILE_BYTES, readRegularFile, reasonOf } from "../../schema/files/regular-file.ts";
import type { CommandFailure } from "../failure.ts";

/**
 * The bytes of a file that the user named: anywhere, but a regular file and not in a `.git` folder, whose credentials a
 * message about a wrong line could show.
 * @throws what `refuse` makes of a message with the path and the reason.
 */
export async function readNamedFile(path: string, refuse: (problem: string) => CommandFailure): Promise<Buffer> {
  const refused = (why: string) => refuse(`${terminalText(path)} cannot be read: ${why}`);
  const real = await realpath(path).catch((error: unknown) => {
    throw refused(reasonOf(error));
  });
  if (isInGitFolder(real)) throw refused("files in a .git folder are not read");
  const reading = await readRegularFile(real, MAX_FILE_BYTES);
  switch (reading.kind) {
    case "bytes":
      return reading.bytes;
    case "not-a-file":
      throw refused("it is not a regular file");
    case "too-large":
      throw refused(`it has ${reading.size} bytes; the limit is ${MAX_FILE_BYTES}`);
    case "unreadable":
      throw refused(reading.reason);
  }
}
