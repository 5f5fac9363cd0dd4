import { open } from "node:fs/promises";
import type { DesiredScope } from "../../../allowlist/index.ts";
import { accountIdOf } from "../../../allowlist/index.ts";
import { csvCell } from "../../../render/index.ts";
import { COLUMN_FIELDS } from "../../../schema/index.ts";
import { unwritten, writeSharedFile } from "../../output/write-file.ts";
import { wrongInput } from "../../process/failure.ts";

/** The most bytes of a first line that this command writes. */
const FIRST_LINE = 200;

/**
 * Writes the cars as a list that has the mapped columns alone. Its lines stand in the order of accounts and plates, whatever the
 * order of the export, so that two versions differ in cars only. A list that this command wrote before is replaced, no other file.
 * @throws CommandFailure: 3 where another file is there, 11 where it cannot be written.
 */
export async function writeCsv(
  output: string,
  scopes: readonly DesiredScope[],
  keys: Readonly<Record<string, string>>,
): Promise<void> {
  if (!/\.csv$/i.test(output))
    throw wrongInput("--as csv writes a list: name it with --output, such as cars.csv.", "written");
  const fields = COLUMN_FIELDS.filter((field) => keys[field] !== undefined);
  const header = ["plate", ...(keys["account"] === undefined ? [] : ["account"]), ...fields].join(",");
  await requireOwnList(output, header);
  const lines = scopes.flatMap(({ scope, entries }) => {
    const account = keys["account"] === undefined ? [] : [accountIdOf(scope) ?? ""];
    const sorted = [...entries.values()].sort((left, right) => (left.plateKey < right.plateKey ? -1 : 1));
    return sorted.map((car) => [car.licenseNumber, ...account, ...fields.map((field) => car[field] ?? "")]);
  });
  const text = [header, ...lines.map((cells) => cells.map(csvCell).join(",")), ""].join("\n");
  try {
    await writeSharedFile(output, text);
  } catch (error) {
    throw unwritten(output, error);
  }
}

async function requireOwnList(output: string, header: string): Promise<void> {
  const file = await open(output).catch(() => undefined);
  if (!file) return;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(FIRST_LINE) });
    const [first] = buffer.toString("utf8", 0, bytesRead).split("\n");
    if (first === header || bytesRead === 0) return;
  } finally {
    await file.close();
  }
  throw wrongInput(`${output} is there, and is not a list with the columns ${header}. Name another file.`, "written");
}
