import { errorCode, requireReadableSize } from "./state-error.ts";

/** An open regular file. */
export interface OpenFile {
  /** Bytes that it had when it was opened. */
  readonly size: number;
  /** This many bytes. */
  read(): Promise<Buffer>;
  /** Writes at a byte offset; resolves to the bytes written, which may be fewer. */
  write(bytes: Buffer, position: number): Promise<number>;
  truncate(length: number): Promise<void>;
  /** Resolves once content and length would survive a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What the state needs from a disk. Every method rejects with the system's error, whose `code` tells why (`ENOSPC`).
 * Files are private to the user (0600), folders too (0700); a symbolic link in place of a file is refused (`ELOOP`).
 */
export interface Disk {
  /** `create` rejects with `EEXIST` when there is such a file. */
  open(path: string, mode: "read" | "write" | "create"): Promise<OpenFile>;
  /** Makes a folder and those above it; resolves to the topmost that is new, or undefined when it was there. */
  makeFolder(path: string): Promise<string | undefined>;
  /** Resolves once names made, moved or removed in the folder would survive a power cut. */
  syncFolder(path: string): Promise<void>;
  /** Replaces `to` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file; rejects with `EEXIST` when that name is taken. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Names in a folder. */
  list(path: string): Promise<readonly string[]>;
  /** Whether two names mean one file. */
  isSameFile(left: string, right: string): Promise<boolean>;
}

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
