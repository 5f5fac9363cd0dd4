import { isAscii, isUtf8 } from "node:buffer";

const SAVE_AS_WORKBOOK = 'Open it in Excel and save it as "Excel Workbook (*.xlsx)".';

/**
 * Kinds of files that people name `.csv`, `.txt` or `.xlsx` although they are something else: in words, and what to do with one where
 * a list is expected, in any format that is read.
 */
export const FILE_KINDS = {
  workbook: { name: "an Excel workbook (.xlsx)", fix: "Give the file a name that ends in .xlsx." },
  "binary-workbook": { name: "a binary Excel workbook (.xlsb)", fix: SAVE_AS_WORKBOOK },
  "old-workbook": { name: "an Excel workbook in the old format (.xls)", fix: SAVE_AS_WORKBOOK },
  "encrypted-workbook": {
    name: "an Office file that is protected with a password",
    fix: "Open it in Excel, remove the password (File, Info, Protect Workbook), and save it.",
  },
  "open-document": {
    name: "an OpenDocument file (.ods)",
    fix: 'Save it as "Excel 2007-365 (.xlsx)" or as CSV in UTF-8.',
  },
  "apple-numbers": { name: "an Apple Numbers file", fix: "Export it from Numbers (File, Export To, Excel or CSV)." },
  "other-zip": {
    name: "a zip file, or a document that is one (such as .docx)",
    fix: "Unzip it and name the list inside, or save the list as a workbook (.xlsx) or as CSV.",
  },
  "html-table": { name: "an HTML table that was named as if it were an Excel file", fix: SAVE_AS_WORKBOOK },
  "xml-spreadsheet": { name: "an XML spreadsheet of Excel 2003", fix: SAVE_AS_WORKBOOK },
  "copied-as-text": {
    name: "a workbook, or another zip file, that was copied as text, by which bytes of it were lost",
    fix: "Fetch the original again, as a binary file. In git, write `*.xlsx binary` to .gitattributes before you commit it.",
  },
  json: { name: "JSON", fix: "Export the list as a workbook (.xlsx) or as CSV with a header." },
  pdf: { name: "a PDF document", fix: "Ask for the list as a workbook (.xlsx) or as CSV." },
  gzip: { name: "a file compressed with gzip", fix: "Unpack it with gunzip." },
  "other-office-file": {
    name: "an Office file in the old format",
    fix: "Save the list as a workbook (.xlsx) or as CSV in UTF-8.",
  },
} as const;

/** The kind of a file that is not plain text. */
export type FileKind = keyof typeof FILE_KINDS;

/** How far the beginning of a text is searched for the marks of a page or an XML spreadsheet, in bytes. */
const BEGINNING = 4096;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** What a file is by its content, where it is not plain text. Text, and what no one knows, is undefined. */
export function recognizeFile(bytes: Uint8Array): FileKind | undefined {
  const buffer = asBuffer(bytes);
  // Packed bytes are never UTF-8.
  if (startsWith(buffer, ZIP)) return isUtf8(buffer) && !isAscii(buffer) ? "copied-as-text" : kindOfZip(buffer);
  if (startsWith(buffer, OLE)) return kindOfOle(buffer);
  if (buffer.subarray(0, 5).equals(Buffer.from("%PDF-"))) return "pdf";
  if (startsWith(buffer, [0x1f, 0x8b])) return "gzip";
  return kindOfMarkup(buffer);
}

/** The bytes as a buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// The names of parts are in a zip file as they are, so that no directory has to be read.
function kindOfZip(buffer: Buffer): FileKind {
  if (buffer.includes("xl/workbook.bin")) return "binary-workbook";
  if (buffer.includes("xl/") || buffer.includes("workbook.xml")) return "workbook";
  if (buffer.includes("application/vnd.oasis.opendocument")) return "open-document";
  if (buffer.includes("Index/Document.iwa") || buffer.includes("Index.zip")) return "apple-numbers";
  return "other-zip";
}

// Streams of an OLE file are named in UTF-16.
function kindOfOle(buffer: Buffer): FileKind {
  const holds = (name: string) => buffer.includes(Buffer.from(name, "utf16le"));
  if (holds("EncryptedPackage")) return "encrypted-workbook";
  return holds("Workbook") || holds("Book") ? "old-workbook" : "other-office-file";
}

function kindOfMarkup(buffer: Buffer): FileKind | undefined {
  const beginning = buffer.toString("latin1", 0, BEGINNING).replace(/^\u00ef\u00bb\u00bf/, "");
  if (/^\s*(?:\[\s*["{[]|\[\s*\]\s*$|\{\s*(?:"|\}\s*$))/.test(beginning)) return "json";
  if (!/^\s*</.test(beginning)) return undefined;
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(beginning)) return "xml-spreadsheet";
  return /urn:schemas-microsoft-com:office:excel|^\s*<table\b/i.test(beginning) ? "html-table" : undefined;
}

function startsWith(buffer: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, at) => buffer[at] === byte);
}
