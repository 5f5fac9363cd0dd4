import { type CarsAside, carsAside, counted, type Diagnostic, dayIn, unclearWarning } from "../../allowlist/index.ts";
import {
  carsInWords,
  diagnosticsText,
  skippedInWords,
  terminalText,
  VALIDATION_FORMATS,
  type ValidationFormat,
} from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { type FleetReading, loadFleet } from "../../schema/index.ts";
import type { validateSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { chooseFormat, protectInputs } from "../output/result.ts";
import { writeOutput } from "../output/write-file.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";

type ValidateInput = InputOf<typeof validateSpec>;

/** `platectl validate`: all that can be checked without a server. Contacts nothing. */
export async function validateCommand(options: ValidateInput, io: Io): Promise<number> {
  const format = chooseFormat(options, VALIDATION_FORMATS);
  const files = fleetFiles(options.file);
  const reading = await loadFleet(files, { cwd: process.cwd() });
  const isValid = reading.kind === "desired";
  protectInputs({ "--output": options.output }, isValid ? reading.desired : undefined);
  const found = isValid
    ? [...(reading.desired.unclear ?? []).map(unclearWarning), ...reading.warnings]
    : reading.diagnostics;
  const diagnostics = io.plates.document(found);
  const hasFindings = options.failOn === "warning" && found.some(({ accepted }) => !accepted);
  const exitCode = isValid ? (hasFindings ? EXIT.changes : EXIT.ok) : EXIT.input;
  // Where the result goes to a file, the log still says what is wrong.
  const isTold = format === "text" || options.output !== undefined;
  if (isTold && diagnostics.length > 0 && !(isValid && options.quiet)) {
    io.message(diagnosticsText(diagnostics, io.messageStyle, { all: options.all ?? false, seeAll: "--all" }));
  }
  const wish = { files, failsOnWarnings: options.failOn === "warning", io };
  const text = await shownAs(format, reading, diagnostics, wish);
  if (text === undefined) return exitCode;
  if (options.output === undefined) await io.result(text);
  else await writeOutput(options.output, text);
  return exitCode;
}

async function shownAs(
  format: ValidationFormat,
  reading: FleetReading,
  diagnostics: readonly Diagnostic[],
  wish: { readonly files: readonly string[]; readonly failsOnWarnings: boolean; readonly io: Io },
): Promise<string | undefined> {
  if (format === "text") return summaryOf(reading, wish.io.plates.document(asideIn(reading)));
  if (format === "json") {
    const valid = reading.kind === "desired";
    return jsonDocument(
      "validation",
      { valid, cars: carsIn(reading), ...asideIn(reading), diagnostics },
      wish.io.documentPlates,
    );
  }
  // Loaded for those who ask: a small file takes less time to check than the formats take to load.
  const { validationText } = await import("../output/alerts.ts");
  const files = reading.kind === "desired" ? reading.desired.files : wish.files.map((path) => ({ path }));
  const shown = wish.io.plates.document(files.map(({ path }) => ({ path })));
  return validationText(format, { diagnostics, files: shown, failsOnWarnings: wish.failsOnWarnings });
}

/** Nothing where the files are not valid: the problems say it. */
function summaryOf(reading: FleetReading, aside: CarsAside): string | undefined {
  if (reading.kind !== "desired") return undefined;
  const { mode, scopes } = reading.desired;
  const where = mode === "global" ? "the global list" : counted(scopes.length, "billing account");
  const cars = carsInWords(carsIn(reading), aside);
  const valid = aside.notToday ? `Valid for ${where}: ${cars}.` : `Valid: ${cars} for ${where}.`;
  return [valid, ...skippedInWords(aside).map(terminalText), ""].join("\n");
}

function asideIn(reading: FleetReading): CarsAside {
  if (reading.kind !== "desired") return {};
  const { desired } = reading;
  return carsAside(desired, desired.scopes, dayIn(desired.timeZone, Date.now()));
}

function carsIn(reading: FleetReading): number {
  return reading.kind === "desired" ? reading.desired.scopes.reduce((sum, { entries }) => sum + entries.size, 0) : 0;
}
