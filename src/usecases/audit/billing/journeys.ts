import type { Objection, TalliedRecord } from "./record.ts";

/** No road between two countries that are not neighbours is shorter. */
const SHORTEST_MS = 1_200_000;

/** Countries (ISO 3166-1 alpha-2) from the first of which the others are near: by a border, a bridge, a tunnel, or a narrow strip of a third one. */
const NEAR = new Map(
  `
  AD ES FR, AL GR ME MK XK, AT CH CZ DE HU IT LI SI SK, BA HR ME RS, BE DE FR LU NL, BG GR MK RO RS TR,
  BY LT LV PL RU UA, CH AT DE FR IT LI, CZ AT DE PL SK, DE AT BE CH CZ DK FR LI LU NL PL, DK DE SE, EE LV RU,
  ES AD FR GI PT, FI NO RU SE, FR AD BE CH DE ES GB IT LU MC, GB FR IE, GR AL BG MK TR, HR BA HU IT ME RS SI,
  HU AT HR RO RS SI SK UA, IE GB, IS, IT AT CH FR HR MC SI SM VA, LI AT CH DE, LT BY LV PL RU, LU BE DE FR,
  LV BY EE LT RU, MD RO UA, ME AL BA HR RS XK, MK AL BG GR RS XK, MT, NL BE DE, NO FI RU SE,
  PL BY CZ DE LT RU SK UA, PT ES, RO BG HU MD RS UA, RS BA BG HR HU ME MK RO XK, SE DK FI NO, SI AT HR HU IT,
  SK AT CZ HU PL UA, TR BG GR, UA BY HU MD PL RO RU SK, XK AL ME MK RS
`
    .split(",")
    .map((row) => [row.trim().slice(0, 2), row] as const),
);

/** Whether a text is the code of a country whose neighbours are known. */
export function isKnownCountry(code: string): boolean {
  return NEAR.has(code);
}

/** Parkings that begin in another country before any car can be there; `parkings` are in the order of their starts. */
export function* impossibleJourneys(parkings: readonly TalliedRecord[]): Generator<Objection> {
  let last: TalliedRecord | undefined;
  for (const parking of parkings) {
    const gap = parking.start - (last?.end ?? Number.NaN);
    if (last && 0 <= gap && gap < SHORTEST_MS && areFar(last.country, parking.country)) {
      const minutes = Math.round(gap / 60_000);
      const example = `parked in ${parking.country} ${minutes} minutes after it was parked in ${last.country} (record ${last.id})`;
      yield { rule: "impossible-journey", record: parking, example };
    }
    if (!last || !(parking.end < last.end)) last = parking;
  }
}

function areFar(one: string, other: string): boolean {
  return one !== other && NEAR.has(other) && NEAR.get(one)?.includes(other) === false;
}
