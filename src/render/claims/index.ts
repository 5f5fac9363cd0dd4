export { claimsCsv } from "./claim-chain.ts";
export { chainOf, claimLetters } from "./claim-letters.ts";
export { claimsWorkbook, MOST_ROWS } from "./claims-workbook.ts";
