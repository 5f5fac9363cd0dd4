import { readFile } from "node:fs/promises";
import { reasonOf } from "../../schema/files/regular-file.ts";
import type { CommandFailure } from "../failure.ts";

/** Reads a file as JSON. Throws what `refused` makes of the reason when there is no such file or it is not JSON. */
export async function readJsonFile(path: string, refused: (why: string) => CommandFailure): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The engine's message about JSON quotes the file.
    throw refused(error instanceof SyntaxError ? "it is not JSON" : reasonOf(error));
  }
}
