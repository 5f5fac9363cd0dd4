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

/**
 * How plates of a country look: `@` is one of its letters, `#` a digit, `%` one of its districts; all else stands as it
 * is. Serial formats as they are handed out, simplified; where a list usually spells them solid, so does the pattern.
 */
interface PlateFormat {
  readonly country: string;
  readonly patterns: readonly string[];
  readonly letters?: string;
  readonly districts?: readonly string[];
  /** How many of a hundred cars of the fleet come from here. */
  readonly share: number;
}

const LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ";
// Letters whose Latin look-alikes are written instead nearly everywhere: the same plate, typed on another keyboard.
const CYRILLIC_LETTERS = "АВЕКМНОРСТХ";
const GREEK_LETTERS = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";

const FORMATS: readonly PlateFormat[] = [
  { country: "DK", share: 18, patterns: ["@@#####"], letters: "ABCDEHJKLMNPRSTUVXYZ" },
  { country: "SE", share: 14, patterns: ["@@@###", "@@@##@"], letters: "ABCDEFGHJKLMNOPRSTUWXYZ" },
  {
    country: "DE",
    share: 14,
    patterns: ["%@@####", "%-@@ ###", "%@####", "%@@###E"],
    districts: ["B", "M", "HH", "K", "F", "S", "KÜN", "KUEN", "BÖ", "BO", "TÜ", "FÜ", "LÖ", "GÖ", "MÜR", "WÜ"],
  },
  { country: "NO", share: 7, patterns: ["@@#####"], letters: "ABCDEFHJKLNPRSTUVXYZ" },
  { country: "FI", share: 6, patterns: ["@@@-###", "@@@###"] },
  { country: "NL", share: 6, patterns: ["@@@##@", "##-@@@-#", "@-###-@@"], letters: "BDFGHJKLNPRSTVXZ" },
  { country: "FR", share: 5, patterns: ["@@-###-@@", "@@###@@"] },
  { country: "IT", share: 4, patterns: ["@@###@@"] },
  { country: "ES", share: 3, patterns: ["####@@@"], letters: "BCDFGHJKLMNPRSTVWXYZ" },
  { country: "PL", share: 4, patterns: ["%#####", "%####@"], districts: ["WA", "KR", "GD", "PO", "DW"] },
  { country: "CZ", share: 4, patterns: ["#@#####", "#E#####", "E######"], letters: "ABCEHJKLMPSTUZ" },
  { country: "GB", share: 3, patterns: ["@@##@@@", "@@## @@@"], letters: "ABDEFGHJKLMNOPRSTUVWXY" },
  { country: "AT", share: 2, patterns: ["%#####@", "%-###@@"], districts: ["W", "G", "S", "L", "IL", "KU"] },
  { country: "CH", share: 2, patterns: ["%######", "% ######"], districts: ["ZH", "BE", "GE", "BS", "ZG"] },
  { country: "BE", share: 2, patterns: ["#@@@###", "#-@@@-###"] },
  // Digits alone, short ones and ones that begin with a zero.
  { country: "LU", share: 2, patterns: ["#####", "0####", "####", "@@####"] },
  { country: "IE", share: 1, patterns: ["##1D####", "232-D-####"] },
  { country: "BG", share: 1, patterns: ["%####@@"], districts: ["СВ", "РВ", "ВТ"], letters: CYRILLIC_LETTERS },
  { country: "GR", share: 1, patterns: ["@@@####"], letters: GREEK_LETTERS },
  { country: "EE", share: 1, patterns: ["###@@@"] },
];

const BY_SHARE = FORMATS.flatMap((format) => Array<PlateFormat>(format.share).fill(format));

/** So many different plates; every country occurs once they are more than there are countries. */
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

function plateOf(format: PlateFormat, random: SeededRandom): string {
  const letters = [...(format.letters ?? LETTERS)];
  return random.pick(format.patterns).replace(/[@#%]/g, (place) => {
    if (place === "@") return random.pick(letters);
    return place === "#" ? String(random.below(10)) : random.pick(format.districts ?? [""]);
  });
}
