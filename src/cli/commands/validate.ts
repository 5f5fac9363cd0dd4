import { EXIT } from "../../exit-code.ts";
import { diagnosticsText } from "../../render/diagnostics-text.ts";
import { jsonText } from "../../render/escape/json.ts";
import { SCHEMA_VERSION } from "../../schema/documents/schema-version.ts";
import { loadFleet } from "../../schema/fleet/load-fleet.ts";
import type { validateSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/usual-file.ts";
import type { Io } from "../io.ts";
import { learnDesired } from "../learn-plates.ts";

/** `platectl validate`: all that can be checked without a server. Contacts nothing. */
export async function validateCommand(options: InputOf<typeof validateSpec>, io: Io): Promise<number> {
  const reading = await loadFleet(fleetFiles(options.file), { cwd: process.cwd() });
  const isValid = reading.kind === "desired";
  const found = isValid ? reading.warnings : reading.diagnostics;
  if (reading.kind === "desired") learnDesired(reading.desired, io.plates);
  const diagnostics = (options.json ? io.documentPlates : io.plates).diagnostics(found);
  const hasFindings = options.failOn === "warning" && found.some(({ accepted }) => !accepted);
  const exitCode = isValid ? (hasFindings ? EXIT.changes : EXIT.ok) : EXIT.input;
  const scopes = isValid ? reading.desired.scopes : [];
  const cars = scopes.reduce((sum, { entries }) => sum + entries.size, 0);
  if (options.json) {
    const document = { kind: "platectl/validation", schemaVersion: SCHEMA_VERSION, valid: isValid, cars, diagnostics };
    await io.result(jsonText(document));
    return exitCode;
  }
  if (diagnostics.length > 0 && !(isValid && options.quiet)) {
    io.message(diagnosticsText(diagnostics, io.messageStyle, { all: options.all ?? false, seeAll: "--all" }));
  }
  if (reading.kind === "desired") {
    const lists =
      reading.desired.mode === "global"
        ? "the global list"
        : `${scopes.length} billing ${scopes.length === 1 ? "account" : "accounts"}`;
    await io.result(`Valid: ${cars === 1 ? "1 car" : `${withThousands(cars)} cars`} for ${lists}.\n`);
  }
  return exitCode;
}

/** 1234567 as 1,234,567; the runtime's formats take longer to load than a small file takes to check. */
function withThousands(count: number): string {
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}
