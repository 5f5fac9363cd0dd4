import type { Disk, OpenFile } from "../disk.ts";
import { errorCode } from "../state-error.ts";
import { requireReadableSize } from "../stored-journal.ts";

/**
 * A file's bytes; undefined when there is no such file.
 * @throws StateError (io) when it is larger than a journal may be.
 */
export async function readAll(disk: Disk, path: string): Promise<Buffer | undefined> {
  let file: OpenFile;
  try {
    file = await disk.open(path, "read");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    requireReadableSize(path, file.size);
    return await file.read();
  } finally {
    await file.close();
  }
}

/** Makes a file with that content, durable but for its name. */
export async function writeNew(disk: Disk, path: string, bytes: Buffer): Promise<void> {
  const file = await disk.open(path, "create");
  try {
    await writeFully(file, bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes on until all bytes are written: a disk may take only a part, and a full one takes none without an error. */
export async function writeFully(file: OpenFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await file.write(bytes.subarray(done), position + done);
    if (written <= 0) throw Object.assign(new Error("the disk took no more bytes"), { code: "ENOSPC" });
    done += written;
  }
}
