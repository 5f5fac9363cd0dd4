/** The values of `--plates` and PLATECTL_PLATES. */
export const PLATE_MODES = ["full", "masked", "hashed"] as const;

/** How plates are shown. */
export type PlateMode = (typeof PLATE_MODES)[number];
