import { seriesOf } from "./countries.ts";
import type { CarToJudge, ForeignPlates, PossibleOrigins, SeriesDoubt } from "./doubts.ts";

const ORIGINS_SHOWN = 5;

/** Writes a plate into a message: whole, masked or hashed, and quoted, as the place demands. */
type ShowPlate = (plate: string) => string;

/** A doubt about one plate: "`AB1234S` does not match any Danish series. Did you mean `AB12345`?" */
export function doubtText(doubt: SeriesDoubt<CarToJudge>, show: ShowPlate = inBackticks): string {
  const text = `${show(doubt.car.licenseNumber)} does not match any ${adjectiveOf(doubt.country)} series.`;
  return doubt.suggestion === undefined ? text : `${text} Did you mean ${show(doubt.suggestion)}?`;
}

/** The foreign plates of a list in one line: "12 plates look foreign, not Danish (PL 7, IT/FR 5): `AB123CD`, … and 9 others." */
export function foreignText(foreign: ForeignPlates<CarToJudge>, show: ShowPlate = inBackticks): string {
  const { count, country, first, origins } = foreign;
  const plates = first.map(({ licenseNumber }) => show(licenseNumber)).join(", ");
  const rest = count - first.length;
  const others = rest > 0 ? ` and ${rest} ${rest === 1 ? "other" : "others"}` : "";
  const subject = count === 1 ? "1 plate looks" : `${count} plates look`;
  return `${subject} foreign, not ${adjectiveOf(country)} (${originsText(origins)}): ${plates}${others}.`;
}

function inBackticks(plate: string): string {
  return `\`${plate}\``;
}

function originsText(origins: readonly PossibleOrigins[]): string {
  const shown = origins.slice(0, ORIGINS_SHOWN).map(({ countries, count }) => `${countries.join("/")} ${count}`);
  const rest = origins.slice(ORIGINS_SHOWN).reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(", ");
}

function adjectiveOf(country: string): string {
  return seriesOf(country)?.adjective ?? country;
}
