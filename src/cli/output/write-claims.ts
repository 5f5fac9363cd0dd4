import { extname, resolve } from "node:path";
import { sumsInWords } from "../../allowlist/index.ts";
import { askedBack, claimsByOperator } from "../../audit/index.ts";
import type { ReadClaims } from "../../audit/read/index.ts";
import { EXIT } from "../../exit-code.ts";
import { terminalText } from "../../render/index.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { writeOutput } from "./write-file.ts";

/** The file of `audit --claims`. */
export interface ClaimFile {
  readonly kind: "csv" | "workbook";
  readonly path: string;
}

/**
 * Which file `--claims` means.
 * @throws CommandFailure (3) for another extension, and where `output` is the same file.
 */
export function claimFile(path: string, output: string | undefined): ClaimFile {
  if (output !== undefined && resolve(path) === resolve(output)) {
    throw refused(`--output ${output}: --claims writes that file. Name another file.`);
  }
  switch (extname(path).toLowerCase()) {
    case ".csv":
      return { kind: "csv", path };
    case ".xlsx":
      return { kind: "workbook", path };
    default:
      throw refused(`--claims ${path}: claims are written as .csv or .xlsx. Name such a file.`);
  }
}

/**
 * Writes claims, those to one operator together, always with plates in full: an operator cannot look up a masked one.
 * @throws CommandFailure: 11 when the file cannot be written.
 */
export async function writeClaims(
  { kind, path }: ClaimFile,
  { claims, leftUnknown }: ReadClaims,
  io: Io,
): Promise<void> {
  const { claimsCsv, claimsWorkbook, MOST_ROWS } = await import("../../render/audit/claims.ts");
  const operators = claimsByOperator(claims);
  const rows = operators.flat();
  if (kind === "workbook" && rows.length > MOST_ROWS)
    throw new CommandFailure(
      EXIT.undelivered,
      `${path}: ${rows.length} claims are more than a workbook can hold. Use .csv.`,
    );
  await writeOutput(path, kind === "csv" ? claimsCsv(rows) : claimsWorkbook(rows));
  const sum = sumsInWords(askedBack(operators));
  const back = sum === "" ? "" : `, asking back ${sum}`;
  const unknown =
    leftUnknown === 0
      ? ""
      : `; ${leftUnknown} ${leftUnknown === 1 ? "plate is" : "plates are"} not claimed, because nothing says when the car left`;
  const records = `${rows.length} ${rows.length === 1 ? "record" : "records"}`;
  io.message(`${terminalText(`claims: ${records} in ${path}${back}${unknown}`)}\n`);
}

function refused(message: string): CommandFailure {
  return new CommandFailure(EXIT.input, `${message} Nothing was contacted.`);
}
