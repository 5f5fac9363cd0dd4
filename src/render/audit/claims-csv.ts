import { CLAIM_COLUMNS, type Claim } from "../../allowlist/index.ts";
import { csvCell, csvNumber, csvTextCell } from "../escape/csv.ts";
import { COLUMNS, type ColumnKind, isExactNumber } from "./claim-columns.ts";

const CELL: Record<ColumnKind, (text: string) => string> = {
  text: csvTextCell,
  amount: (text) => (isExactNumber(text) ? csvNumber(text) : csvTextCell(text)),
  time: csvCell,
};

/** Claims as CSV, a row each. */
export function claimsCsv(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => COLUMNS.map(({ name, kind }) => CELL[kind](claim[name])));
  return [CLAIM_COLUMNS, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
