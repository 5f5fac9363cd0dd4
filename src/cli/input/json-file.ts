import type { CommandFailure } from "../process/failure.ts";
import { readDocumentFile } from "./named-file.ts";

/** Reads a document as JSON. Throws what `refused` makes of the reason when there is no such file or it is not JSON. */
export async function readJsonFile(path: string, refused: (why: string) => CommandFailure): Promise<unknown> {
  const text = (await readDocumentFile(path, refused)).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message about JSON quotes the file.
    throw refused("it is not JSON");
  }
}
