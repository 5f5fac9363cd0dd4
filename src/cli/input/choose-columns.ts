import { EXIT } from "../../exit-code.ts";
import { terminalText } from "../../render/index.ts";
import type { ListPreview } from "../../schema/lists/preview-list.ts";
import { showColumns } from "../../schema/quote-text.ts";
import type { importListSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { CommandFailure } from "../failure.ts";

type ImportInput = InputOf<typeof importListSpec>;

/** How the columns of a list are used. */
export interface ColumnChoice {
  /** The keys of the `carsFrom` item that name columns or say how to read them. */
  readonly keys: Readonly<Record<string, string>>;
  /** What to check or decide, for a comment and a message. */
  readonly remarks: readonly string[];
  readonly unused: readonly string[];
}

const DAY_KEYS = ["validFrom", "validUntil"] as const;

/**
 * Chooses columns by the options and by the names of the header; what is not certain is said and left to the user.
 * @throws CommandFailure (3) where nothing says which column holds the plates.
 */
export function chooseColumns(preview: ListPreview, options: ImportInput): ColumnChoice {
  const { sheet, encoding, country, note, accountColumn } = options;
  const decoding = { ...(sheet !== undefined && { sheet }), ...(encoding !== undefined && { encoding }) };
  if (preview.kind === "txt") {
    const isCode = country !== undefined && /^[A-Z]{2}$/.test(country);
    return { keys: { ...decoding, ...(isCode && { country }) }, remarks: [], unused: [] };
  }
  const days = chooseDays(preview, options);
  const keys = {
    ...decoding,
    ...(options.header === false && { header: "false" }),
    column: plateColumn(preview, options),
    ...days.keys,
    ...(note !== undefined && { note }),
    ...(country !== undefined && { country }),
    ...(accountColumn !== undefined && { account: accountColumn }),
  };
  const used = new Set(Object.values(keys).map((name) => name.toLowerCase()));
  const unused =
    options.header === false ? [] : preview.names.filter((name) => !used.has(name.toLowerCase()) && name !== "");
  return { keys, remarks: days.remarks, unused };
}

function chooseDays({ dates }: ListPreview, options: ImportInput): Pick<ColumnChoice, "keys" | "remarks"> {
  const given = Object.fromEntries(
    [...DAY_KEYS, "dates" as const].flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])),
  );
  if (options.header === false) return { keys: given, remarks: [] };
  const remarks: string[] = [];
  const keys: Record<string, string> = { ...given };
  for (const key of DAY_KEYS) {
    const candidates = dates.filter((one) => one.key === key && options[key] === undefined);
    const [only, another] = candidates;
    if (!only) continue;
    const [format, ...others] = only.formats;
    const known = keys["dates"] ?? (Object.keys(keys).some((one) => one !== "dates") ? "YYYY-MM-DD" : undefined);
    const isClear =
      another === undefined &&
      (format === undefined || format === known || (known === undefined && others.length === 0));
    if (!isClear) {
      const names = candidates.map(({ name }) => JSON.stringify(name)).join(", ");
      const formats = only.formats.length > 0 ? `, and dates: ${only.formats.join(" or ")}` : "";
      remarks.push(
        `Not used: ${names} may hold the ${key === "validFrom" ? "first" : "last"} day of each car. Add ${key}: ${only.name}${formats}.`,
      );
      continue;
    }
    keys[key] = only.name;
    if (format !== undefined && format !== "YYYY-MM-DD") keys["dates"] = format;
    remarks.push(`${key}: found by the name of the column ${JSON.stringify(only.name)}. Check that it is meant so.`);
  }
  return { keys, remarks };
}

function plateColumn({ names, plateColumns, plateInFirstRow }: ListPreview, options: ImportInput): string {
  const { column, header, list } = options;
  if (column !== undefined) return column;
  if (header === false) {
    if (plateInFirstRow !== undefined) return String(plateInFirstRow);
    if (names.length === 1) return "1";
    throw new CommandFailure(
      EXIT.input,
      `Which column of ${terminalText(list)} holds the plates? Give its number with --column, counted from 1.`,
    );
  }
  const [only, another] = plateColumns;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined && plateInFirstRow !== undefined) {
    const plate = JSON.stringify(names[plateInFirstRow - 1]);
    const message = `The first line of ${terminalText(list)} looks like a plate, ${terminalText(plate)}, not like column names.`;
    throw new CommandFailure(
      EXIT.input,
      `${message} If it is a car, add --no-header; if it is a column name, name it with --column. Nothing was written.`,
    );
  }
  const [single] = names.length === 1 ? names : [];
  if (single !== undefined && single !== "") return single;
  if (names.length === 0) {
    throw new CommandFailure(
      EXIT.input,
      `${terminalText(list)} cannot be imported: its first line does not hold column names. Nothing was written.`,
    );
  }
  const columns = showColumns(names, (name) => terminalText(JSON.stringify(name)));
  throw new CommandFailure(
    EXIT.input,
    `Which column of ${terminalText(list)} holds the plates? Name it with --column: ${columns}`,
  );
}
