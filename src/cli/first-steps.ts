import { existsSync } from "node:fs";
import { USUAL_FLEET_FILE } from "./input/usual-file.ts";

const FIRST_STEPS = `There is no fleet.yaml in this folder yet. To start:
  platectl export --output fleet.yaml   if the server holds a list already: writes it as a fleet file
  platectl import cars.csv              if a spreadsheet holds the cars
  platectl init                         if there is neither: writes an empty fleet file with comments
\`platectl sandbox\` starts a local server to try this with, and \`platectl --help\` lists all commands.
`;

/** What to do in a folder without a fleet file; undefined where there is one. */
export function firstSteps(): string | undefined {
  return existsSync(USUAL_FLEET_FILE) ? undefined : FIRST_STEPS;
}
