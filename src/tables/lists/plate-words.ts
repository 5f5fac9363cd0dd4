import { type Cell, nameIn, type Row } from "../spreadsheet/cell.ts";

/** A name or a cell without what people change in it: case, blanks, dots, hyphens and other signs. */
export function bareWord(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names of the column of plates in languages of Europe, as bare words. */
const PLATE_COLUMN_NAMES: ReadonlySet<string> = words(
  "plate plates platenumber plateno licenseplate licenceplate licensenumber licencenumber licenseplatenumber licenceplatenumber lpn",
  "registration registrationnumber registrationno registrationplate regno regnr regnumber vehicleregistration vrm vrn numberplate carreg",
  "kennzeichen kfzkennzeichen amtlicheskennzeichen amtlkennzeichen kontrollschild autokennzeichen kennzeichennr kennzeichennummer polkennzeichen polizeilicheskennzeichen kennz kennznr kfzkennz amtlkennz",
  "nummerplade nummerpladenr registreringsnummer registreringsnr regnummer reg nummerskilt kjennemerke kjennetegn skiltnummer skylt",
  "rekisterinumero rekisteritunnus rekisterinro kenteken kentekennummer nummerplaat plaatnummer",
  "immatriculation ndimmatriculation immatriculationnumber numerodimmatriculation numéroimmatriculation plaque plaquedimmatriculation",
  "matricula matrícula targa numeroditarga numerrejestracyjny nrrejestracyjny rejestracja rejestracyjny",
  "spz rz registračníznačka státnípoznávacíznačka evčv ečv rendszám numarinmatriculare nrinmatriculare registarskaoznaka registrskaoznaka",
);

/** Whether a column is named as those of plates are, beside a translation or an addition: `Kennzeichen (amtl.)`. */
export function isPlateColumnName(name: string): boolean {
  const [first = ""] = name.split(/[/(|\n,]| - /);
  return PLATE_COLUMN_NAMES.has(bareWord(name)) || PLATE_COLUMN_NAMES.has(bareWord(first));
}

/** What lease systems write in place of the plate of a car that has none yet, as bare words; short words that are wish plates are left out. */
export const PLACEHOLDERS: ReadonlySet<string> = words(
  "tba tbc tbd tbn na open ordered onorder pending awaiting unknown notknown none missing newcar newvehicle noplate notregistered unregistered tobeconfirmed tobeadvised toberegistered notassigned",
  "offen bestellt bestellung inbestellung neuwagen neufahrzeug unbekannt folgt fehlt keine ohne keinkennzeichen nichtzugelassen inzulassung zulassungfolgt nochoffen entfällt storniert",
  "åben bestilt bestilling ibestilling nybil nyvogn ukendt afventer mangler ingen ikkeregistreret undervejs afbestilt",
  "öppen beställd beställning nyvagn okänd saknas väntar ejregistrerad oregistrerad underleverans åpen ukjent avventer ikkeregistrert underlevering",
  "avoin tilattu tilauksessa uusiauto tuntematon puuttuu eitiedossa eirekisteröity odottaa",
  "besteld inbestelling nieuwewagen nieuweauto onbekend volgt geen ntb nnb nietgeregistreerd inaanvraag nogonbekend",
  "commandé commande encommande véhiculeneuf voitureneuve inconnu aucune àvenir encours nonimmatriculé àimmatriculer encoursdimmatriculation encommandeferme",
  "pedido pendiente cochenuevo vehículonuevo desconocida desconocido sinmatrícula sinmatricula ninguna enpedido porasignar pormatricular sinasignar",
  "ordinato ordinata inordine autonuova dadefinire sconosciuta nessuna nontargata daimmatricolare inarrivo inimmatricolazione daassegnare",
  "zamówiony zamówione zamówienie nowypojazd nieznany brak oczekuje wrealizacji dorejestracji encomendado encomenda carronovo desconhecida semmatrícula",
  "objednáno objednané novévozidlo neznámá chybí",
);

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

/** Names of columns that hold names of people, as bare words: in other names the word `name` may be of anything. */
const NAMES = new Set(
  (
    "name names fullname firstname lastname surname forename vorname nachname familienname vornamename namevorname navn fornavn efternavn etternavn namn förnamn " +
    "efternamn naam voornaam achternaam nom prénom prenom nomprénom imię imie nazwisko imięinazwisko imieinazwisko nome cognome nomecognome nomeecognome nombre apellido " +
    "apellidos nombreyapellidos who"
  ).split(" "),
);
/** What the names of columns about people hold, in ten languages, in small letters. */
const PEOPLE = new RegExp(
  [
    "driver|fahrer|fører|forer|sjåfør|förare|chauff|conducteur|conductrice|bestuurder|berijder|kierowc|conducente|autista|conductor",
    "e-?mail|e-?post|courriel|correo|phone|telefo|telefoon|téléphone|\\bt[eé]l\\b|\\btlf\\b|mobil|handy|\\bgsm\\b|komórk|móvil|cellulare",
    "employee|staff|mitarbeiter|medarbejder|ansatt|anställd|medewerker|werknemer|collaborat|employé|salarié|pracowni|dipendente|empleado",
    "benutzer|nutzer|\\buser|bruger|bruker|användare|gebruiker|utilisateur|użytkowni|utente|usuario|halter\\b|\\bholder|innehavare",
    "personal|person(?:en|s)?n(?:umme|umre)?r|\\bcpr\\b|\\bssn\\b|\\bpesel\\b|codice ?fiscale|\\bdni\\b|\\bbsn\\b|birth|geburt|født|fødsel|född|naissance|geboorte|urodz|nascita|nacimiento",
    "home ?address|privatadress|wohnort|anschrift|bopæl|domicil|führerschein|kørekort|førerkort|körkort|rijbewijs|permis de|prawo jazdy|patente|license holder",
  ].join("|"),
  "u",
);

/** Whether the name of a column says that it holds data of people, such as drivers. */
export function holdsPeople(column: string): boolean {
  return NAMES.has(bareWord(column)) || PEOPLE.test(column.normalize("NFC").toLowerCase());
}

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
const BEGINS_AS_DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;
const AMOUNT = /^[-+]?[\p{Sc} ]*\d[\d.,'’\s]*(?:\p{Sc}|[A-Z]{3}|kr\.?|zł)?$/u;

/** Whether a text without a digit is a word for totals: `Summe`, `Anzahl Fahrzeuge`, `I alt`; or begins so in small letters: `Summe Nord`. */
export function isTotalsWord(text: string): boolean {
  return !/\p{Nd}/u.test(text) && (LABEL.test(bareWord(text)) || (/\p{Ll}/u.test(text) && BEGINS_SO.test(text)));
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
    ? AMOUNT.test(cell) && !BEGINS_AS_DAY.test(cell)
    : cell.kind !== "date" && cell.kind !== "boolean";
}

/**
 * Why a text is hardly a plate: a word in place of one, a word for totals, more letters and digits than any plate has, none of the
 * digits that nearly all plates have (wish plates need none), or the form of a name, a day or a contract number.
 */
export type PlateDoubt = "placeholder" | "totals" | "too-long" | "no-digit" | "unlikely";

/** Letters and digits: of the longest plate of any country, and of nearly all. */
const LONGEST = 12;
const LONGEST_USUAL = 10;
/** Letters of a plate without a digit. */
const LONGEST_WISH = 8;
/** Texts from this length on that begin with a digit may be days or contract numbers. */
const SHORTEST_NUMBER = 8;
/** Longer texts are no plates for `readPlate`, which says so; a pattern over megabytes of one letter would overflow. */
const LONGEST_LOOKED_AT = 64;
const DAY = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})$/;
const NAME = /\p{Lu}\p{Ll}{3}/u;

/** What is doubtful about a plate; undefined for nearly all, which are not looked at closely. */
export function plateDoubt(plate: string, hasSmallLetter: boolean): PlateDoubt | undefined {
  if (plate.length > LONGEST_LOOKED_AT) return undefined;
  const first = plate.charCodeAt(0);
  const isNumber = first === 0x30 || (first > 0x30 && first <= 0x39 && plate.length >= SHORTEST_NUMBER);
  if (plate.length <= LONGEST_USUAL && !isNumber && !hasSmallLetter && hasDigit(plate)) return undefined;
  const bare = bareWord(plate);
  if (PLACEHOLDERS.has(bare) || /^(?:0+|(\p{L})\1{2,})$/u.test(bare)) return "placeholder";
  if (isTotalsWord(plate)) return "totals";
  if (bare.length > LONGEST) return "too-long";
  if (!/\p{Nd}/u.test(bare)) return "no-digit";
  const isUnlikely = bare.length > LONGEST_USUAL || /^\d{9}/.test(bare) || DAY.test(plate) || NAME.test(plate);
  return isUnlikely ? "unlikely" : undefined;
}

/** Whether a text without a digit is rather a name than a wish plate. */
export function looksLikeName(text: string): boolean {
  return text.length > LONGEST_WISH || NAME.test(text);
}

/** What is wrong with a text that is not a plate, as the end of a sentence. */
export function doubtText(doubt: keyof typeof DOUBTS): string {
  return DOUBTS[doubt];
}

const DOUBTS = {
  placeholder: "stands for a plate that is not known yet",
  totals: "is a word for totals",
  "too-long": `has more than ${LONGEST} letters and digits, as a VIN or a contract number has and no plate`,
} as const;

function hasDigit(plate: string): boolean {
  for (let at = 0; at < plate.length; at += 1) {
    const code = plate.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}
