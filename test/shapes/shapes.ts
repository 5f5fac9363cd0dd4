import { z } from "zod";
import { rowsXml, workbookOf } from "../tables/spreadsheet/workbook-file.ts";

/** What an export holds: a plate, and the days between which the car is on the list, YYYY-MM-DD or empty. */
export interface TrueCar {
  readonly plate: string;
  readonly from: string;
  readonly until: string;
}

/** An export as it comes, with the cars that are truly in it. */
export interface Shape {
  readonly name: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly cars: readonly TrueCar[];
}

type Cell = string | { readonly serial: number };
type Rows = readonly (readonly Cell[])[];

const COLUMNS = "code title plate driver contract price from until total date encoding drivers plates".split(" ");
const LINES = `
de|Fuhrparkliste Stand 01.11.2026|Amtl. Kennzeichen|Fahrer|Vertragsnr.|Rate (€)|Leasingbeginn|Leasingende|Summe|DD.MM.YYYY|latin1|Jörg Weiß,Änne Groß,Bo Kühn|M-AB 123,B-CD 4567,HH-EF 89
da|Bilpark, rapport 01.11.2026|Reg.nr.|Fører|Kontraktnr.|Ydelse|Startdato|Slutdato|I alt|DD-MM-YYYY|latin1|Søren Ærø,Åse Bæk,Bo Høj|AB 12 345,CD 23 456,EF 34 567
sv|Fordonslista 2026-11-01|Registreringsnummer|Förare|Avtalsnr|Avgift|Startdatum|Slutdatum|Summa|YYYY-MM-DD|latin1|Åsa Öst,Märta Ek,Bo Lind|ABC 123,DEF 45G,GHJ 678
no|Kjøretøyliste per 01.11.2026|Kjennemerke|Sjåfør|Avtalenr|Leie|Fra dato|Til dato|Totalt|DD.MM.YYYY|latin1|Bjørn Ås,Øyvind Moe,Kåre Lie|EK 12345,DR 54321,BT 67890
fr|Parc automobile au 01/11/2026|N° d'immatriculation|Conducteur|Contrat|Loyer|Date de début|Date de fin|Total|DD/MM/YYYY|latin1|Zoé Lefèvre,Rémi Noël,Anaïs Roy|AB-123-CD,EF-456-GH,JK-789-LM
nl|Wagenpark per 01-11-2026|Kenteken|Bestuurder|Contractnr|Tarief|Ingangsdatum|Einddatum|Totaal|DD-MM-YYYY|latin1|Renée Bos,Joël Vis,Zoë Prins|AB-12-CD,G-123-BB,H-456-KL
pl|Flota na dzień 01.11.2026|Nr rejestracyjny|Kierowca|Umowa|Rata|Data rozpoczęcia|Data zakończenia|Razem|YYYY-MM-DD|utf8|Łukasz Żak,Józef Wąs,Ewa Cień|WA 12345,KR 6789A,GD 54321
it|Parco auto al 01/11/2026|Targa|Conducente|Contratto|Canone|Data inizio|Data fine|Totale|DD/MM/YYYY|latin1|Niccolò Bo,Cesarò Li,Desirè Re|AB 123 CD,EF 456 GH,JK 789 LM
es|Flota a 01/11/2026|Matrícula|Conductor|Contrato|Cuota|Fecha inicio|Fecha fin|Total|DD/MM/YYYY|latin1|Íñigo Peña,Begoña Ruíz,José Gil|1234 BCD,5678 FGH,9012 JKL
en|Fleet report, 01/11/2026 08:00|Registration No.|Driver|Contract|Rental (£)|Lease start|Lease end|Total|DD/MM/YYYY|utf8|Zoë Smith,Ann Lee,Bo Hill|AB12 CDE,EF34 GHJ,KL56 MNO`;

const three = z.string().transform((text) => text.split(","));
const text = z.string();
const Language = z.strictObject({
  ...{ code: text, title: text, plate: text, driver: text, contract: text, price: text, from: text, until: text },
  ...{ total: text, date: text, encoding: z.enum(["latin1", "utf8"]), drivers: three, plates: three },
});
type Language = z.output<typeof Language>;

const LANGUAGES = LINES.trim()
  .split("\n")
  .map((line) => Language.parse(Object.fromEntries(line.split("|").map((value, at) => [COLUMNS[at], value]))));

const DAYS = [
  ["2024-02-01", "2029-01-31"],
  ["2025-03-15", "2030-12-31"],
  ["2026-07-01", ""],
] as const;

const carsOf = ({ plates }: Language): readonly TrueCar[] =>
  DAYS.map(([from, until], at) => ({ plate: plates[at] ?? "", from, until }));
const headOf = ({ contract, plate, driver, price, from, until }: Language) => [
  contract,
  plate,
  driver,
  price,
  from,
  until,
];
const written = (day: string, format: string) => {
  const [year = "", month = "", date = ""] = day.split("-");
  return day === "" ? "" : format.replace("YYYY", year).replace("MM", month).replace("DD", date);
};
const serial = (day: string): Cell =>
  day === "" ? "" : { serial: (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000 };
const rowsOf = (language: Language, day: (text: string) => Cell): Cell[][] =>
  carsOf(language).map(({ plate, from, until }, at) => [
    ...[`LV-2000${at}`, plate, language.drivers[at] ?? "", `${100 + at},50`],
    ...[day(from), day(until)],
  ]);
const texts = (language: Language) => rowsOf(language, (day) => written(day, language.date));
const csv = (rows: Rows, separator = ";") =>
  rows
    .map((row) =>
      row
        .map(String)
        .map((cell) => (cell.includes(separator) ? `"${cell}"` : cell))
        .join(separator),
    )
    .map((line) => `${line}\r\n`)
    .join("");
const book = (...sheets: readonly (readonly [string, Rows])[]) =>
  workbookOf({
    sheets: sheets.map(([name, rows]) => ({ name, rows: rowsXml(rows) })),
    styles: `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>`,
  });

/** Five shapes in each of ten languages: three texts and two workbooks. */
export const SHAPES: readonly Shape[] = LANGUAGES.flatMap((language) => {
  const { code, title, total, encoding } = language;
  const head = headOf(language);
  const rows = texts(language);
  const dated = rowsOf(language, serial);
  const wide = ["", language.driver, "", "", "", ""];
  const shape = (name: string, file: string, bytes: Buffer): Shape => ({
    ...{ name: `${code}: ${name}`, file, bytes, cars: carsOf(language) },
  });
  return [
    shape(
      "a CSV in the encoding of its country, with a title",
      "a.csv",
      Buffer.from(csv([[title], [""], head, ...rows]), encoding),
    ),
    shape(
      "UTF-16 with tabs, and the header again on the next page",
      "b.csv",
      Buffer.from(`\ufeff${csv([head, ...rows.slice(0, 1), head, ...rows.slice(1)], "\t")}`, "utf16le"),
    ),
    shape(
      "UTF-8 with a mark and commas, decimal commas and totals",
      "c.csv",
      Buffer.from(`\ufeff${csv([head, ...rows, [total, "", "", "304,50", "", ""]], ",")}`),
    ),
    shape(
      "a workbook with a cover sheet, a title and totals",
      "d.xlsx",
      book(["Info", [[title], [language.driver]]], ["Data", [[title], [], head, ...dated, [total, "", "", "304,50"]]]),
    ),
    shape(
      "a workbook with the names of groups above and units below",
      "e.xlsx",
      book(["Data", [[title], wide, head, ["", "", "", "(EUR)"], ...dated]]),
    ),
  ];
});
