import { crc32, deflateRawSync } from "node:zlib";

/** A file in an archive. */
export interface ZipPart {
  readonly path: string;
  readonly text: string;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
/** 2.0: deflated. */
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows: same parts, same bytes. */
const NO_DATE = 0x0021;

/** A zip archive of some texts (APPNOTE 6.3.10, without the extensions for more than 4 GB). */
export function zipArchive(parts: readonly ZipPart[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, text } of parts) {
    const bytes = Buffer.from(text, "utf8");
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path, "utf8");
    const facts = factsOf({ crc: crc32(bytes), packed: packed.length, size: bytes.length, name: name.length });
    const header = Buffer.concat([words(4, LOCAL_HEADER), facts, name, packed]);
    directory.push(directoryEntry(facts, offset, name));
    files.push(header);
    offset += header.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.concat([
    words(4, DIRECTORY_END),
    words(2, 0, 0, parts.length, parts.length),
    words(4, entries.length, offset),
    words(2, 0),
  ]);
  return Buffer.concat([...files, entries, end]);
}

interface Facts {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: number;
}

// What the header of a file and its entry in the directory have in common.
function factsOf({ crc, packed, size, name }: Facts): Buffer {
  return Buffer.concat([
    words(2, VERSION, NAMES_ARE_UTF8, DEFLATED, 0, NO_DATE),
    words(4, crc, packed, size),
    words(2, name, 0),
  ]);
}

function directoryEntry(facts: Buffer, offset: number, name: Buffer): Buffer {
  return Buffer.concat([
    words(4, DIRECTORY_ENTRY),
    words(2, VERSION),
    facts,
    words(2, 0, 0, 0),
    words(4, 0, offset),
    name,
  ]);
}

function words(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length);
  values.forEach((value, at) => {
    buffer.writeUIntLE(value, at * bytes, bytes);
  });
  return buffer;
}
