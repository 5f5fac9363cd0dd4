import type { SpendingDocument } from "../../schema/index.ts";
import { csvCell, csvNumber, csvTextCell } from "../escape/csv.ts";

const SUMS = ["currencyCode", "records", "charged", "refunded", "amountExcludingVat", "amountIncludingVat"] as const;

/** A report on billing as CSV: a row for each group and currency. What names no plate, user and so on has an empty cell. */
export function spendingCsv({ by, groups }: SpendingDocument): string {
  const names = by === "user" ? ["user", "userName"] : [by];
  const rows = groups.map((group) => [
    csvTextCell(group.licenseNumber ?? group.key ?? ""),
    ...(by === "user" ? [csvTextCell(group.name ?? "")] : []),
    csvCell(group.currencyCode),
    ...SUMS.slice(1).map((column) => csvNumber(String(group[column]))),
  ]);
  return [[...names, ...SUMS], ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
