import { CLAIM_COLUMNS, type Claim, type ClaimColumn, daysBetween } from "../../allowlist/index.ts";
import { csvCell, csvNumber, csvTextCell } from "../escape/csv.ts";
import { xmlText } from "../escape/html.ts";
import { zipArchive } from "./zip-archive.ts";

/** What a column of a file of claims holds. */
type ColumnKind = "text" | "amount" | "time";

const AMOUNTS: readonly ClaimColumn[] = ["amountExcludingVat", "vat", "amountIncludingVat"];
const TIMES: readonly ClaimColumn[] = ["startDate", "endDate"];
const COLUMNS: readonly { readonly name: ClaimColumn; readonly kind: ColumnKind }[] = CLAIM_COLUMNS.map((name) => ({
  name,
  kind: AMOUNTS.includes(name) ? "amount" : TIMES.includes(name) ? "time" : "text",
}));

/** A spreadsheet keeps so many digits of a number. */
const MOST_DIGITS = 15;

const CSV_CELL: Record<ColumnKind, (text: string) => string> = {
  text: csvTextCell,
  amount: (text) => (isExactNumber(text) ? csvNumber(text) : csvTextCell(text)),
  time: csvCell,
};

/** Claims as CSV, a row each. */
export function claimsCsv(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => COLUMNS.map(({ name, kind }) => CSV_CELL[kind](claim[name])));
  return [CLAIM_COLUMNS, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

// An amount with more digits is written as text: wrong digits are worse than a cell that cannot be added up.
function isExactNumber(text: string): boolean {
  const [, whole = "", rest = ""] = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole !== "" && `${whole}${rest}`.replace(/^0+/, "").length <= MOST_DIGITS;
}

/** The rows that a sheet can hold (Excel), the header's not counted. */
export const MOST_ROWS = 1_048_575;

/** Numbers of `cellXfs` in `STYLES`. */
const STYLE = { text: 1, amount: 2, time: 3, header: 4 } as const;
const WIDTHS: Partial<Record<string, number>> = { startDate: 20, endDate: 20, reason: 50, evidence: 60 };
const USUAL_WIDTH = 16;
/** Day 0 of spreadsheets; days before March 1900 are counted differently by some and are kept as text. */
const DAY_ZERO = "1899-12-30";
const FIRST_DAY = "1900-03-01";
const DAY_SECONDS = 86_400;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="165" formatCode="0.00########"/><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

const FIXED_PARTS = [
  {
    path: "[Content_Types].xml",
    text: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  },
  {
    path: "_rels/.rels",
    text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    path: "xl/workbook.xml",
    text: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Claims" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    path: "xl/_rels/workbook.xml.rels",
    text: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  },
  { path: "xl/styles.xml", text: STYLES },
];

/** Claims as an Excel workbook (ECMA-376) with one sheet: plates and ids as text, amounts as numbers, times as dates. */
export function claimsWorkbook(claims: readonly Claim[]): Uint8Array {
  return zipArchive([...FIXED_PARTS, { path: "xl/worksheets/sheet1.xml", text: sheet(claims) }]);
}

function sheet(claims: readonly Claim[]): string {
  const widths = CLAIM_COLUMNS.map(
    (name, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[name] ?? USUAL_WIDTH}" customWidth="1"/>`,
  );
  const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const header = `<row r="1">${CLAIM_COLUMNS.map((name) => textCell(name, STYLE.header)).join("")}</row>`;
  const body = claims.map((claim, at) => `<row r="${at + 2}">${cellsOf(claim)}</row>`);
  return `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths.join("")}</cols><sheetData>${header}${body.join("")}</sheetData></worksheet>`;
}

function cellsOf(claim: Claim): string {
  return COLUMNS.map(({ name, kind }) => cell(claim[name], kind)).join("");
}

function cell(text: string, kind: ColumnKind): string {
  const number = kind === "amount" && isExactNumber(text) ? text : kind === "time" ? serialNumber(text) : undefined;
  return number === undefined ? textCell(text, STYLE.text) : `<c s="${STYLE[kind]}"><v>${number}</v></c>`;
}

function textCell(text: string, style: number): string {
  // Excel reads `_x0041_` as a character.
  const escaped = xmlText(text).replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

function serialNumber(text: string): string | undefined {
  const [, day = "", hour = "", minute = "", second = ""] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})$/.exec(text) ?? [];
  if (day < FIRST_DAY) return undefined;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return String(daysBetween(DAY_ZERO, day) + seconds / DAY_SECONDS);
}
