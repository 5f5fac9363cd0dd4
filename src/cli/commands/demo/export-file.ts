import { zipArchive } from "../../../render/index.ts";

/** A row of the export: plate, model, first and last day. */
export type ExportRow = readonly [plate: string, model: string, from: string, until: string];

const HEADER: ExportRow = ["Registration", "Model", "Contract start", "Contract end"];
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The bytes of a workbook as lease systems write it: a title, the names of the columns, the cars, a row of totals. */
export function exportFile(rows: readonly ExportRow[]): Uint8Array {
  const table = [["Nordvik Leasing: vehicles on contract"], [], HEADER, ...rows, ["Total", String(rows.length)]];
  return zipArchive([
    {
      path: "[Content_Types].xml",
      text: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    },
    { path: "_rels/.rels", text: relationTo("officeDocument", "xl/workbook.xml") },
    {
      path: "xl/workbook.xml",
      text: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Vehicles" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { path: "xl/_rels/workbook.xml.rels", text: relationTo("worksheet", "worksheets/sheet1.xml") },
    {
      path: "xl/worksheets/sheet1.xml",
      text: `<worksheet xmlns="${MAIN}"><sheetData>${table.map(rowXml).join("")}</sheetData></worksheet>`,
    },
  ]);
}

function relationTo(type: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS}/${type}" Target="${target}"/></Relationships>`;
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
}
