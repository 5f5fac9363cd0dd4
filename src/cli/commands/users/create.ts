import { formatSource } from "../../../allowlist/index.ts";
import { EXIT, nextStepAfter } from "../../../exit-code.ts";
import { parseNewParkingUser } from "../../../fleet-api/index.ts";
import { type TableColumn, tableText, terminalText } from "../../../render/index.ts";
import { type DocumentContent, named, quoteText, type TableDecoding } from "../../../schema/index.ts";
import { type CreatedUser, createUsers, type UserToCreate } from "../../../users/index.ts";
import { optionName } from "../../definitions/read-input.ts";
import { USER_FIELDS, type usersCreateSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { requireTerminal, requireYes } from "../../process/confirm.ts";
import { CommandFailure } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { jsonDocument } from "../../process/json-document.ts";
import { prepareServer, withApi } from "../../run/session.ts";
import { type CsvReading, type CsvRecord, readCsvTable } from "./csv-table.ts";

const OUTCOMES = ["created", "exists", "rejected", "unknown", "not-sent"] as const;

const COLUMNS: readonly TableColumn<CreatedUser>[] = [
  { name: "outcome", value: ({ outcome }) => outcome },
  { name: "id", value: ({ id }) => id ?? "" },
  { name: "email", value: ({ user }) => user.email },
  { name: "phoneNumber", value: ({ user }) => user.phoneNumber },
  { name: "status", value: ({ status }) => status ?? "" },
  { name: "source", value: ({ source }) => (source ? formatSource(source) : "") },
  // Includes the traceId where the server sent one.
  { name: "error", value: ({ error }) => error ?? "" },
];

/** `platectl users create`: creates one parking user, or those of a CSV (interface 4.3); every row has its outcome. */
export async function usersCreateCommand(options: InputOf<typeof usersCreateSpec>, io: Io): Promise<number> {
  const { baId } = options;
  requireTerminal(options, io);
  const wanted = await usersToCreate(options);
  const server = await prepareServer(options, io, "refuse");
  return withApi(server, options, io, async ({ stop, interrupted, ...api }) => {
    const many = wanted.length === 1 ? (wanted[0]?.user.email ?? "") : `${wanted.length} parking users`;
    await requireYes(options, `Create ${many} in account ${baId} at ${server.connection.baseUrl.href}?`, stop);
    const results = await createUsers(api, baId, wanted, stop);
    const exitCode = interrupted() ?? exitCodeOf(results);
    await io.result(
      options.json
        ? jsonDocument("users-created", resultDocument(baId, results, exitCode), io.documentPlates)
        : resultText(io.plates.document(results), exitCode, io),
    );
    return exitCode;
  });
}

function exitCodeOf(results: readonly CreatedUser[]): number {
  if (results.some(({ outcome }) => outcome === "unknown")) return EXIT.unknown;
  return results.some(({ outcome }) => outcome === "rejected" || outcome === "not-sent") ? EXIT.partial : EXIT.ok;
}

function countOf(results: readonly CreatedUser[], outcome: CreatedUser["outcome"]): number {
  return results.filter((result) => result.outcome === outcome).length;
}

function resultText(results: readonly CreatedUser[], exitCode: number, io: Io): string {
  const counts = OUTCOMES.map((outcome) => `${countOf(results, outcome)} ${outcome}`).join(", ");
  const advice = exitCode === EXIT.unknown ? `${nextStepAfter(exitCode).replace("cars", "users")}\n` : "";
  return `${tableText(COLUMNS, results, io.resultStyle)}\nResult: ${counts}.\n${advice}`;
}

function resultDocument(
  baId: string,
  results: readonly CreatedUser[],
  exitCode: number,
): DocumentContent<"users-created"> {
  return {
    account: baId,
    results: results.map(({ user, source, ...rest }) => ({
      email: user.email,
      phoneNumber: user.phoneNumber,
      ...(source && { source: formatSource(source) }),
      ...rest,
    })),
    counts: named(OUTCOMES.map((outcome) => [outcome, countOf(results, outcome)] as const)),
    exitCode,
    complete: true,
  };
}

/** A user by options, or a file of users. */
type UserSource = Pick<InputOf<typeof usersCreateSpec>, "fromCsv" | keyof TableDecoding | keyof typeof USER_FIELDS>;

const FIELDS = keysOf(USER_FIELDS);
/** Columns that `users list` and `users get` write as CSV and that nobody can set. */
const LISTED_ONLY = ["id", "status", "cars"];

/** Reads and checks every user before anything is sent. Throws a `CommandFailure` (3) with all problems at once. */
async function usersToCreate(source: UserSource): Promise<readonly UserToCreate[]> {
  const given = FIELDS.filter((field) => source[field] !== undefined);
  if (source.fromCsv === undefined) {
    const cells = Object.fromEntries(given.map((field) => [field, source[field]]));
    return withoutProblems([read(cells)]);
  }
  if (given.length > 0)
    throw invalid([
      `--from-csv has every field in its columns; leave out ${given.map((key) => optionName(key)).join(", ")}`,
    ]);
  const { rows, problems } = await rowsOf(source.fromCsv, source);
  return withoutProblems([
    { problems },
    ...rows.map(({ cells, source: at }) => read(cells, at)),
    ...repeatedPhones(rows),
  ]);
}

type Checked = UserToCreate | { readonly problems: readonly string[] };

function read(cells: Readonly<Record<string, string | undefined>>, source?: CsvRecord["source"]): Checked {
  const reading = parseNewParkingUser(cells);
  if (reading.kind === "user") return { user: reading.user, ...(source && { source }) };
  return { problems: reading.problems.map((problem) => (source ? `${formatSource(source)}: ${problem}` : problem)) };
}

// The server takes each phone number once, so the second row could only fail.
function repeatedPhones(rows: readonly CsvRecord[]): Checked[] {
  const first = new Map<string, CsvRecord["source"]>();
  return rows.flatMap(({ cells, source }) => {
    const phone = cells["phoneNumber"];
    if (phone === undefined) return [];
    const before = first.get(phone);
    if (before)
      return [
        { problems: [`${formatSource(source)}: phoneNumber ${quoteText(phone)} is also at ${formatSource(before)}`] },
      ];
    first.set(phone, source);
    return [];
  });
}

function withoutProblems(checked: readonly Checked[]): readonly UserToCreate[] {
  const problems = checked.flatMap((one) => ("problems" in one ? one.problems : []));
  if (problems.length > 0) throw invalid(problems);
  return checked.flatMap((one) => ("user" in one ? [one] : []));
}

async function rowsOf(path: string, decoding: TableDecoding): Promise<CsvReading> {
  const bytes = await readNamedFile(path, (problem) => invalid([problem]));
  const reading = await readCsvTable(bytes, path, decoding, FIELDS, LISTED_ONLY);
  const isEmpty = reading.rows.length === 0 && reading.problems.length === 0;
  if (isEmpty) throw invalid([`${path}: the file has no rows below the header`]);
  return reading;
}

function invalid(problems: readonly string[]): CommandFailure {
  const lines = problems.map((problem) => `  ${terminalText(problem)}`).join("\n");
  return new CommandFailure(EXIT.input, `No user was created, and nothing was contacted.\n${lines}`);
}

function keysOf<Key extends string>(fields: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in fields) keys.push(key);
  return keys;
}
