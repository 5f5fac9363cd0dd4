/** An open regular file. */
export interface OpenFile {
  /** Bytes that it had when it was opened. */
  readonly size: number;
  /** So many bytes. */
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
  /** Whether two names stand for one file. */
  isSameFile(left: string, right: string): Promise<boolean>;
}
