import type { CarsAside } from "../../allowlist/index.ts";
import type { PlateView } from "../../render/index.ts";

/** The same without plates that `skip` of a list names, where plates are not shown. */
export function shownAside({ skippedRows, ...rest }: CarsAside, plates: PlateView): CarsAside {
  if (!skippedRows) return rest;
  const shown = skippedRows.map(({ found, ...one }) => ({
    ...one,
    ...(found !== undefined && { found: plates.foreign(found) }),
  }));
  return { ...rest, skippedRows: shown };
}
