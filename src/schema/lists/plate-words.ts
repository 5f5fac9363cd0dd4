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
