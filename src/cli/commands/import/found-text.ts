import type { DesiredScope } from "../../../allowlist/index.ts";
import { type PlateView, type TerminalText, terminalText } from "../../../render/index.ts";
import { CAR_FIELD_NAMES, type ListPreview } from "../../../schema/index.ts";

/** How many cars are shown, so that a wrong column is seen. */
const MOST_CARS = 5;

/** Where the cars of a list were found, by which columns they are read, and the first of them, as lines for the terminal. */
export function foundText(
  path: string,
  preview: ListPreview,
  keys: Readonly<Record<string, string>>,
  scopes: readonly DesiredScope[],
  plates: PlateView,
): readonly TerminalText[] {
  const cars = scopes.flatMap(({ scope, entries }) =>
    [...entries.values()].slice(0, MOST_CARS).map((car) => ({ scope, car })),
  );
  const rows = preview.header.rows.map(({ line }) => line).join(" and ");
  const shownHead = plates.document({ sheet: preview.sheet?.name, columns: { ...keys } });
  const place = [
    path,
    ...(preview.sheet ? [`sheet ${JSON.stringify(shownHead.sheet)}`] : []),
    ...(preview.kind === "txt" || rows === "" ? [] : [`column names in row ${rows}`]),
    ...Object.entries(shownHead.columns).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ];
  const shown = plates
    .document(cars.slice(0, MOST_CARS))
    .map(({ scope, car }) =>
      [
        car.licenseNumber,
        ...CAR_FIELD_NAMES.flatMap((field) => (car[field] === undefined ? [] : [`${field} ${car[field]}`])),
        ...(scope === "global" ? [] : [scope]),
      ].join(", "),
    );
  return [`Read: ${place.join(", ")}.`, "The first cars:", ...shown.map((car) => `  ${car}`)].map(terminalText);
}
