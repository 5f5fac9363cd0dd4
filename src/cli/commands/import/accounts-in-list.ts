import { EXIT } from "../../../exit-code.ts";
import { terminalText } from "../../../render/index.ts";
import type { Cell } from "../../../schema/spreadsheet/cell.ts";
import { readRows } from "../../../schema/spreadsheet/read-rows.ts";
import { readAccountId } from "../../../schema/values/value-readers.ts";
import type { importListSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { CommandFailure } from "../../process/failure.ts";

type ImportInput = InputOf<typeof importListSpec>;

/**
 * The billing accounts that the rows of a list name, in the order of the rows. Cells that hold none are left to the rules of
 * fleet files. Throws a `CommandFailure` (3) where the list has no such column, or no account.
 */
export async function accountsInList(bytes: Buffer, options: ImportInput): Promise<readonly string[]> {
  const { list, accountColumn = "", header, sheet, encoding } = options;
  const decoding = { ...(sheet !== undefined && { sheet }), ...(encoding !== undefined && { encoding }) };
  const wanted = accountColumn.trim().toLowerCase();
  const accounts = new Set<string>();
  let at = header === false ? Number(wanted) - 1 : undefined;
  await readRows(bytes, list, decoding, [accountColumn], ({ cells }) => {
    if (at === undefined) at = cells.findIndex((cell) => textOf(cell).toLowerCase() === wanted);
    else accounts.add(textOf(cells[at]));
  });
  const ids = [...accounts].filter((text) => readAccountId(text) !== undefined);
  if (ids.length > 0) return ids;
  const which = terminalText(JSON.stringify(accountColumn));
  const why = at === undefined || at < 0 ? `has no column ${which}` : `has no billing account in its column ${which}`;
  throw new CommandFailure(EXIT.input, `${terminalText(list)} ${why}. Nothing was written.`);
}

function textOf(cell: Cell = ""): string {
  return typeof cell === "string" ? cell : cell.kind === "number" ? cell.stored : "";
}
