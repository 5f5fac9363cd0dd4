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
