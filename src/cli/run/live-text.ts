import { isListed, type LiveCar, type Part } from "../../history/index.ts";
import { type PlateView, terminalText } from "../../render/index.ts";

/** Whether a plate is on its lists now: a line, or one for each list. */
export function liveText(live: Part<LiveCar>, plates: PlateView): string {
  const rows = "rows" in live ? live.rows : [];
  const note = live.note === undefined ? [] : [terminalText(plates.foreign(live.note))];
  const lines = rows.map((row) => lineOf(row, plates));
  const answer = isListed(live) === "no" ? ["no"] : [...lines, ...note];
  const [only = "", ...others] = answer;
  if (others.length === 0) return `On the list now: ${only}\n`;
  return `On the lists now:\n${answer.map((line) => `  ${line}\n`).join("")}`;
}

function lineOf(
  { scope, listed, from, licenseNumber, features = [], addedByCustomerCare, since }: LiveCar,
  plates: PlateView,
) {
  const parts = [
    `${listed}${from === "state" && listed === "yes" ? ", by the state (the list cannot be read)" : ""}`,
    ...(licenseNumber === undefined ? [] : [`as ${plates.plate(licenseNumber)}`]),
    ...(features.length === 0 ? [] : [`with ${features.join(" ")}`]),
    ...(addedByCustomerCare ? ["added by customer care"] : []),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  return terminalText(`${scope === "global" ? "" : `${scope}: `}${parts.join(", ")}`);
}
