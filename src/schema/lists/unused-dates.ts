import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { Cell, Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT, likelyFormats } from "../spreadsheet/date-format.ts";
import { type Columns, looseName } from "./columns.ts";
import type { Header } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import { sourceOf } from "./read-row.ts";

/** A column whose cells are days, and what its name says of them. */
export interface DateColumn {
  readonly index: number;
  readonly name: string;
  readonly key: "validFrom" | "validUntil";
  /** The formats that all its texts have, the most likely first; none where the cells are dates already. */
  readonly formats: readonly string[];
}

/** Parts of the names that lease systems give to the first and the last day of a car. */
const FIRST_DAY =
  /^(?:start|begin|beginn|from|von|fra|ab|vanaf|alku|alkaa|debut|début|inicio|inizio|od|validfrom|startdat|startdato|gültigab|gueltigab|gyldigfra)|(?:start|beginn|begin|startdat[eo]?|startdatum|alkaen|from)$/;
const LAST_DAY =
  /^(?:end|ende|slut|until|to|bis|til|till|t\.o\.m|loppu|fin|fine|einde|do|udløb|utløp|expir|ablauf|return|retur|rückgabe|rueckgabe|turnback|inlever|termin)|(?:ende|end|enddate|enddat[eo]?|enddatum|slut|slutdato|slutdatum|until|bis|päättyy|loppuu|einde|udløb|udløbsdato|utløp|ablauf|expiry|return|rückgabe|retur)$/;

/** The columns that hold days and are named as the first or last day of a lease. */
export function dateColumns({ names }: Header, below: readonly Row[]): readonly DateColumn[] {
  return names.flatMap((name, index) => {
    const loose = looseName(name).replace(/[._-]+$/, "");
    const key = LAST_DAY.test(loose) ? "validUntil" : FIRST_DAY.test(loose) ? "validFrom" : undefined;
    if (key === undefined) return [];
    const cells = below.map(({ cells }) => cells[index] ?? "").filter((one) => one !== "");
    const formats = formatsOf(cells);
    return formats === undefined ? [] : [{ index, name, key, formats }];
  });
}

/** Warns of columns that look like days of a lease and that nothing reads: a car would stay on the list after its lease. */
export function warnOfUnusedDates(
  header: Header,
  below: readonly Row[],
  columns: Columns,
  file: ListFile,
  diagnostics: DiagnosticCollector,
): void {
  const [line] = header.rows;
  const used = new Set(columns.values());
  for (const { index, name, key, formats } of line ? dateColumns(header, below) : []) {
    if (!line || used.has(index) || columns.has(key)) continue;
    const [format] = formats;
    const dates = format === undefined || format === ISO_FORMAT.text ? "" : ` and \`dates: ${format}\``;
    const message = `The column ${quoteText(name)} holds dates that are not used.`;
    const day = key === "validUntil" ? "last" : "first";
    const fix = `If it is the ${day} day of each car, write \`${key}: ${name}\`${dates} in the item of \`carsFrom\`.`;
    diagnostics.warning("unused-dates", message, sourceOf(line, index, { file }), fix);
  }
}

function formatsOf(cells: readonly Cell[]): readonly string[] | undefined {
  if (cells.length === 0) return undefined;
  const texts = cells.filter((cell) => typeof cell === "string");
  const others = cells.filter((cell) => typeof cell !== "string" && cell.kind === "date");
  if (texts.length + others.length < cells.length) return undefined;
  if (texts.length === 0) return [];
  const formats = likelyFormats(texts);
  return formats.length === 0 ? undefined : formats;
}
