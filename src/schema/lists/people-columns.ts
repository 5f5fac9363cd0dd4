import { bareWord } from "./plate-words.ts";

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
