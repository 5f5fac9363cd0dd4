import { NORTH_WEST } from "./series-north-west.ts";
import { SOUTH_EAST } from "./series-south-east.ts";

/**
 * The series of one country. Sources: Wikipedia, "Vehicle registration plates of …", and for Luxembourg europlate.org, for the
 * Netherlands kentekenkennis.nl. Besides: KDV 1967 § 26 (AT), 243/2001 Sb. § 16 (CZ), Den Store Danske (DK), Regitra (LT).
 */
export interface CountrySeries {
  /** ISO 3166-1 alpha-2; XK for Kosovo. */
  readonly country: string;
  /** As in "no Danish series". */
  readonly adjective: string;
  /** What `L` means in this country, as ranges and single letters. */
  readonly letters: string;
  /** What `C` means: the codes of its districts, where they are listed. */
  readonly codes: readonly string[];
  /** Patterns of series that many cars on the road carry. A plate of one of them may make a plate look foreign elsewhere. */
  readonly usual: readonly string[];
  /** Diplomats, trailers, mopeds, dealers, the army: valid, but no reason to call a plate foreign. */
  readonly rare: readonly string[];
  /** Plates with a text of the owner's choice, where the choice is free. */
  readonly personal: PersonalPlates | undefined;
}

/** How long a text of the owner's choice may be, and its letters besides A-Z. */
export interface PersonalPlates {
  readonly shortest: number;
  readonly longest: number;
  readonly letters: string;
}

/** `SE Swedish; letters A-HJ-PR-UW-Z; chosen 2-7 ÅÄÖ`: a country, its letters unless they are A to Z, and its chosen texts. */
const COUNTRY = /^([A-Z]{2}) ([^;]+)(?:; letters (\S+))?(?:; chosen (\d+)-(\d+)(?: (\S+))?)?$/;
/** `  usual since 2019: LLLDD[A-H]`: what a series is for, and its patterns in the notation of `notation.ts`. */
const SERIES = /^ {2}(codes|usual|rare)\b.*?: ((?:(?!: ).)+)$/;

let read: ReadonlyMap<string, CountrySeries> | undefined;

/** Every country whose series are known, by its code and in the order of the table, which is read when it is first asked for. */
export function countries(): ReadonlyMap<string, CountrySeries> {
  read ??= new Map(
    [NORTH_WEST, SOUTH_EAST].flatMap((table) =>
      // A line that is indented further goes on with the one before.
      table
        .trim()
        .replace(/\n {4}/g, " ")
        .split(/\n(?=\S)/)
        .map(countryFrom)
        .map((series) => [series.country, series] as const),
    ),
  );
  return read;
}

function countryFrom(text: string): CountrySeries {
  const [head = "", ...lines] = text.split("\n");
  const [, country, adjective = "", letters = "A-Z", shortest, longest, chosen = ""] = COUNTRY.exec(head) ?? [];
  if (country === undefined) throw new Error(`this country cannot be read: ${head}`);
  const series = lines.map((line) => {
    const [, kind, patterns] = SERIES.exec(line) ?? [];
    if (patterns === undefined) throw new Error(`the series of ${head} cannot be read: ${line}`);
    return { kind, patterns: patterns.split(" ") };
  });
  const of = (kind: string) => series.flatMap((one) => (one.kind === kind ? one.patterns : []));
  const personal = { shortest: Number(shortest), longest: Number(longest), letters: chosen };
  return {
    country,
    adjective,
    letters,
    codes: of("codes"),
    usual: of("usual"),
    rare: of("rare"),
    personal: shortest === undefined ? undefined : personal,
  };
}
