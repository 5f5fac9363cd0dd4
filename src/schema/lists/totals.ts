import type { Cell, Row } from "../spreadsheet/cell.ts";
import { nameIn } from "./header.ts";
import { bareWord } from "./plate-words.ts";

const TOTAL =
  "grandtotal|subtotal|totals?|totale|totalt|totaal|gesamt|gesamte|gesamtsumme|gesamtanzahl|gesamtzahl|insgesamt|summe|zwischensumme|sum|summa|suma|" +
  "somme|sommetotale|totalg[eé]n[eé]ral|totale?generale|eindtotaal|subtotaal|ialt|talt|samlet|samletantal|razem|łącznie|ogółem|podsumowanie|sumakońcowa|" +
  "anzahl|antal|antall|aantal|nombre|numero|número|numéro|cantidad|quantità|quantité|conteggio|liczba|ilość|count|numberof|totalnumberof|yhteensä|lukumäärä|celkem|počet";
const OF = "der|de|di|des|of|van|av|af";
const THINGS =
  "fahrzeuge|fahrzeugen|autos|kfz|pkw|wagen|cars|vehicles|biler|køretøjer|kjøretøy|bilar|fordon|véhicules|voitures|voertuigen|wagens|auto|pojazdów|" +
  "pojazdy|samochodów|veicoli|autovetture|vehículos|coches|verträge|contracts|kontrakter|kennzeichen|plates|rows|zeilen|records|datensätze";
const LABEL = new RegExp(`^(?:(?:${TOTAL})(?:${OF})?(?:${THINGS})?|(?:${THINGS})(?:${TOTAL}))$`, "u");
const BEGINS_SO = new RegExp(`^\\s*(?:${TOTAL})(?!\\p{L})`, "iu");
const NUMBER_OF_THINGS = new RegExp(`^(?:${THINGS})$`, "u");
/** Letters of a plate. */
const MOST_LETTERS = 8;
/** A number, or an amount with its currency. A day is none. */
const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;
const AMOUNT = /^[-+]?[\p{Sc} ]*\d[\d.,'’\s]*(?:\p{Sc}|[A-Z]{3}|kr\.?|zł)?$/u;

/** Whether a text without a digit is a word for totals: `Summe`, `Anzahl Fahrzeuge`, `I alt`. */
export function isTotalsWord(text: string): boolean {
  return !/\p{Nd}/u.test(text) && LABEL.test(bareWord(text));
}

/**
 * Whether the last row of a list has totals and no car. `plateAt`: its cell of the column of plates. `numbers`: how many rows,
 * and how many cars, stand above it. A cell that may be a plate is taken for a count only where it is equal to one of them.
 */
export function hasTotals({ cells }: Row, plateAt: number, numbers: readonly number[]): boolean {
  const plate = cells[plateAt] ?? "";
  const others = cells.flatMap((cell, at) => (at === plateAt || cell === "" ? [] : [cell]));
  const isCount = numbers.includes(Number(nameIn(plate) || Number.NaN));
  const hasLabel = others.some(isLabel);
  if (plate === "") return hasLabel || others.some(beginsSo) || others.every(isAmount);
  if (typeof plate !== "string") return hasLabel || isCount;
  if (isAmount(plate)) {
    const isOnly = others.every((cell) => isLabel(cell) || isAmount(cell));
    return (hasLabel && isOnly) || (isCount && others.length === 0 && cells.length > 1);
  }
  const digits = plate.replace(/\P{Nd}/gu, "");
  const letters = lettersOf(plate);
  if (digits === "") return LABEL.test(letters);
  if (numbers.includes(Number(digits))) return LABEL.test(letters) || NUMBER_OF_THINGS.test(letters);
  return LABEL.test(letters) && (plate.includes(":") || letters.length > MOST_LETTERS);
}

function isLabel(cell: Cell): boolean {
  return LABEL.test(lettersOf(cell));
}

function beginsSo(cell: Cell): boolean {
  return typeof cell === "string" && BEGINS_SO.test(cell.normalize("NFC"));
}

function lettersOf(cell: Cell): string {
  return typeof cell === "string" ? bareWord(cell).replace(/\p{N}/gu, "") : "";
}

function isAmount(cell: Cell): boolean {
  return typeof cell === "string"
    ? AMOUNT.test(cell) && !DAY.test(cell)
    : cell.kind !== "date" && cell.kind !== "boolean";
}
