import { counted, type Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import { type Cell, nameIn, type Row } from "../spreadsheet/cell.ts";
import type { Columns, Header } from "./header.ts";
import type { ListReference } from "./list-shape.ts";

/** A column that says of cars that they are not there any more, or not yet. */
export interface StatusColumn {
  readonly index: number;
  /** As an item of `carsFrom` names it. */
  readonly name: string;
  /** How many rows say so. */
  readonly rows: number;
  /** What they say, and what the other rows say, each once; digits are `*` where they differ from row to row. */
  readonly gone: readonly string[];
  readonly others: readonly string[];
}

/** Longer texts are no status. */
const LONGEST = 60;
/** A column of this many different texts says something else where none of them says that a car is gone. */
const MOST_TEXTS = 50;
/** More texts are not named one by one. */
const MOST_NAMED = 6;

/** Whole words, of which up to two letters may follow. */
const [BEFORE, AFTER] = ["(?<!\\p{L})", "\\p{L}{0,2}(?!\\p{L})"];
/** Words for cars that are sold, returned, retired, ended or ordered, in the languages of the names of columns. */
const GONE_WORDS = [
  "sold(?!\\p{L})|returned|retired|scrapped|disposed|deregistered|decommissioned|terminated|expired|inactive|cancell?ed|ordered|on order|off-?hired|handed back|written off",
  "verkauft|veräußert|veraeussert|zurückgegeben|zurueckgegeben|zurück|retour|retourniert|stillgelegt|abgemeldet|ausgemustert|ausgesondert|ausgeschieden|ausgeflottet|verschrottet|beendet|gekündigt|abgelaufen|storniert|inaktiv|bestellt|in bestellung",
  "solgt|tilbageleveret|returneret|afleveret|afmeldt|skrottet|udgået|udfaset|afsluttet|ophørt|opsagt|annulleret|bestilt|i bestilling|innlevert|tilbakelevert|levert tilbake|returnert|avregistrert|avskiltet|vraket|utgått|utfaset|avsluttet|oppsagt",
  "såld|sålt|återlämnad|återlämnat|returnerad|returnerat|inlämnad|avställd|avregistrerad|skrotad|utgången|avslutad|uppsagd|avyttrad|beställd|beställt",
  "myyty|palautettu|poistettu|poistunut|romutettu|lopetettu|päättynyt|tilattu",
  "verkocht|ingeleverd|teruggegeven|geretourneerd|uitgeschreven|afgevoerd|gesloopt|beëindigd|beeindigd|opgezegd|vervallen|besteld|inactief|uit dienst",
  "vendu|restitué|restitue|rendu|retourné|retourne|réformé|cédé|radié|résilié|terminé|expiré|commandé|en commande|inactif|hors service|hors parc",
  "vendut|restituit|reso(?!\\p{L})|riconsegnat|ritirat|dismess|demolit|radiat|rottamat|cessat|terminat|scadut|ordinat|in ordine|inattiv",
  "vendid|devuelt|retirad|dad[oa] de baja|^baja(?!\\p{L})|desguazad|finalizad|terminad|vencid|pedido|en pedido|inactiv",
  "sprzedan|zwrócon|zwrot|wycofan|wyrejestrowan|zezłomowan|złomowan|zakończon|wygasł|zamówion|nieaktywn|anulowan",
];
const ACTIVE_WORDS =
  "aktiv|active|actif|actief|activo|activa|attivo|attiva|aktywn|aktiivinen|käytössä|in use|in betrieb|in dienst|im bestand|i drift|i bruk|en service|in gebruik|in servizio|en uso";
const GONE = new RegExp(`${BEFORE}(?:${GONE_WORDS.join("|")})${AFTER}`, "u");
const ACTIVE = new RegExp(`${BEFORE}(?:${ACTIVE_WORDS})${AFTER}`, "u");
const NOT = /(?<!\p{L})(?:not|no|nicht|kein|ikke|inte|ej|ei|niet|pas|non|nie)(?!\p{L})/u;
const YES = /^(?:yes|y|ja|j|x|oui|s[iì]|sí|kyllä|tak|true|wahr|vrai|1)$/;
const NO = /^(?:no|n|nein|nej|nei|ei|nee|non|nie|false|falsch|faux|0)$/;

/** Whether a cell says that its car is sold, returned, retired or ordered: by its words, or as a yes or no below such a name. */
function saysGone(text: string, name: string): boolean {
  if (text.length > LONGEST) return false;
  const [cell, head] = [text, name].map((one) => one.normalize("NFC").toLowerCase());
  if (cell === undefined || head === undefined) return false;
  if (YES.test(cell)) return GONE.test(head);
  if (NO.test(cell)) return ACTIVE.test(head);
  return NOT.test(cell) ? ACTIVE.test(cell) : GONE.test(cell);
}

/** Looks through the rows of a list for columns of status that nothing reads. */
export class StatusTally {
  readonly #header: Header;
  readonly #hasNames: boolean;
  /** By column: how often each text is there. Those that hold something else are dropped. */
  readonly #texts: Map<number, Map<string, number>>;
  readonly #gone = new Set<number>();

  constructor(header: Header, columns: Columns, { header: place }: ListReference) {
    this.#header = header;
    this.#hasNames = place !== false;
    // A note decides nothing.
    const used = new Set([...columns].flatMap(([key, at]) => (key === "note" ? [] : [at])));
    this.#texts = new Map(
      header.names.flatMap((name, at): [number, Map<string, number>][] =>
        used.has(at) || (this.#hasNames && name === "") ? [] : [[at, new Map()]],
      ),
    );
  }

  /** The columns that are still looked at. */
  get columns(): Iterable<number> {
    return this.#texts.keys();
  }

  take({ cells }: Row): void {
    for (const [at, texts] of this.#texts) {
      const text = textOf(cells[at] ?? "");
      const known = texts.get(text);
      texts.set(text, (known ?? 0) + 1);
      if (known !== undefined) continue;
      if (saysGone(text, this.#hasNames ? (this.#header.names[at] ?? "") : "")) this.#gone.add(at);
      else if (texts.size > MOST_TEXTS && !this.#gone.has(at)) this.#texts.delete(at);
    }
  }

  get found(): readonly StatusColumn[] {
    return [...this.#gone].flatMap((index) => {
      const texts = [...(this.#texts.get(index) ?? [])];
      const head = this.#header.names[index] ?? "";
      const name = this.#hasNames ? head : String(index + 1);
      const gone = texts.filter(([text]) => saysGone(text, this.#hasNames ? head : ""));
      const others = texts.filter((one) => !gone.includes(one)).map(([text]) => text);
      const rows = gone.reduce((sum, [, count]) => sum + count, 0);
      return [{ index, name, rows, gone: foldedOnce(gone.map(([text]) => text)), others }];
    });
  }
}

function textOf(cell: Cell): string {
  return typeof cell === "object" && cell.kind === "boolean" ? String(cell.value) : nameIn(cell);
}

function foldedOnce(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => (/\p{L}/u.test(text) ? text.replace(/\d+/g, "*") : text)))];
}

/** The condition by which rows that say so are left out: the texts of the others where they are few, else what is not read. */
export function conditionOf({ name, gone, others }: StatusColumn): Pick<ListReference, "where" | "whereNot"> {
  const isShort = others.length > 0 && others.length <= MOST_NAMED && !others.includes("");
  return isShort ? { where: { [name]: [...others] } } : { whereNot: { [name]: [...gone] } };
}

/** The most texts that a message shows. */
const MOST_SHOWN = 3;

/** Warns of columns that nothing reads and that say of cars on the list that they are gone. `placeOf`: where a column has its name. */
export function warnOfStatus(
  found: readonly StatusColumn[],
  placeOf: (column: number) => Source,
  diagnostics: DiagnosticCollector,
): void {
  for (const column of found) {
    const { index, name, rows, gone } = column;
    const shown = gone.slice(0, MOST_SHOWN).map((text) => quoteText(text));
    const message = `The column ${quoteText(name)} says ${shown.join(", ")} of ${counted(rows, "row")}, and is not used.`;
    const { where, whereNot } = conditionOf(column);
    const line = where ? conditionText("where", where) : conditionText("whereNot", whereNot);
    const all = conditionText("where", { [name]: ["*"] });
    const fix = `If such rows are not cars of the list, write ${line} in the item of \`carsFrom\`; if all rows are cars, ${all}.`;
    diagnostics.warning("unused-status", message, placeOf(index), fix);
  }
}

function conditionText(key: "where" | "whereNot", columns: ListReference["where"] = {}): string {
  const pairs = Object.entries(columns).map(([name, texts]) => {
    return `${JSON.stringify(name)}: [${texts.map((text) => JSON.stringify(text)).join(", ")}]`;
  });
  return `\`${key}: { ${pairs.join(", ")} }\``;
}
