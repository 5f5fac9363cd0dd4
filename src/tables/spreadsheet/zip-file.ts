import { constants, crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";

/** What is in a zip file. */
export interface ZipDirectory {
  readonly zip: ZipFile;
  /** By name, in lower case and with forward slashes: names of parts are compared so, and some programs write backslashes. */
  readonly entries: ReadonlyMap<string, Entry>;
}

/** More than any workbook has. */
const MAX_ENTRIES = 20_000;

const STORED = 0;
const DEFLATED = 8;

/** Reads the directory of a zip file. Nothing is unpacked, and no name ever becomes the name of a file on disk. */
export async function readZipDirectory(file: Buffer): Promise<ZipDirectory> {
  const { default: yauzl } = await import("yauzl");
  const entries = new Map<string, Entry>();
  // Sizes and checksums are compared where parts are unpacked.
  const options = { decodeStrings: false, validateEntrySizes: false };
  const zip = await yauzl.fromBufferPromise(file, options).catch(refuse);
  if (zip.entryCount > MAX_ENTRIES) throw damaged(`it has more than ${MAX_ENTRIES} parts`);
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString("utf8").replaceAll("\\", "/").toLowerCase();
      // Programs differ on which of two equal names they show.
      if (entries.has(name)) throw damaged("it has two parts of one name");
      entries.set(name, entry);
    }
  } catch (error) {
    refuse(error);
  }
  return { zip, entries };
}

// `yauzl` gives errors of its own words, and no codes.
function refuse(error: unknown): never {
  if (!(error instanceof Error) || error instanceof UnreadableWorkbook) throw error;
  if (error.message.startsWith("strong encryption")) throw encrypted();
  const isCutOff = /^(?:End of central directory|Invalid comment length)/.test(error.message);
  throw damaged(isCutOff ? "its end is missing, so it was probably cut off" : "its directory of parts is wrong");
}

function encrypted(): UnreadableWorkbook {
  return new UnreadableWorkbook({ kind: "not-a-workbook", found: "encrypted-workbook" });
}

/** Unpacks a part, piece by piece, and stops when it has more than `limit` bytes. */
export async function* unpack(file: Buffer, zip: ZipFile, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(refuse);
  if (entry.isEncrypted()) throw encrypted();
  const packed = file.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const { compressionMethod: method } = entry;
  let size = 0;
  let crc = 0;
  for await (const chunk of method === STORED ? [packed] : inflate(packed, method)) {
    size += chunk.length;
    if (size > limit)
      throw new UnreadableWorkbook({ kind: "too-large", detail: `a part of it unpacks to ${inWords(limit)}` });
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32)
    throw damaged("a part of it is not what was written (checksum)");
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
