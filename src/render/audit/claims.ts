export { claimLetters } from "./claim-letters.ts";
export { claimsCsv } from "./claims-csv.ts";
export { claimsWorkbook, MOST_ROWS } from "./claims-workbook.ts";
