import { crc32, deflateRawSync } from "node:zlib";
import type { Row } from "../../../src/tables/spreadsheet/cell.ts";
import { explainWorkbookFailure, readWorkbook } from "../../../src/tables/spreadsheet/workbook.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const ROOT = `<Relationships><Relationship Id="r" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

interface SheetText {
  readonly name: string;
  /** What stands between `<sheetData>` and `</sheetData>`. */
  readonly rows: string;
  readonly state?: string;
}

interface WorkbookText {
  readonly sheets: readonly SheetText[];
  readonly sharedTexts?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** Parts to add, or to put in place of others. */
  readonly parts?: Record<string, string>;
}

/** An `.xlsx` file with these sheets. */
export function workbookOf({ sheets, sharedTexts, styles, properties = "", parts = {} }: WorkbookText): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const listed = sheets.map(
    ({ name, state = "visible" }, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
  );
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": ROOT,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${properties}<sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, at) => relation(`s${at}`, "worksheet", `worksheets/sheet${at}.xml`))
      .concat(sharedTexts === undefined ? [] : [relation("t", "sharedStrings", "sharedStrings.xml")])
      .concat(styles === undefined ? [] : [relation("y", "styles", "/xl/styles.xml")])
      .join("")}</Relationships>`,
    ...Object.fromEntries(sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at}.xml`, sheetXml(rows)])),
    ...(sharedTexts !== undefined && { "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${sharedTexts}</sst>` }),
    ...(styles !== undefined && { "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }),
    ...parts,
  });
}

/** The XML of a sheet with these rows. */
export function sheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** A workbook with one sheet `Cars`. */
export function carsSheet(rows: string, others: Omit<WorkbookText, "sheets"> = {}): Buffer {
  return workbookOf({ sheets: [{ name: "Cars", rows }], ...others });
}

interface ZipChanges {
  /** Sets bits in the flags of every entry. */
  readonly flags?: number;
  readonly method?: number;
}

/** A zip file with these entries; a list of pairs may hold a name twice. */
export function zipOf(
  entries: Record<string, string | Buffer> | readonly (readonly [string, string | Buffer])[],
  { flags = 0, method = 8 }: ZipChanges = {},
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Array.isArray(entries) ? entries : Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(data) : data;
    const names = Buffer.from(name);
    const common = fields([20, flags, method, 0, 0], [crc32(data), packed.length, data.length], [names.length]);
    const local = Buffer.concat([fields([], [0x04034b50]), common, fields([0]), names, packed]);
    files.push(local);
    const place = fields([0, 0, 0, 0], [0, offset]);
    directory.push(Buffer.concat([fields([], [0x02014b50]), fields([20]), common, place, names]));
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const count = directory.length;
  const end = Buffer.concat([fields([], [0x06054b50]), fields([0, 0, count, count], [listed.length, offset], [0])]);
  return Buffer.concat([...files, listed, end]);
}

function fields(...groups: readonly (readonly number[])[]): Buffer {
  const parts = groups.map((group, at) => {
    const width = at % 2 === 0 ? 2 : 4;
    const bytes = Buffer.alloc(group.length * width);
    group.forEach((value, nth) => {
      bytes.writeUIntLE(value, nth * width, width);
    });
    return bytes;
  });
  return Buffer.concat(parts);
}

/** Reads a workbook and keeps its rows. */
export async function rowsOf(bytes: Uint8Array, sheet?: string) {
  const rows: Row[] = [];
  const reading = await readWorkbook(bytes, sheet, (row) => rows.push(row));
  return { reading, rows };
}

/** How reading ends: the number of rows, or the message. */
export async function endOf(bytes: Uint8Array): Promise<string> {
  const { reading } = await rowsOf(bytes);
  return reading.kind === "read" ? `read ${reading.rows} rows` : explainWorkbookFailure(reading).message;
}

/** The cells of a readable workbook, row by row. */
export async function cellsOf(bytes: Uint8Array, sheet?: string) {
  const { reading, rows } = await rowsOf(bytes, sheet);
  if (reading.kind !== "read") throw new Error(JSON.stringify(reading));
  return rows.map(({ cells }) => cells);
}

type Value = string | number | { readonly serial: number; readonly format?: string };

/** Formats of days that cells of `workbookWith` may have; the first one unless another is named. */
const FORMATS = [
  "dd/mm/yyyy",
  "mmm yy",
  "yyyy",
  "mm/yyyy",
  '[$-407]mmmm" "yyyy;@',
  "d/mmm",
  "hh:mm",
  "yyyy-mm-dd hh:mm",
  "dddd, d. mmmm yyyy",
];

/** A workbook with one sheet `Cars` of texts, numbers and days (`{ serial }`, as Excel counts them, in a format). */
export function workbookWith(rows: readonly (readonly Value[])[]): Buffer {
  const code = (format: string) => format.replaceAll('"', "&quot;");
  const formats = FORMATS.map((format, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code(format)}"/>`);
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${170 + at}"/>`);
  return carsSheet(rowsXml(rows), {
    styles: `<numFmts>${formats.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs>`,
  });
}

/** The rows of a sheet; empty texts and empty rows are not written. */
export function rowsXml(rows: readonly (readonly Value[])[]): string {
  const cell = (value: Value, reference: string) => {
    if (value === "") return "";
    if (typeof value === "string") return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
    return typeof value === "number"
      ? `<c r="${reference}"><v>${value}</v></c>`
      : `<c r="${reference}" s="${1 + FORMATS.indexOf(value.format ?? "dd/mm/yyyy")}"><v>${value.serial}</v></c>`;
  };
  const text = rows.map((cells, at) => {
    const written = cells.map((value, nth) => cell(value, `${String.fromCharCode(65 + nth)}${at + 1}`));
    return `<row r="${at + 1}">${written.join("")}</row>`;
  });
  return text.join("");
}
