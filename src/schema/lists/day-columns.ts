import type { Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT, likelyFormats, matchDate, parseDateFormat } from "../spreadsheet/date-format.ts";
import type { Columns, Header } from "./header.ts";

/** A column with the first or last day of each car, by its name or because it is named for that. */
export interface DayColumn {
  readonly index: number;
  readonly name: string;
  readonly key: "validFrom" | "validUntil";
  /** Whether an item of `carsFrom` names it, whatever its name says. */
  readonly isNamed: boolean;
  /** Its cells below the header that are not dates already. */
  readonly texts: readonly string[];
  /** Whether a cell holds neither a text nor a date. */
  readonly hasOthers: boolean;
}

/** Words of names that lease systems give to the first and the last day of a car, with which longer words may end. */
const FIRST_ENDS = "start|beginn?|alkaen|rozpoczęci[ae]|gültigab|gueltigab|gyldigfra|validfrom";
const FIRST = `(?:${FIRST_ENDS}|from|von|fra|från|ab|vanaf|alku|alkaa|d[ée]but|inizio|decorrenza|inicio|od|początek|ingang|ingangs)`;
const LAST_ENDS =
  "ende?|einde?|slutt?|ablauf|udløb|utløp|utgång|rückgabe|rueckgabe|expiry|expiration|return|retur|turnback|inlever|zakończeni[ae]|gültigbis|gyldigtil|validuntil|validto|bis";
const LAST = `(?:${LAST_ENDS}|ends|expires|until|to|til|till|tot|tom|loppu|loppuu|päättyy|päättymis|fin|fine|échéance|scadenza|vencimiento|do|koniec|termination)`;
const DATE = "(?:dat(?:um|o|e|a)?|dag|day|tag|pvm|päivä)?";
const FIRST_DAY = new RegExp(`^(?:${FIRST}|\\p{L}+(?:${FIRST_ENDS}))s?${DATE}$`, "u");
const LAST_DAY = new RegExp(`^(?:${LAST}|\\p{L}+(?:${LAST_ENDS}))s?${DATE}$`, "u");
/** What else has days in a list of cars: inspections, insurance, guarantees, drivers and cards. */
const OTHER =
  /^(?:hu|au|uvv|t[üu]v|mot|apk|itv|ct|syn|besiktning\p{L}*|inspe\p{L}*|revisi\p{L}*|przegląd\p{L}*|contr[ôo]le|service\p{L}*|garan\p{L}*|warranty|gwaranc\p{L}*|versicherung\p{L}*|forsikring\p{L}*|försäkring\p{L}*|insur\p{L}*|assur\p{L}*|assicura\p{L}*|segur\p{L}*|ubezpiecz\p{L}*|verzeker\p{L}*|tax|steuer\p{L}*|führerschein\p{L}*|kørekort|licen[cs]e|karte|card|tankkarte|vignette|tillverkning\p{L}*)$/u;
const HAS_OTHER = /^(?:hu|au|uvv|t[üu]v|garantie?|versicherungs?|service|inspektions?|tank|karten)(?=\p{L}{3})/u;

/** The columns that hold days and are named as the first or last day of a lease, and those that `named` has as such. */
export function dayColumns({ names }: Header, below: readonly Row[], named: Columns): readonly DayColumn[] {
  return names.flatMap((name, index) => {
    const isFor = (key: DayColumn["key"]) => named.get(key) === index;
    const own = isFor("validFrom") ? "validFrom" : isFor("validUntil") ? "validUntil" : undefined;
    const key = own ?? keyOf(name);
    const cells = below.map((row) => row.cells[index] ?? "").filter((cell) => cell !== "");
    if (key === undefined || cells.length === 0) return [];
    const texts = cells.filter((cell) => typeof cell === "string");
    const hasOthers = cells.some((cell) => typeof cell !== "string" && cell.kind !== "date");
    return [{ index, name, key, isNamed: own !== undefined, texts, hasOthers }];
  });
}

/**
 * The formats that all texts of the columns have, the most likely first, or `given` where they have it; none also where a cell
 * is neither a text nor a date.
 */
export function formatsOf(columns: readonly DayColumn[], given?: string): readonly string[] {
  const texts = columns.flatMap((one) => one.texts);
  if (columns.some(({ hasOthers }) => hasOthers)) return [];
  if (given === undefined) return texts.length === 0 ? [ISO_FORMAT.text] : likelyFormats(texts);
  const format = parseDateFormat(given);
  return "pattern" in format && texts.every((text) => matchDate(text, format).kind === "day") ? [given] : [];
}

function keyOf(name: string): DayColumn["key"] | undefined {
  const words = name
    .normalize("NFC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/(?<=\b(?:t|fr))\.o\.(?=m)/, "o")
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== "");
  if (words.some((word) => OTHER.test(word) || HAS_OTHER.test(word))) return undefined;
  const [isFirst, isLast] = [FIRST_DAY, LAST_DAY].map((day) => words.some((word) => day.test(word)));
  return isFirst === isLast ? undefined : isFirst ? "validFrom" : "validUntil";
}
