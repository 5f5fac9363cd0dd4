import { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { explainMalformed } from "../spreadsheet/delimited-text.ts";
import { recognizeFile } from "../spreadsheet/recognize-file.ts";
import { looksLikePlate, looseName, nameIn } from "./columns.ts";
import { decodeList } from "./list-file.ts";
import { firstRows } from "./read-table.ts";
import { type DateColumn, dateColumns } from "./unused-dates.ts";

/** What the beginning of a list shows. */
export interface ListPreview {
  readonly kind: "workbook" | "csv" | "txt";
  /** What the cells of the first row say. */
  readonly names: readonly string[];
  /** The columns that are named as plates are. */
  readonly plateColumns: readonly string[];
  /** The number of the column whose first cell is a plate already, from 1. */
  readonly plateInFirstRow: number | undefined;
  readonly dates: readonly DateColumn[];
}

/** How a list is decoded. */
export interface ListDecoding {
  readonly sheet?: string;
  readonly encoding?: string;
}

/** Names of the column of plates in languages of Europe, without blanks, dots and hyphens. */
const PLATE_NAMES: ReadonlySet<string> = new Set(
  [
    "plate plates platenumber plateno licenseplate licenceplate licensenumber licencenumber licenseplatenumber licenceplatenumber lpn",
    "registration registrationnumber registrationno registrationplate regno regnr regnumber vehicleregistration vrm vrn numberplate carreg",
    "kennzeichen kfzkennzeichen amtlicheskennzeichen kontrollschild autokennzeichen",
    "nummerplade nummerpladenr registreringsnummer registreringsnr regnummer reg nummerskilt kjennemerke kjennetegn skiltnummer skylt",
    "rekisterinumero rekisteritunnus rekisterinro kenteken kentekennummer nummerplaat plaatnummer",
    "immatriculation immatriculationnumber numerodimmatriculation numéroimmatriculation plaque plaquedimmatriculation",
    "matricula matrícula targa numeroditarga numerrejestracyjny nrrejestracyjny rejestracja rejestracyjny",
    "spz rz registračníznačka státnípoznávacíznačka evčv ečv rendszám numarinmatriculare nrinmatriculare registarskaoznaka registrskaoznaka",
  ].flatMap((line) => line.split(" ")),
);

/** Looks at the first rows of a list. Problems are reported, and nothing is given then. */
export async function previewList(
  bytes: Buffer,
  path: string,
  decoding: ListDecoding,
  diagnostics = new DiagnosticCollector(),
): Promise<ListPreview | { readonly kind: "unreadable"; readonly diagnostics: DiagnosticCollector }> {
  const isWorkbook = recognizeFile(bytes) === "workbook" || /\.xlsx$/i.test(path);
  // Decoding goes by the name, and messages by the path as it is.
  const named = isWorkbook && !/\.xlsx$/i.test(path) ? `${path}.xlsx` : path;
  const file = await decodeList(bytes, named, { file: named, ...decoding }, diagnostics);
  if (!file) return { kind: "unreadable", diagnostics };
  const rows = file.sheet ? file.sheet.rows.slice(0, MOST_ROWS) : firstRows(file.lines.text, []);
  if ("kind" in rows) {
    const { code, message, fix } = explainMalformed(rows);
    diagnostics.error(code, message, file.lines.sourceAt(rows.at), fix);
    return { kind: "unreadable", diagnostics };
  }
  return { ...previewOf(rows), kind: kindOf(isWorkbook, path, rows) };
}

const MOST_ROWS = 21;

function kindOf(isWorkbook: boolean, path: string, rows: readonly Row[]): ListPreview["kind"] {
  if (isWorkbook) return "workbook";
  // A text with one column and a header is a list with a header, whatever it is called.
  const isPlain = /\.txt$/i.test(path) && rows.every(({ cells }) => cells.length === 1);
  return isPlain && plateNamesIn(rows).length === 0 ? "txt" : "csv";
}

function previewOf(rows: readonly Row[]): Omit<ListPreview, "kind"> {
  const names = (rows[0]?.cells ?? []).map(nameIn);
  const plate = names.findIndex(looksLikePlate);
  return {
    names,
    plateColumns: plateNamesIn(rows),
    plateInFirstRow: plate < 0 ? undefined : plate + 1,
    dates: dateColumns(rows),
  };
}

function plateNamesIn(rows: readonly Row[]): readonly string[] {
  const names = (rows[0]?.cells ?? []).map(nameIn);
  return names.filter((name) => PLATE_NAMES.has(looseName(name).replace(/[^\p{L}\p{N}]/gu, "")));
}
