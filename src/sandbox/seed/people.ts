import type { SandboxUser } from "../model/data.ts";
import type { SeededRandom } from "../model/random.ts";

/**
 * Where made-up people live, a country a line: first names; last names; streets, `#` for a house number; cities behind their
 * postal codes; the start of telephone numbers, in a range kept for fiction where there is one, `#` for each digit.
 */
const POPULATIONS = [
  "Mette, Søren, Åse; Jensen, Nørgaard, Kjær; Vesterbrogade #, Nørre Allé #; 1620 København, 8000 Aarhus; +455550####",
  "Åsa, Björn, Göran; Lindqvist, Åkesson; Storgatan #, Södra vägen #; 21122 Malmö, 41109 Göteborg; +46701740###",
  "Jürgen, Käthe, Zoë; Müller, von Bülow; Königstraße #, Am Großen Teich #; 10117 Berlin, 80331 München; +493023125###",
  "Chloé, François, Jérôme; Lefèvre, O’Brien-Roche; # rue de la République; 69002 Lyon, 75011 Paris; +33639980###",
  "Łukasz, Żaneta, Paweł; Wiśniewska, Zając; ul. Świętojańska #; 00-549 Warszawa, 81-391 Gdynia; +4855500####",
  "Siân, Alastair, Priya; Okafor, Smith-Jones; # High Street; BS14ST Bristol, EH11YZ Edinburgh; +447700900###",
  "Ελένη, Γιώργος; Παπαδοπούλου, Νικολάου; Λεωφόρος Αλεξάνδρας #; 10563 Αθήνα, 54624 Θεσσαλονίκη; +302155500###",
].map((line) => line.split("; ").map((names) => names.split(", ")));

const COST_CENTRES = ["", "100-SALES", "200-SERVICE", "310 Årsrevision", "4711", "R&D / München"];

/** A made-up parking user with these cars; `serial` makes email and telephone number unlike anyone else's. */
export function drawUser(random: SeededRandom, id: string, serial: number, cars: readonly string[]): SandboxUser {
  const [firstNames = [], lastNames = [], streets = [], cities = [], [phone = ""] = []] = random.pick(POPULATIONS);
  const [postalCode = "", ...city] = random.pick(cities).split(" ");
  const lastName = random.pick(lastNames);
  return {
    id,
    firstName: random.pick(firstNames),
    lastName,
    email: `user${serial}@fleet.example`,
    costCenter: random.pick(COST_CENTRES),
    phoneNumber: phone.replace(/#+/, ({ length }) => String(serial % 10 ** length).padStart(length, "0")),
    status: random.chance(0.85) ? "ACTIVE" : random.pick(["INACTIVE", "CLOSED"]),
    cars: [...cars],
    address: {
      city: city.join(" "),
      street: random.pick(streets).replace("#", String(1 + random.below(120))),
      postalCode,
      co: random.chance(0.1) ? `c/o ${lastName}` : "",
    },
  };
}

const LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ";

/**
 * How plates of a country look, a country a line: how many of a hundred cars of the fleet come from there; patterns, in which `@` is
 * one of its letters, `#` a digit, `%` one of its districts, and all else is literal; districts; letters. Serial formats as they
 * are handed out, simplified; where lists usually write them without blanks, so does the pattern. Cyrillic and Greek letters are those
 * whose Latin look-alikes are written instead nearly everywhere: the same plate, typed on another keyboard.
 */
const FORMATS = [
  "DK; 18; @@#####; ; ABCDEHJKLMNPRSTUVXYZ",
  "SE; 14; @@@###, @@@##@; ; ABCDEFGHJKLMNOPRSTUWXYZ",
  "DE; 14; %@@####, %-@@ ###, %@####, %@@###E; B, M, HH, K, F, S, KÜN, KUEN, BÖ, BO, TÜ, FÜ, LÖ, GÖ, MÜR, WÜ",
  "NO; 7; @@#####; ; ABCDEFHJKLNPRSTUVXYZ",
  "FI; 6; @@@-###, @@@###",
  "NL; 6; @@@##@, ##-@@@-#, @-###-@@; ; BDFGHJKLNPRSTVXZ",
  "FR; 5; @@-###-@@, @@###@@",
  "IT; 4; @@###@@",
  "ES; 3; ####@@@; ; BCDFGHJKLMNPRSTVWXYZ",
  "PL; 4; %#####, %####@; WA, KR, GD, PO, DW",
  "CZ; 4; #@#####, #E#####, E######; ; ABCEHJKLMPSTUZ",
  "GB; 3; @@##@@@, @@## @@@; ; ABDEFGHJKLMNOPRSTUVWXY",
  "AT; 2; %#####@, %-###@@; W, G, S, L, IL, KU",
  "CH; 2; %######, % ######; ZH, BE, GE, BS, ZG",
  "BE; 2; #@@@###, #-@@@-###",
  // Digits alone, short ones and ones that begin with a zero.
  "LU; 2; #####, 0####, ####, @@####",
  "IE; 1; ##1D####, 232-D-####",
  "BG; 1; %####@@; СВ, РВ, ВТ; АВЕКМНОРСТХ",
  "GR; 1; @@@####; ; ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
  "EE; 1; ###@@@",
].map((line) => {
  const [, share, patterns = "", districts = "", letters = LETTERS] = line.split("; ");
  return {
    share: Number(share),
    patterns: patterns.split(", "),
    districts: districts.split(", "),
    letters: [...letters],
  };
});

const BY_SHARE = FORMATS.flatMap((format) => Array.from({ length: format.share }, () => format));

/** `count` different plates; every country occurs once they are more than there are countries. */
export function drawPlates(random: SeededRandom, count: number): string[] {
  const plates = new Set<string>();
  for (const format of FORMATS.slice(0, count)) plates.add(plateOf(format, random));
  while (plates.size < count) plates.add(plateOf(random.pick(BY_SHARE), random));
  return [...plates];
}

/** The plate as it is often mistyped: O for 0 or 0 for O, else its last two characters the other way round. */
export function misspell(plate: string): string {
  if (plate.includes("0")) return plate.replace("0", "O");
  if (plate.includes("O")) return plate.replace("O", "0");
  return plate.slice(0, -2) + plate.slice(-1) + plate.slice(-2, -1);
}

function plateOf({ patterns, districts, letters }: (typeof FORMATS)[number], random: SeededRandom): string {
  return random.pick(patterns).replace(/[@#%]/g, (place) => {
    if (place === "@") return random.pick(letters);
    return place === "#" ? String(random.below(10)) : random.pick(districts);
  });
}
