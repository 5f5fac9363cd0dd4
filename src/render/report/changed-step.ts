import type { ReportDocument } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { CHANGED_MEANWHILE, counted } from "../text/phrases.ts";

/** What to do about cars that the last reading of their list shows otherwise than the run left them; none for none. */
export function changedStep(scopes: ReportDocument["scopes"]): string[] {
  const cars = scopes.flatMap(({ changedMeanwhile = [] }) => changedMeanwhile);
  if (cars.length === 0) return [];
  const {
    missing = [],
    taken = [],
    extra = [],
    features = [],
  } = Object.fromEntries(groupBy(cars, ({ drift }) => drift));
  const what = [
    ...(missing.length > 0 ? [`${counted(missing.length, "car")} of the fleet file went off`] : []),
    ...(extra.length > 0 ? [`${counted(extra.length, "car")} that it does not want came on`] : []),
    ...(features.length > 0 ? [`${counted(features.length, "car")} got other features on`] : []),
  ];
  const gone = `${counted(taken.length, "car")} of the fleet file went off the lists with deletes of this run: the next run adds them again.`;
  return [
    ...(taken.length > 0 ? [gone] : []),
    ...(what.length > 0
      ? [
          `While this ran, somebody else changed the lists (${CHANGED_MEANWHILE}): ${what.join(" them, ")} them. Run again; if it happens again, find out who else changes them.`,
        ]
      : []),
  ];
}
