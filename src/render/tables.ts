import type { CarsAside } from "../allowlist/index.ts";
import type {
  AuditDocument,
  PlanDocument,
  ReportDocument,
  SpendingDocument,
  SpendingGroup,
} from "../documents/index.ts";
import type { AuditFinding } from "./audit/phrases.ts";
import { csvCell, csvLine, csvNumber, csvTextCell } from "./escape/sinks.ts";
import { EMPTY, joined, page, type TerminalText, terminalText, words } from "./escape/terminal.ts";
import { checkInWords } from "./plan/phrases.ts";
import { CHANGED_MEANWHILE, DRIFT, type ReportedResult, type ShownChange } from "./text/phrases.ts";
import { columns as columnsOf, pad, padStart, paint, type Style, trimmed, wrap, wrapIndented } from "./text/style.ts";

interface PlanRow extends Partial<Omit<ShownChange, "action">> {
  readonly list: { readonly scope: string; readonly name?: string };
  readonly action: ShownChange["action"] | "keep" | "unclear";
}

const PLAN_COLUMNS: readonly TableColumn<PlanRow>[] = [
  { name: "scope", value: ({ list }) => list.scope },
  { name: "name", value: ({ list }) => list.name ?? "" },
  { name: "action", value: ({ action }) => action },
  ...textColumns<PlanRow>("licenseNumber"),
  { name: "featuresFrom", value: ({ features }) => features?.from.join(" ") ?? "" },
  { name: "featuresTo", value: ({ features }) => features?.to.join(" ") ?? "" },
  { name: "inFleet", value: ({ inFleet }) => (inFleet === undefined ? "" : String(inFleet)) },
  ...textColumns<PlanRow>("cause", "source"),
  { name: "check", value: checkInWords },
  ...textColumns<PlanRow>("note", "parkingUser"),
  { name: "reason", value: ({ reason }) => reason?.kind ?? "" },
  { name: "commit", value: ({ reason }) => reason?.commit ?? "" },
  { name: "author", value: ({ reason }) => reason?.author ?? "" },
  { name: "at", value: ({ reason }) => reason?.at ?? "" },
];

// What the tables of all documents say of unclear rows, which may be of no list.
function unclearCells({ unclearRows = [] }: CarsAside) {
  return unclearRows.map(({ scope = "", source, licenseNumber, reason, remedy }) => {
    return { scope, source, licenseNumber, words: `${reason}. ${remedy}` };
  });
}

/** A plan as CSV: a row for every unclear row, every change and every kept car. Lists inside a cell are separated by spaces. */
export function planCsv({ desired, scopes }: PlanDocument): string {
  const unclear = unclearCells(desired).map(({ scope, words: hint, ...row }): PlanRow => {
    return { list: { scope }, action: "unclear", ...row, hint };
  });
  const rows = scopes.flatMap((list): PlanRow[] => [
    ...list.changes.map((change) => ({ list, ...change })),
    ...list.kept.map(({ licenseNumber, reason }) => ({ list, action: "keep" as const, licenseNumber, hint: reason })),
  ]);
  return tableCsv(PLAN_COLUMNS, [...unclear, ...rows]);
}

interface ReportRow extends Partial<Omit<ReportedResult, "outcome">> {
  readonly scope: string;
  readonly outcome: string;
}

const REPORT_COLUMNS = textColumns<ReportRow>(
  ...(["scope", "action", "licenseNumber", "outcome", "error", "traceId", "parkingUser", "source"] as const),
);

/** A report as CSV: a row for every unclear row, every alarm and the cars that it names, every planned change, and every car that changed meanwhile or is held. */
export function reportCsv(report: ReportDocument): string {
  const { alarms = [], scopes } = report;
  const unclear = unclearCells(report).map(({ words: error, ...row }) => ({ ...row, outcome: "unclear", error }));
  const alarmed = alarms.flatMap(({ scope = "", code, message, advice, taken }): ReportRow[] => [
    { scope, outcome: "alarm", error: `${message}. ${advice}` },
    ...(taken?.cars ?? []).map(({ licenseNumber }) => ({ scope, licenseNumber, outcome: "alarm", error: code })),
  ]);
  const rows = scopes.flatMap(({ scope, results, changedMeanwhile = [], held = [] }): ReportRow[] => [
    ...results.map((result) => ({ scope, ...result })),
    ...changedMeanwhile.map(({ licenseNumber, drift }) => {
      return { scope, licenseNumber, outcome: CHANGED_MEANWHILE, error: DRIFT[drift].text };
    }),
    ...held.map(({ licenseNumber, reason }) => ({ scope, licenseNumber, outcome: "held", error: reason })),
  ]);
  return tableCsv(REPORT_COLUMNS, [...alarmed, ...unclear, ...rows]);
}

interface AuditRow extends Omit<AuditFinding, "rule" | "scope" | "findingId"> {
  readonly rule: string;
  readonly scope: string;
  readonly findingId?: string;
  /** Of the account. */
  readonly name?: string;
  /** In one currency. */
  readonly sum?: { readonly amountIncludingVat: string; readonly currencyCode: string };
}

const AUDIT_COLUMNS: readonly TableColumn<AuditRow>[] = [
  ...textColumns<AuditRow>("severity", "rule", "scope", "licenseNumber", "message"),
  { name: "source", value: ({ evidence }) => evidence.source ?? "" },
  { name: "records", value: ({ evidence }) => String(evidence.billed?.records ?? "") },
  { name: "firstDay", value: ({ evidence }) => evidence.billed?.firstDay ?? "" },
  { name: "lastDay", value: ({ evidence }) => evidence.billed?.lastDay ?? "" },
  { name: "amount", value: ({ sum }) => sum?.amountIncludingVat ?? "", align: "right" },
  { name: "currency", value: ({ sum }) => sum?.currencyCode ?? "" },
  { name: "removedOn", value: ({ evidence }) => evidence.removedOn ?? "" },
  { name: "user", value: ({ evidence }) => evidence.user?.id ?? "" },
  ...textColumns<AuditRow>("name", "status"),
  { name: "accepted", value: ({ accepted }) => accepted?.reason ?? "" },
  ...textColumns<AuditRow>("verdict", "findingId"),
];

/** An audit as CSV: a row for every unclear row, every finding, and each further currency that it was billed in. */
export function auditCsv(audit: AuditDocument): string {
  const nameOf = new Map(audit.names?.map(({ scope, name }) => [scope, name]));
  const unclear = unclearCells(audit).map(({ source, words: message, ...row }): AuditRow => {
    return { ...row, severity: "warning", rule: "unclear-row", message, evidence: { source } };
  });
  const rows = audit.findings.flatMap((finding): AuditRow[] => {
    const [first, ...others] = finding.evidence.billed?.amounts ?? [];
    const name = nameOf.get(finding.scope) ?? "";
    return [{ ...finding, name, ...(first && { sum: first }) }, ...others.map((sum) => ({ ...finding, name, sum }))];
  });
  return tableCsv(AUDIT_COLUMNS, [...unclear, ...rows]);
}

const SUMS = ["records", "charged", "refunded", "amountExcludingVat", "amountIncludingVat"] as const;

/** A report on billing as CSV: a row for each group and currency. What names no plate, user and so on has an empty cell. */
export function spendingCsv({ by, groups }: SpendingDocument): string {
  const columns: readonly TableColumn<SpendingGroup>[] = [
    { name: by, value: ({ licenseNumber, key = "" }) => licenseNumber ?? key, isId: true },
    ...(by === "user"
      ? [{ name: "userName", value: ({ name = "" }: SpendingGroup) => name, isId: true as const }]
      : []),
    ...textColumns<SpendingGroup>("currencyCode"),
    ...SUMS.map((name) => ({ name, value: (row: SpendingGroup) => String(row[name]), align: "right" as const })),
  ];
  return tableCsv(columns, groups);
}

/** One column of a table: its heading, which is also its name in CSV, and the foreign text of a row's cell. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string;
  /** For numbers. */
  readonly align?: "right";
  /** For what no spreadsheet may take for a number or a date. */
  readonly isId?: true;
}

/** The keys of a row that hold texts. */
type TextKey<Row> = keyof { [Key in keyof Row as Row[Key] extends string | undefined ? Key : never]: Key } & string;

/** Columns that are called as the keys whose texts they show; where a row has none, the cell is empty. */
export function textColumns<Row>(...keys: readonly (TextKey<Row> & keyof Row)[]): readonly TableColumn<Row>[] {
  return keys.map((name) => ({ name, value: (row) => String(row[name] ?? "") }));
}

const GAP = words`  `;

/**
 * Rows in aligned columns under their headings, for a terminal or a log; a line each. On a terminal that is too narrow, long cells
 * take several lines, and columns that do not fit are below the others, each cell with its name.
 */
export function tableText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], style: Style): TerminalText {
  const cells = rows.map((row) => columns.map(({ value }) => terminalText(value(row))));
  const names = columns.map(({ name }) => terminalText(name));
  const natural = names.map((name, at) =>
    cells.reduce((most, row) => Math.max(most, columnsOf(row[at] ?? EMPTY)), columnsOf(name)),
  );
  const widths = style.isTerminal ? fitting(natural, style.width) : natural;
  const linesOf = (texts: readonly TerminalText[]) => {
    const folded = widths.map((width, at) => {
      const text = texts[at] ?? EMPTY;
      return columnsOf(text) <= width ? [text] : wrap(text, width);
    });
    const height = folded.reduce((most, { length }) => Math.max(most, length), 1);
    return Array.from({ length: height }, (_, line) => {
      const parts = widths.map((width, at) =>
        (columns[at]?.align ? padStart : pad)(folded[at]?.[line] ?? EMPTY, width),
      );
      return trimmed(joined(parts, GAP));
    });
  };
  const below = (texts: readonly TerminalText[]) => {
    if (widths.length === columns.length) return [];
    const named = texts.map((text, at) =>
      at < widths.length || text === "" ? EMPTY : words`${names[at] ?? EMPTY}: ${text}`,
    );
    const shown = named.filter((text) => text !== "");
    return shown.length === 0 ? [] : wrapIndented(joined(shown, GAP), style.width, 4);
  };
  return page([
    ...linesOf(names).map((line) => paint(style, "strong", line)),
    ...cells.flatMap((row) => [...linesOf(row), ...below(row)]),
  ]);
}

/** What prose in a cell is not narrowed below. */
const NARROWEST_CELL = 24;

// The widest columns give way, and where that is not enough those at the end.
function fitting(natural: readonly number[], width: number): readonly number[] {
  const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  const widths = [...natural];
  while (total(widths) > width) {
    const most = Math.max(...widths);
    if (most > NARROWEST_CELL) widths[widths.indexOf(most)] = most - 1;
    else break;
  }
  if (total(widths) <= width) return widths;
  const fits = natural.findIndex((_, at) => total(natural.slice(0, at + 1)) > width);
  return natural.slice(0, Math.max(1, fits));
}

/** Rows as CSV, with the columns' names first. */
export function tableCsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return csvHeading(columns) + csvRows(columns, rows);
}

/** The first line of a CSV whose rows come in parts. */
export function csvHeading<Row>(columns: readonly TableColumn<Row>[]): string {
  return csvLine(columns.map(({ name }) => name));
}

/** Some rows of a CSV. */
export function csvRows<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const line = (row: Row) =>
    columns.map(({ value, align, isId }) => (align ? csvNumber : isId ? csvTextCell : csvCell)(value(row)));
  return rows.map((row) => `${line(row).join(",")}\r\n`).join("");
}
