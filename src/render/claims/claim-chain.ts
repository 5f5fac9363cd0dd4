import { createHash } from "node:crypto";
import type { Claim } from "../../allowlist/index.ts";
import { csvCell, csvNumber, csvTextCell } from "../escape/csv.ts";
import { COLUMN_NAMES, COLUMNS, type ColumnKind, isExactNumber } from "./claim-columns.ts";

/** A claim as a row of a file: each row's hash depends on all rows before. */
export interface ClaimRow {
  readonly claim: Claim;
  /** The `hash` of the row before; of the first one zeros. */
  readonly previousHash: string;
  /** SHA-256, as lower-case hexadecimal digits, of the row's CSV line up to the comma before `hash`, as UTF-8. */
  readonly hash: string;
  /** The row's CSV line, without its line break. */
  readonly line: string;
}

/** The `previousHash` of the first row. */
export const FIRST_HASH = "0".repeat(64);

const CELL: Record<ColumnKind, (text: string) => string> = {
  text: csvTextCell,
  amount: (text) => (isExactNumber(text) ? csvNumber(text) : csvTextCell(text)),
  time: csvCell,
};

/** Chains claims, so that a row that is altered, left out or put in is noticed. It guards against accidents, not against forgers. */
export function chainClaims(claims: readonly Claim[]): readonly ClaimRow[] {
  let previousHash = FIRST_HASH;
  return claims.map((claim) => {
    const cells = COLUMNS.map(({ name, kind }) => CELL[kind](claim[name]));
    const hashed = [...cells, previousHash].join(",");
    const hash = sha256(hashed);
    const row = { claim, previousHash, hash, line: `${hashed},${hash}` };
    previousHash = hash;
    return row;
  });
}

/** Claims as CSV, a row each. */
export function claimsCsv(rows: readonly ClaimRow[]): string {
  return [COLUMN_NAMES.join(","), ...rows.map(({ line }) => line)].map((line) => `${line}\r\n`).join("");
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
