import type { Diagnostic } from "../../../allowlist/index.ts";
import type { ListToName } from "../../../render/index.ts";
import { DiagnosticCollector } from "../../../schema/diagnostics/diagnostic-collector.ts";
import { decodeList } from "../../../schema/lists/list-file.ts";
import { readList } from "../../../schema/lists/read-list.ts";
import type { importListSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";

/** The billing accounts that the rows of a list name, in the order of the rows, and what is wrong with the list. */
export async function accountsInList(
  bytes: Buffer,
  { file, keys }: ListToName,
  { accountColumn = "", header, sheet, encoding }: InputOf<typeof importListSpec>,
): Promise<{ readonly accounts: readonly string[]; readonly problems: readonly Diagnostic[] }> {
  const decoding = { ...(sheet !== undefined && { sheet }), ...(encoding !== undefined && { encoding }) };
  const reference = {
    file,
    column: keys["column"] ?? "",
    account: accountColumn,
    header: header !== false,
    ...decoding,
  };
  const problems = new DiagnosticCollector();
  const accounts = new Set<string>();
  const list = await decodeList(bytes, file, reference, problems);
  const isDeclared = (baId: string) => accounts.add(baId).has(baId);
  if (list) readList(list, reference, { file, line: 1, column: 1 }, problems, { isDeclared, add: () => undefined });
  return { accounts: [...accounts], problems: problems.sorted() };
}
