import { basename, extname, resolve } from "node:path";
import { sumsInWords } from "../../allowlist/index.ts";
import { claimsByOperator, type OperatorClaims, refundsInAll } from "../../audit/index.ts";
import type { ReadClaims } from "../../audit/read/index.ts";
import { EXIT } from "../../exit-code.ts";
import { terminalText } from "../../render/index.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { writeOutput } from "./write-file.ts";

/** The files of `audit --claims`. */
export interface ClaimFiles {
  readonly kind: "csv" | "workbook";
  readonly rows: string;
  readonly letters: string;
}

/**
 * Which files `--claims` means; the letters stand beside the rows.
 * @throws CommandFailure (3) for another extension, and where `output` is one of the two.
 */
export function claimFiles(path: string, output: string | undefined): ClaimFiles {
  const files = filesOf(path);
  const taken =
    output === undefined ? [] : [files.rows, files.letters].filter((file) => resolve(file) === resolve(output));
  if (taken.length === 0) return files;
  throw new CommandFailure(
    EXIT.input,
    `--output ${output}: --claims writes that file. Name another file. Nothing was contacted.`,
  );
}

function filesOf(path: string): ClaimFiles {
  const extension = extname(path);
  const letters = `${path.slice(0, path.length - extension.length)}.letters.md`;
  switch (extension.toLowerCase()) {
    case ".csv":
      return { kind: "csv", rows: path, letters };
    case ".xlsx":
      return { kind: "workbook", rows: path, letters };
    default:
      throw new CommandFailure(
        EXIT.input,
        `--claims ${path}: claims are written as .csv or .xlsx. Name such a file. Nothing was contacted.`,
      );
  }
}

/**
 * Writes claims and letters, always with plates in full: an operator cannot look up a masked one.
 * @throws CommandFailure: 11 when a file cannot be written.
 */
export async function writeClaims(
  files: ClaimFiles,
  { claims, leftUnknown }: ReadClaims,
  audit: AuditDocument,
  io: Io,
): Promise<void> {
  const { claimLetters, claimsCsv, claimsWorkbook, MOST_ROWS } = await import("../../render/audit/claims.ts");
  const operators = claimsByOperator(claims);
  const rows = operators.flatMap((operator) => operator.claims);
  if (files.kind === "workbook" && rows.length > MOST_ROWS)
    throw new CommandFailure(
      EXIT.undelivered,
      `${files.rows}: ${rows.length} claims are more than a workbook can hold. Use .csv.`,
    );
  const letters = claimLetters(operators, {
    file: basename(files.rows),
    range: audit.range,
    readAt: audit.createdAt,
    isIncomplete: audit.failures.length > 0 || audit.setAside !== undefined,
    leftUnknown,
  });
  await writeOutput(files.rows, files.kind === "csv" ? claimsCsv(rows) : claimsWorkbook(rows));
  await writeOutput(files.letters, letters);
  io.message(`${terminalText(claimsInWords(files, operators, leftUnknown))}\n`);
}

function claimsInWords(
  { rows, letters }: ClaimFiles,
  operators: readonly OperatorClaims[],
  leftUnknown: number,
): string {
  const records = operators.reduce((sum, { claims }) => sum + claims.length, 0);
  const sum = sumsInWords(refundsInAll(operators));
  const back = sum === "" ? "" : `, asking back ${sum}`;
  const unknown =
    leftUnknown === 0
      ? ""
      : `; ${leftUnknown} ${leftUnknown === 1 ? "plate is" : "plates are"} not claimed, because nothing says when the car left`;
  return `claims: ${records} ${records === 1 ? "record" : "records"} in ${rows}, letters in ${letters}${back}${unknown}`;
}
