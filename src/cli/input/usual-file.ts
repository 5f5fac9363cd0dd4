/** The fleet file that commands use when none is named. */
export const USUAL_FLEET_FILE = "fleet.yaml";
