import { realpath } from "node:fs/promises";
import type { z } from "zod";
import { counted, withCommas } from "../../allowlist/index.ts";
import { terminalText } from "../../render/index.ts";
import { isFileError, isInGitFolder, MAX_FILE_BYTES, readRegularFile, reasonOf } from "../../schema/files/index.ts";
import type { CommandFailure } from "../process/failure.ts";

/** A plan of a million changes takes some 300 MB, and a text of V8 512 MiB at most. */
const MAX_DOCUMENT_BYTES = 500 * 1024 * 1024;

/**
 * The bytes of a regular file that the user named, not in a `.git` folder: messages about it could show credentials.
 * Throws what `refuse` makes of the reason.
 */
export async function readNamedFile(path: string, refuse: (problem: string) => CommandFailure): Promise<Buffer> {
  const refused = (why: string) => refuse(`${terminalText(path)} cannot be read: ${why}`);
  const real = await realPathOf(path, refused);
  if (isInGitFolder(real)) throw refused("files in a .git folder are not read");
  return readRegular(real, MAX_FILE_BYTES, refused);
}

/** The bytes of a document that this program wrote, at most 500 MiB. Throws what `refused` makes of the reason. */
export async function readDocumentFile(path: string, refused: (why: string) => CommandFailure): Promise<Buffer> {
  return readRegular(await realPathOf(path, refused), MAX_DOCUMENT_BYTES, refused);
}

function realPathOf(path: string, refused: (why: string) => CommandFailure): Promise<string> {
  return realpath(path).catch((error: unknown) => {
    if (isFileError(error)) throw refused(reasonOf(error));
    throw error;
  });
}

async function readRegular(real: string, mostBytes: number, refused: (why: string) => CommandFailure): Promise<Buffer> {
  const reading = await readRegularFile(real, mostBytes);
  switch (reading.kind) {
    case "bytes":
      return reading.bytes;
    case "not-a-file":
      throw refused("it is not a regular file");
    case "too-large":
      throw refused(`it has ${counted(reading.size, "byte")}; the limit is ${withCommas(mostBytes)}`);
    case "unreadable":
      throw refused(reading.reason);
  }
}

/** Reads a document of this program; `what`: "a plan", "a report". Throws what `refused` makes of the reason. */
export async function readOwnDocument<Document>(
  path: string,
  schema: z.ZodType<Document>,
  what: string,
  refused: (why: string) => CommandFailure,
): Promise<Document> {
  return ownDocument(await readDocumentFile(path, refused), schema, what, refused);
}

/** The same for the bytes of its file. */
export function ownDocument<Document>(
  file: Buffer,
  schema: z.ZodType<Document>,
  what: string,
  refused: (why: string) => CommandFailure,
): Document {
  let value: unknown;
  try {
    // PowerShell redirects in UTF-16, and editors of Windows begin UTF-8 with a mark.
    const encoding = file[0] === 0xff && file[1] === 0xfe ? "utf-16le" : "utf-8";
    value = JSON.parse(new TextDecoder(encoding).decode(file));
  } catch {
    // The engine's message about JSON quotes the file, and the parser's words are for programmers.
    throw refused("it is not JSON");
  }
  const reading = schema.safeParse(value);
  if (reading.success) return reading.data;
  const at = reading.error.issues[0]?.path.map(String).join(".") ?? "";
  const where = at === "" ? "" : ` (${JSON.stringify(at)} is missing or has another form)`;
  throw refused(`it is not ${what} of this version, or was edited${where}`);
}
