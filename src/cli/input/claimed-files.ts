import { isAccountId, quoted } from "../../allowlist/index.ts";
import { CLAIM_COLUMNS, type ClaimColumn } from "../../documents/index.ts";
import { readTables, type Table } from "../../tables/index.ts";
import { type ClaimedRecord, isAmount } from "../../usecases/audit/index.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";
import { readDocumentFile } from "./named-file.ts";

/** What is read of a claim, and what each cell must be. */
const READ = {
  account: isAccountId,
  infoId: isAccountId,
  infoRecordId: isAccountId,
  licensePlate: () => true,
  amountIncludingVat: isAmount,
  currencyCode: (text: string) => text !== "",
} as const satisfies Partial<Record<ClaimColumn, (text: string) => boolean>>;
const NAMES = Object.keys(READ);

/** Reads files that `audit --claims` wrote, CSV or workbooks. Throws a `CommandFailure` (3) for any other. */
export async function readClaimed(paths: readonly string[]): Promise<readonly ClaimedRecord[]> {
  const files = await Promise.all(paths.map(readFile));
  return files.flat();
}

async function readFile(path: string): Promise<readonly ClaimedRecord[]> {
  const refused = (why: string) => wrongInput(`--claimed ${path} cannot be used: ${why}`);
  const tables = await readTables(await readDocumentFile(path, refused), CLAIM_COLUMNS);
  if (typeof tables === "string") throw refused(tables);
  const claims: ClaimedRecord[] = [];
  let isOurs = false;
  for (const { sheet, rows } of tables) {
    const [header, ...below] = rows;
    const names = header?.cells ?? [];
    const hasClaims = NAMES.every((name) => names.includes(name));
    // The summary alone, where nothing was claimed.
    if (hasClaims || (sheet === "Summary" && names[0] === "Addressee")) isOurs = true;
    if (hasClaims) for (const row of below) claims.push(claimIn(row, names, refused));
  }
  if (!isOurs)
    throw refused(`it has no row with the columns ${NAMES.join(", ")}. Name a file that audit --claims wrote`);
  return claims;
}

function claimIn(
  { cells, line }: Table["rows"][number],
  names: readonly string[],
  refused: (why: string) => CommandFailure,
): ClaimedRecord {
  // What a spreadsheet would change begins with a quote.
  const cell = (name: keyof typeof READ) => {
    const text = (cells[names.indexOf(name)] ?? "").replace(/^'/, "");
    if (READ[name](text)) return text;
    throw refused(`line ${line}: the cell of ${name} is ${quoted(text)}. Use the file as audit --claims wrote it`);
  };
  return {
    account: cell("account"),
    id: `${cell("infoId")}/${cell("infoRecordId")}`,
    licensePlate: cell("licensePlate"),
    amountIncludingVat: cell("amountIncludingVat"),
    currencyCode: cell("currencyCode"),
  };
}
