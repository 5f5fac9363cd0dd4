import { posix } from "node:path";
import { type ShownDate, shownBy, shownByNumber } from "./number-format.ts";
import type { Attributes, XmlHandler } from "./plain-xml.ts";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";
import { readXml } from "./xml-reader.ts";
import { readZipDirectory, unpack, type ZipDirectory } from "./zip-file.ts";

/** A sheet with cells, as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** The part with its cells. */
  readonly part: string;
}

/** What is to be known of a workbook before its cells are read. */
interface WorkbookParts {
  readonly sheets: readonly SheetEntry[];
  /** Whether days are counted from 1904, as Excel for the Macintosh did. */
  readonly countsFrom1904: boolean;
  readonly styles: string | undefined;
  readonly sharedTexts: string | undefined;
}

interface Relationship {
  /** The last word of its type; the rest differs between the editions of the format. */
  readonly type: string;
  readonly part: string;
}

/** The largest part that is read, unpacked: five times what a hundred thousand rows take. Descriptions of the workbook are small. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;
const MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024;

/** More different texts than the rows of a sheet can use in a few columns. */
const MAX_TEXTS = 5_000_000;
/** Three times what Excel allows in a cell. */
const MAX_TEXT_LENGTH = 100_000;

/**
 * How many times its size a workbook may unpack to. A hundred thousand rows that differ in their plates alone take 200 times;
 * what is made to keep the program busy takes up to 1,000.
 */
const MOST_TIMES = 250;

/** A zip file that counts what is unpacked of it. */
export class Archive {
  readonly #file: Buffer;
  readonly #directory: ZipDirectory;
  /** Bytes, of all parts that were read so far. */
  unpacked = 0;

  private constructor(file: Buffer, directory: ZipDirectory) {
    this.#file = file;
    this.#directory = directory;
  }

  static async open(file: Buffer): Promise<Archive> {
    return new Archive(file, await readZipDirectory(file));
  }

  has(part: string): boolean {
    return this.#directory.entries.has(part.toLowerCase());
  }

  /** Unpacks and reads a part of at most `limit` bytes. */
  async read(part: string, limit: number, handler: XmlHandler): Promise<void> {
    const { zip, entries } = this.#directory;
    const entry = entries.get(part.toLowerCase());
    if (!entry) throw damaged("a part of it is missing");
    await readXml(this.#counted(unpack(this.#file, zip, entry, limit)), handler);
  }

  async *#counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.unpacked += chunk.length;
      if (this.unpacked > this.#file.length * MOST_TIMES) {
        const detail = `it unpacks to more than ${MOST_TIMES} times its size`;
        throw new UnreadableWorkbook({ kind: "too-large", detail });
      }
      yield chunk;
    }
  }
}

/** Reads which sheets a workbook has, and where the other parts are. */
export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const main = [...(await readRelationships(archive, "")).values()].find(({ type }) => type === "officeDocument");
  const path = main?.part ?? "xl/workbook.xml";
  const relationships = await readRelationships(archive, path);
  const partOf = (wanted: string) => [...relationships.values()].find(({ type }) => type === wanted)?.part;
  const sheets: SheetEntry[] = [];
  let countsFrom1904 = false;
  await archive.read(path, MAX_DESCRIPTION_BYTES, {
    ...IGNORED,
    open(name, attributes) {
      if (name === "workbookPr") countsFrom1904 = isTrue(attributes.get("date1904"));
      if (name !== "sheet") return;
      const target = relationships.get(attributes.get(idAttribute(attributes)) ?? "");
      if (target?.type !== "worksheet") return;
      const isHidden = (attributes.get("state") ?? "visible") !== "visible";
      sheets.push({ name: attributes.get("name") ?? "", isHidden, part: target.part });
    },
  });
  return { sheets, countsFrom1904, styles: partOf("styles"), sharedTexts: partOf("sharedStrings") };
}

/** Reads how much of a date each style of cells shows, by the number of the style; undefined for one that shows none. */
export async function readDateStyles(
  archive: Archive,
  part: string | undefined,
): Promise<readonly (ShownDate | undefined)[]> {
  const styles: (ShownDate | undefined)[] = [];
  const ownFormats = new Map<string, ShownDate | undefined>();
  let isInCells = false;
  if (part === undefined) return styles;
  await archive.read(part, MAX_DESCRIPTION_BYTES, {
    ...IGNORED,
    open(name, attributes) {
      const format = attributes.get("numFmtId") ?? "0";
      if (name === "numFmt") ownFormats.set(format, shownBy(attributes.get("formatCode") ?? ""));
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells)
        styles.push(ownFormats.has(format) ? ownFormats.get(format) : shownByNumber(Number(format)));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

/** Reads the texts that cells refer to by number. */
export async function readSharedTexts(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;
  const collector = new TextCollector();
  const take = () => {
    if (texts.length >= MAX_TEXTS)
      throw new UnreadableWorkbook({ kind: "too-large", detail: `it has more than ${MAX_TEXTS} different texts` });
    texts.push(collector.text);
    return true;
  };
  await archive.read(part, MAX_PART_BYTES, {
    usual: {
      pattern: /<si><t(?: xml:space="preserve")?>([^<&]*)<\/t><\/si>/y,
      take([, text = ""]) {
        collector.set(text);
        return take();
      },
    },
    open(name) {
      collector.open(name);
      if (name === "si") collector.clear();
    },
    text: (text) => collector.add(text),
    close(name) {
      collector.close(name);
      if (name === "si") take();
    },
  });
  return texts;
}

/** Gathers the text of a cell: its runs are joined, and notes on pronunciation are left out. */
export class TextCollector {
  #text = "";
  #isInText = false;
  #isInPhonetic = false;

  get text(): string {
    return decodeEscapes(this.#text);
  }

  clear(): void {
    this.#text = "";
  }

  open(name: string): void {
    if (name === "t" || name === "v") this.#isInText = true;
    if (name === "rPh") this.#isInPhonetic = true;
  }

  close(name: string): void {
    if (name === "t" || name === "v") this.#isInText = false;
    if (name === "rPh") this.#isInPhonetic = false;
  }

  add(text: string): void {
    if (this.#isInText && !this.#isInPhonetic) this.set(this.#text + text);
  }

  set(text: string): void {
    this.#text = text;
    if (this.#text.length > MAX_TEXT_LENGTH) throw damaged(`a cell has more than ${MAX_TEXT_LENGTH} characters`);
  }
}

const IGNORED: XmlHandler = { open() {}, close() {}, text() {} };

async function readRelationships(archive: Archive, of: string): Promise<ReadonlyMap<string, Relationship>> {
  const folder = posix.dirname(of);
  const path = posix.join(folder, "_rels", `${posix.basename(of)}.rels`);
  const found = new Map<string, Relationship>();
  if (!archive.has(path)) return found;
  await archive.read(path, MAX_DESCRIPTION_BYTES, {
    ...IGNORED,
    open(name, attributes) {
      if (name !== "Relationship" || attributes.get("TargetMode") === "External") return;
      const target = attributes.get("Target") ?? "";
      const part = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      found.set(attributes.get("Id") ?? "", { type: attributes.get("Type")?.split("/").at(-1) ?? "", part });
    },
  });
  return found;
}

function idAttribute(attributes: Attributes): string {
  return attributes.names().find((name) => name.endsWith(":id")) ?? "";
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

// `_x000D_` means characters that XML cannot hold, and `_x005F_` for an underscore before such a text.
function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
