/** A name or a cell without what people change in it: case, blanks, dots, hyphens and other signs. */
export function bareWord(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names of the column of plates in languages of Europe, as bare words. */
const PLATE_COLUMN_NAMES = new Set(
  [
    "plate plates platenumber plateno licenseplate licenceplate licensenumber licencenumber licenseplatenumber licenceplatenumber lpn",
    "registration registrationnumber registrationno registrationplate regno regnr regnumber vehicleregistration vrm vrn numberplate carreg",
    "kennzeichen kfzkennzeichen amtlicheskennzeichen amtlkennzeichen kontrollschild autokennzeichen kennzeichennr kennzeichennummer polkennzeichen polizeilicheskennzeichen kennz kennznr kfzkennz amtlkennz",
    "nummerplade nummerpladenr registreringsnummer registreringsnr regnummer reg nummerskilt kjennemerke kjennetegn skiltnummer skylt",
    "rekisterinumero rekisteritunnus rekisterinro kenteken kentekennummer nummerplaat plaatnummer",
    "immatriculation ndimmatriculation immatriculationnumber numerodimmatriculation numéroimmatriculation plaque plaquedimmatriculation",
    "matricula matrícula targa numeroditarga numerrejestracyjny nrrejestracyjny rejestracja rejestracyjny",
    "spz rz registračníznačka státnípoznávacíznačka evčv ečv rendszám numarinmatriculare nrinmatriculare registarskaoznaka registrskaoznaka",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a column is named as those of plates are, beside a translation or an addition: `Kennzeichen (amtl.)`. */
export function isPlateColumnName(name: string): boolean {
  const [first = ""] = name.split(/[/(|\n,]| - /);
  return PLATE_COLUMN_NAMES.has(bareWord(name)) || PLATE_COLUMN_NAMES.has(bareWord(first));
}

/** Names of columns that hold names of people, as bare words: in other names the word `name` may be of anything. */
const NAMES = new Set(
  (
    "name names fullname firstname lastname surname forename vorname nachname familienname vornamename namevorname navn fornavn efternavn etternavn namn förnamn " +
    "efternamn naam voornaam achternaam nom prénom prenom nomprénom imię imie nazwisko imięinazwisko imieinazwisko nome cognome nomecognome nomeecognome nombre apellido " +
    "apellidos nombreyapellidos who"
  ).split(" "),
);
/** Whether a word is the name of a column of names of people, such as `Vorname`. */
export function isNameOfPerson(word: string): boolean {
  return NAMES.has(bareWord(word));
}

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
  return isNameOfPerson(column) || PEOPLE.test(column.normalize("NFC").toLowerCase());
}
