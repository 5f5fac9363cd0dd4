import { folderWithFleetFile } from "./input/usual-file.ts";

const FIRST_STEPS = `There is no fleet.yaml or platectl.yaml here yet. To start:
  platectl export --output fleet.yaml   if the server holds a list already: writes it as a fleet file
  platectl import cars.csv              if a spreadsheet holds the cars
  platectl init                         if there is neither: writes an empty fleet file with comments
\`platectl sandbox\` starts a local server to try this with, and \`platectl --help\` lists all commands.
`;

/** What to do in a folder without a fleet file; undefined where there is one. */
export function firstSteps(): string | undefined {
  return folderWithFleetFile(process.cwd()) === undefined ? FIRST_STEPS : undefined;
}
