import { seriesOf } from "./countries.ts";
import type { ForeignPlates, PossibleOrigins, SeriesDoubt } from "./doubts.ts";

const ORIGINS_SHOWN = 5;
/** A plate that more countries may have issued says nothing of where it comes from. */
const MOST_ALIKE = 3;

interface Car {
  readonly licenseNumber: string;
}

/** Writes a plate into a message: whole, masked or hashed, and quoted, as the place demands. */
type ShowPlate = (plate: string) => string;

/** A doubt about one plate: "`AB1234S` does not match any Danish series. Did you mean `AB12345`?" */
export function doubtText(doubt: SeriesDoubt<Car>, show: ShowPlate = inBackticks): string {
  const text = `${show(doubt.car.licenseNumber)} does not match any ${adjectiveOf(doubt.country)} series.`;
  return doubt.suggestion === undefined ? text : `${text} Did you mean ${show(doubt.suggestion)}?`;
}

/** The foreign plates of a list in one line: "12 plates look foreign, not Danish (possibly PL 7, IT/FR 5): `AB123CD`, … and 9 others." */
export function foreignText(foreign: ForeignPlates<Car>, show: ShowPlate = inBackticks): string {
  const { count, country, first, origins } = foreign;
  const plates = first.map(({ licenseNumber }) => show(licenseNumber)).join(", ");
  const rest = count - first.length;
  const others = rest > 0 ? ` and ${rest} ${rest === 1 ? "other" : "others"}` : "";
  const subject = count === 1 ? "1 plate looks" : `${count} plates look`;
  return `${subject} foreign, not ${adjectiveOf(country)}${originsText(origins)}: ${plates}${others}.`;
}

function inBackticks(plate: string): string {
  return `\`${plate}\``;
}

function originsText(origins: readonly PossibleOrigins[]): string {
  const named = origins.filter(({ countries }) => countries.length <= MOST_ALIKE).slice(0, ORIGINS_SHOWN);
  if (named.length === 0) return "";
  const rest = countOf(origins) - countOf(named);
  const shown = named.map(({ countries, count }) => `${countries.join("/")} ${count}`);
  return ` (possibly ${[...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(", ")})`;
}

function countOf(origins: readonly PossibleOrigins[]): number {
  return origins.reduce((sum, { count }) => sum + count, 0);
}

function adjectiveOf(country: string): string {
  return seriesOf(country)?.adjective ?? country;
}
