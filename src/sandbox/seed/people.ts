import type { SandboxUser } from "../model/data.ts";
import type { SeededRandom } from "../model/random.ts";

/** Where made-up people live. Telephone numbers begin with ranges kept for fiction where the country has one. */
interface Population {
  readonly country: string;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** Street, with `#` for a house number where the country puts it. */
  readonly streets: readonly string[];
  /** Postal code and city. */
  readonly cities: readonly (readonly [string, string])[];
  /** The number without its last digits, and how many those are. */
  readonly phone: readonly [string, number];
}

const POPULATIONS: readonly Population[] = [
  {
    country: "DK",
    firstNames: ["Mette", "Søren", "Åse", "Jens", "Kirsten", "Rasmus"],
    lastNames: ["Jensen", "Nørgaard", "Østergaard", "Møller", "Kjær"],
    streets: ["Vesterbrogade #", "Nørre Allé #", "Ågade #"],
    cities: [
      ["1620", "København V"],
      ["8000", "Aarhus C"],
      ["5000", "Odense C"],
    ],
    phone: ["+455550", 4],
  },
  {
    country: "SE",
    firstNames: ["Åsa", "Björn", "Linnéa", "Göran", "Elin", "Måns"],
    lastNames: ["Lindqvist", "Åkesson", "Sjöberg", "Öhman", "Bergström"],
    streets: ["Storgatan #", "Östra Hamngatan #", "Södra vägen #"],
    cities: [
      ["211 22", "Malmö"],
      ["411 09", "Göteborg"],
      ["111 29", "Stockholm"],
    ],
    phone: ["+46701740", 3],
  },
  {
    country: "DE",
    firstNames: ["Jürgen", "Käthe", "Anneliese", "Matthias", "Sören", "Zoë"],
    lastNames: ["Müller", "Groß", "Schäfer", "Öztürk", "von Bülow"],
    streets: ["Königstraße #", "Lindenallee #", "Am Großen Teich #"],
    cities: [
      ["10117", "Berlin"],
      ["80331", "München"],
      ["74653", "Künzelsau"],
    ],
    phone: ["+493023125", 3],
  },
  {
    country: "FR",
    firstNames: ["Chloé", "François", "Anaïs", "Jérôme"],
    lastNames: ["Lefèvre", "Dupont", "O’Brien-Roche", "Gauthier"],
    streets: ["# rue de la République", "# avenue Jean Jaurès"],
    cities: [
      ["69002", "Lyon"],
      ["75011", "Paris"],
    ],
    phone: ["+33639980", 3],
  },
  {
    country: "PL",
    firstNames: ["Małgorzata", "Łukasz", "Żaneta", "Paweł"],
    lastNames: ["Wiśniewska", "Dąbrowski", "Zając"],
    streets: ["ul. Piękna #", "ul. Świętojańska #"],
    cities: [
      ["00-549", "Warszawa"],
      ["81-391", "Gdynia"],
    ],
    phone: ["+4855500", 4],
  },
  {
    country: "GB",
    firstNames: ["Siân", "Alastair", "Priya", "Owen"],
    lastNames: ["Okafor", "McAllister", "Smith-Jones"],
    streets: ["# High Street", "Flat 2, # Mill Lane"],
    cities: [
      ["BS1 4ST", "Bristol"],
      ["EH1 1YZ", "Edinburgh"],
    ],
    phone: ["+447700900", 3],
  },
  {
    country: "GR",
    firstNames: ["Ελένη", "Γιώργος", "Δήμητρα"],
    lastNames: ["Παπαδοπούλου", "Νικολάου"],
    streets: ["Ερμού #", "Λεωφόρος Αλεξάνδρας #"],
    cities: [
      ["105 63", "Αθήνα"],
      ["546 24", "Θεσσαλονίκη"],
    ],
    phone: ["+302155500", 3],
  },
];

const COST_CENTRES = ["", "100-SALES", "200-SERVICE", "310 Årsrevision", "4711", "R&D / München"];

/** A made-up parking user with these cars; `serial` makes email and telephone number unlike anyone else's. */
export function drawUser(random: SeededRandom, id: string, serial: number, cars: readonly string[]): SandboxUser {
  const home = random.pick(POPULATIONS);
  const [postalCode, city] = random.pick(home.cities);
  const [phoneStart, digits] = home.phone;
  const lastName = random.pick(home.lastNames);
  return {
    id,
    firstName: random.pick(home.firstNames),
    lastName,
    email: `user${serial}@fleet.example`,
    costCenter: random.pick(COST_CENTRES),
    phoneNumber: phoneStart + String(serial % 10 ** digits).padStart(digits, "0"),
    status: random.chance(0.85) ? "ACTIVE" : random.pick(["INACTIVE", "CLOSED"]),
    cars: [...cars],
    address: {
      city,
      street: random.pick(home.streets).replace("#", String(1 + random.below(120))),
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
