/** Kinds of files that people name `.csv`, `.txt` or `.xlsx` although they are something else. */
export type FileKind =
  | "workbook"
  | "binary-workbook"
  | "old-workbook"
  | "encrypted-workbook"
  | "open-document"
  | "apple-numbers"
  | "other-zip"
  | "html-table"
  | "xml-spreadsheet"
  | "pdf"
  | "gzip"
  | "other-office-file";

/** How far the beginning of a text is searched for the marks of a page or an XML spreadsheet, in bytes. */
const BEGINNING = 4096;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** What a file is by its content, where it is not plain text. Text, and what nobody knows, is undefined. */
export function recognizeFile(bytes: Uint8Array): FileKind | undefined {
  const buffer = asBuffer(bytes);
  if (startsWith(buffer, ZIP)) return kindOfZip(buffer);
  if (startsWith(buffer, OLE)) return kindOfOle(buffer);
  if (buffer.subarray(0, 5).equals(Buffer.from("%PDF-"))) return "pdf";
  if (startsWith(buffer, [0x1f, 0x8b])) return "gzip";
  return kindOfMarkup(buffer);
}

/** The bytes as a buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// The names of parts stand in a zip file as they are, so that no directory has to be read.
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
  if (!/^\s*</.test(beginning)) return undefined;
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(beginning)) return "xml-spreadsheet";
  return /urn:schemas-microsoft-com:office:excel|^\s*<table\b/i.test(beginning) ? "html-table" : undefined;
}

function startsWith(buffer: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, at) => buffer[at] === byte);
}

/** In words, for a message: "This is …". */
export const FILE_KINDS: Record<FileKind, string> = {
  workbook: "an Excel workbook (.xlsx)",
  "binary-workbook": "a binary Excel workbook (.xlsb)",
  "old-workbook": "an Excel workbook in the old format (.xls)",
  "encrypted-workbook": "an Office file that is protected with a password",
  "open-document": "an OpenDocument file (.ods)",
  "apple-numbers": "an Apple Numbers file",
  "other-zip": "a zip file, or a document that is one (such as .docx)",
  "html-table": "an HTML table that was named as if it were an Excel file",
  "xml-spreadsheet": "an XML spreadsheet of Excel 2003",
  pdf: "a PDF document",
  gzip: "a file compressed with gzip",
  "other-office-file": "an Office file in the old format",
};

const SAVE_AS_WORKBOOK = 'Open it in Excel and save it as "Excel Workbook (*.xlsx)".';

/** What to do with such a file where a list is expected, in any format that is read. */
export const FILE_KIND_FIXES: Record<FileKind, string> = {
  workbook: "Give the file a name that ends in .xlsx.",
  "binary-workbook": SAVE_AS_WORKBOOK,
  "old-workbook": SAVE_AS_WORKBOOK,
  "encrypted-workbook": "Open it in Excel, remove the password (File, Info, Protect Workbook), and save it.",
  "open-document": 'Save it as "Excel 2007-365 (.xlsx)" or as CSV in UTF-8.',
  "apple-numbers": "Export it from Numbers (File, Export To, Excel or CSV).",
  "other-zip": "Unzip it and name the list inside, or save the list as a workbook (.xlsx) or as CSV.",
  "html-table": SAVE_AS_WORKBOOK,
  "xml-spreadsheet": SAVE_AS_WORKBOOK,
  pdf: "Ask for the list as a workbook (.xlsx) or as CSV.",
  gzip: "Unpack it with gunzip.",
  "other-office-file": "Save the list as a workbook (.xlsx) or as CSV in UTF-8.",
};
