import { strToU8, zipSync } from "fflate";
import { xmlText } from "../escape/sinks.ts";
import { visible } from "../escape/terminal.ts";

/** A cell: a text, or the digits of a number that the style shows as an amount, a count, or a time (days since 1899-12-30). */
export interface SheetCell {
  readonly style: keyof typeof STYLE;
  readonly value: string;
}

/** A sheet whose first row is its header. Names and texts may be foreign. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
}

/** Numbers of `cellXfs` in `STYLES`. */
const STYLE = { text: 1, amount: 2, time: 3, header: 4, count: 5 } as const;
/** In characters. */
const WIDTH = { least: 8, most: 60, margin: 3 } as const;
const LONGEST_NAME = 31;
const LETTERS = 26;
const CODE_OF_A = 65;

/** The first day that zip files know: same sheets, same bytes. */
const FIRST_DAY = "1980-01-01T00:00:00";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="165" formatCode="0.00########"/><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** An Excel workbook (ECMA-376): each sheet with a filter over its columns, which are as wide as what they hold. */
export function workbook(sheets: readonly Sheet[]): Uint8Array {
  const names = sheetNames(sheets);
  const parts = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const overrides = parts.map((part) => `<Override PartName="/xl/${part}" ContentType="${TYPES}.worksheet+xml"/>`);
  const entries = names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const links = parts.map((part, at) => relationship(`rId${at + 1}`, "worksheet", part));
  const texts = {
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides.join("")}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    "_rels/.rels": relationships([relationship("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([...links, relationship("styles", "styles", "styles.xml")]),
    "xl/styles.xml": STYLES,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/${parts[at]}`, sheetXml(sheet)])),
  };
  const files = Object.entries(texts).map(([path, text]) => [path, strToU8(text)]);
  return zipSync(Object.fromEntries(files), { mtime: FIRST_DAY });
}

// What Excel refuses in a name is a blank in it, and equal names are numbered.
function sheetNames(sheets: readonly Sheet[]): readonly string[] {
  // Excel keeps this name for itself.
  const taken = new Set(["history"]);
  return sheets.map(({ name }) => {
    const seen = [...name].map((one) => (visible(one) === one ? one : " ")).join("");
    const bare = seen
      .replace(/[^\p{L}\p{N} .,&()+-]+/gu, " ")
      .replace(/ +/g, " ")
      .trim();
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : ` (${number})`;
      const own = `${shortened(bare || "Sheet", LONGEST_NAME - suffix.length)}${suffix}`;
      if (taken.has(own.toLowerCase())) continue;
      taken.add(own.toLowerCase());
      return own;
    }
  });
}

function shortened(name: string, most: number): string {
  const characters = [...name];
  while (characters.join("").length > most) characters.pop();
  return characters.join("").trim();
}

function relationship(id: string, type: string, part: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${part}"/>`;
}

function relationships(all: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
}

function sheetXml({ rows }: Sheet): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, at) => columnName(at));
  const widths = columns.map((_, at) => {
    const longest = rows.reduce<number>((most, row) => Math.max(most, row[at]?.value.length ?? 0), WIDTH.least);
    return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(longest, WIDTH.most) + WIDTH.margin}" customWidth="1"/>`;
  });
  const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const body = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellXml(cell, `${columns[column]}${at + 1}`));
    return `<row r="${at + 1}">${cells.join("")}</row>`;
  });
  const filter = `<autoFilter ref="A1:${columns.at(-1)}${rows.length}"/>`;
  return `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths.join("")}</cols><sheetData>${body.join("")}</sheetData>${filter}</worksheet>`;
}

/** `A` for the first column, `AA` for the 27th. */
function columnName(at: number): string {
  const letter = String.fromCharCode(CODE_OF_A + (at % LETTERS));
  return at < LETTERS ? letter : `${columnName(Math.floor(at / LETTERS) - 1)}${letter}`;
}

function cellXml({ style, value }: SheetCell, reference: string): string {
  const start = `<c r="${reference}" s="${STYLE[style]}"`;
  if (style !== "text" && style !== "header") return `${start}><v>${xmlText(value)}</v></c>`;
  // Excel reads `_x0041_` as a character.
  const escaped = xmlText(value).replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
