import { constants, crc32, createInflateRaw } from "node:zlib";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";

/** A file inside a zip file, as the directory at the end of the zip file describes it. */
interface ZipEntry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** Entries by name, in lower case and with forward slashes: names of parts are compared so, and some programs write backslashes. */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

/** More than any workbook has. */
const MAX_ENTRIES = 20_000;

const END = { signature: 0x06054b50, length: 22, longestComment: 0xffff };
const END_64_LOCATOR = { signature: 0x07064b50, length: 20 };
const END_64 = { signature: 0x06064b50, length: 56 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL_HEADER = { signature: 0x04034b50, length: 30 };
const STORED = 0;
const DEFLATED = 8;
/** Stands for a number that is in the field for large files. */
const SEE_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;

/** Reads the directory of a zip file. Nothing is unpacked, and no name ever becomes the name of a file on disk. */
export function readZipDirectory(file: Buffer): ZipDirectory {
  const { count, start } = findDirectory(file);
  if (count > MAX_ENTRIES) throw damaged(`it has more than ${MAX_ENTRIES} parts`);
  const entries = new Map<string, ZipEntry>();
  let at = start;
  for (let nth = 0; nth < count; nth += 1) {
    requireRecord(file, at, DIRECTORY_ENTRY);
    const nameLength = file.readUInt16LE(at + 28);
    const extraLength = file.readUInt16LE(at + 30);
    const nameAt = at + DIRECTORY_ENTRY.length;
    const name = file
      .toString("utf8", nameAt, nameAt + nameLength)
      .replaceAll("\\", "/")
      .toLowerCase();
    const extra = file.subarray(nameAt + nameLength, nameAt + nameLength + extraLength);
    // Programs differ on which of two equal names they show.
    if (entries.has(name)) throw damaged("it has two parts of one name");
    entries.set(name, readEntry(file, at, extra));
    at = nameAt + nameLength + extraLength + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** Unpacks a part, piece by piece, and stops when it has more than `limit` bytes. */
export async function* unpack(file: Buffer, entry: ZipEntry, limit: number): AsyncGenerator<Buffer> {
  requireRecord(file, entry.offset, LOCAL_HEADER);
  if (entry.isEncrypted) throw new UnreadableWorkbook({ kind: "not-a-workbook", found: "encrypted-workbook" });
  const names = file.readUInt16LE(entry.offset + 26) + file.readUInt16LE(entry.offset + 28);
  const start = entry.offset + LOCAL_HEADER.length + names;
  const packed = file.subarray(start, start + entry.compressedSize);
  let size = 0;
  let crc = 0;
  for await (const chunk of entry.method === STORED ? [packed] : inflate(packed, entry.method)) {
    size += chunk.length;
    if (size > limit)
      throw new UnreadableWorkbook({ kind: "too-large", detail: `a part of it unpacks to ${inWords(limit)}` });
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged("a part of it is not what was written (checksum)");
}

function inWords(bytes: number): string {
  return `more than ${bytes / 1024 / 1024} MiB`;
}

async function* inflate(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method !== DEFLATED) throw damaged(`a part of it is compressed by method ${method}`);
  const stream = createInflateRaw({ chunkSize: 64 * 1024, finishFlush: constants.Z_FINISH });
  stream.end(packed);
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    const isBadData = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isBadData ? damaged("a part of it cannot be unpacked") : error;
  }
}

function findDirectory(file: Buffer): { count: number; start: number } {
  const earliest = Math.max(0, file.length - END.length - END.longestComment);
  for (let at = file.length - END.length; at >= earliest; at -= 1) {
    if (file.readUInt32LE(at) !== END.signature) continue;
    // A comment may hold the signature too; the real record reaches to the end of the file.
    if (at + END.length + file.readUInt16LE(at + 20) !== file.length) continue;
    const locator = at - END_64_LOCATOR.length;
    if (locator >= 0 && file.readUInt32LE(locator) === END_64_LOCATOR.signature) return findDirectory64(file, locator);
    return { count: file.readUInt16LE(at + 10), start: file.readUInt32LE(at + 16) };
  }
  throw damaged("its end is missing, so it was probably cut off");
}

function findDirectory64(file: Buffer, locator: number): { count: number; start: number } {
  const at = Number(file.readBigUInt64LE(locator + 8));
  requireRecord(file, at, END_64);
  return { count: Number(file.readBigUInt64LE(at + 32)), start: Number(file.readBigUInt64LE(at + 48)) };
}

function readEntry(file: Buffer, at: number, extra: Buffer): ZipEntry {
  const long = zip64Numbers(extra);
  const take = (short: number) => (short === SEE_ZIP64 ? (long.shift() ?? short) : short);
  const size = take(file.readUInt32LE(at + 24));
  const compressedSize = take(file.readUInt32LE(at + 20));
  const offset = take(file.readUInt32LE(at + 42));
  const isEncrypted = (file.readUInt16LE(at + 8) & 1) === 1;
  return {
    isEncrypted,
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    compressedSize,
    size,
    offset,
  };
}

/** The numbers of the field for large files: those of size, compressed size and offset that did not fit, in this order. */
function zip64Numbers(extra: Buffer): number[] {
  let at = 0;
  while (at + 4 <= extra.length) {
    const length = extra.readUInt16LE(at + 2);
    const field = extra.subarray(at + 4, at + 4 + length);
    if (extra.readUInt16LE(at) === ZIP64_FIELD) {
      return [0, 8, 16].filter((from) => from + 8 <= field.length).map((from) => Number(field.readBigUInt64LE(from)));
    }
    at += 4 + length;
  }
  return [];
}

function requireRecord(file: Buffer, at: number, { signature, length }: { signature: number; length: number }): void {
  const isThere = at >= 0 && at + length <= file.length && file.readUInt32LE(at) === signature;
  if (!isThere) throw damaged("its directory of parts is wrong");
}
