import { createHash } from "node:crypto";
import { htmlText, scriptJson } from "../escape/sinks.ts";
import { terminalText } from "../escape/terminal.ts";
import { withCommas } from "../text/phrases.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./page-assets.ts";
import { proseHtml } from "./parts.ts";
import type { Column, PageData, RowWord } from "./table-data.ts";

const CARS: RowWord = { title: "Cars", one: "car", many: "cars" };

/** A text in three parts; `changed` is what its twin writes otherwise, and may be empty. */
export type MarkedText = readonly [before: string, changed: string, after: string];

/** A car's cells by column, as foreign text. */
export type HtmlRow = readonly (string | MarkedText)[];

/** The rows of a page. Columns without any text are left out, the first one aside. */
export interface HtmlTable {
  readonly columns: readonly Column[];
  readonly rows: readonly HtmlRow[];
  /** Cars unless given. */
  readonly word?: RowWord;
}

/** A page: the parts above and below the table as HTML, empty ones left out. Without rows it has no table and no script. */
export interface HtmlPage {
  readonly title: string;
  readonly above: readonly string[];
  readonly table?: HtmlTable;
  readonly below?: readonly string[];
}

const NO_TABLE: HtmlTable = { columns: [], rows: [] };

/** A whole HTML file that loads nothing and sends nothing: its own policy forbids it. */
export function htmlPage({ title, above, table = NO_TABLE, below = [] }: HtmlPage): string {
  const hasRows = table.rows.length > 0;
  const scriptPolicy = hasRows ? ` script-src ${hashOf(PAGE_SCRIPT)};` : "";
  const policy = `default-src 'none'; style-src ${hashOf(PAGE_STYLE)};${scriptPolicy} base-uri 'none'; form-action 'none'`;
  const data = dataOf(table);
  const parts = [...above, hasRows ? rowsSection(data) : "", ...below].filter((part) => part !== "");
  const scripts = hasRows
    ? `<script id="data" type="application/json">${scriptJson(data)}</script>\n<script>${PAGE_SCRIPT}</script>\n`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${htmlText(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${parts.join("\n")}
</main>
${scripts}</body>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** How many rows the page itself has, for readers whose server forbids scripts; the script shows as many at first. */
const ROWS_AT_FIRST = 50;

function rowsSection({ columns, rows, marks, word: { title, one, many } }: PageData): string {
  const shown = columns.map((column, at) => ({ column, at })).filter(({ column }) => !column.hidden);
  const heads = shown.map(({ column }) => `<th scope="col">${column.label}</th>`);
  const first = rows.slice(0, ROWS_AT_FIRST).map((cells, row) => {
    const line = shown.map(({ column, at }) => cellHtml(column, cells[at] ?? "", marks[row]?.[at]));
    return `<tr role="row">${line.join("")}</tr>`;
  });
  const cut = rows.length > first.length ? `The first ${first.length} of ${withCommas(rows.length)} ${many}. ` : "";
  return `<section id="cars" class="card" aria-labelledby="cars-title">
<h2 id="cars-title">${title}</h2>
<p id="still" class="soft">${cut}Searching ${many} needs scripts, which are off here: save this file, and open it in a browser.</p>
<div id="tools" class="tools" hidden>
<label>Search<input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label class="sort">Sort by<select id="sort"><option value="-1">as listed</option></select></label>
<p class="count soft"><span id="count" role="status"></span> <button id="clear" class="chip" type="button" hidden>Show all</button> <button id="save" class="chip" type="button">Save these rows</button></p>
</div>
<div id="filters" role="group" aria-label="Filters"></div>
<table id="table" class="rows" cellpadding="6" role="table" aria-labelledby="cars-title">
<thead role="rowgroup"><tr id="headings" role="row">${heads.join("")}</tr></thead>
<tbody id="rows" role="rowgroup">
${first.join("\n")}
</tbody>
</table>
<p id="nothing" class="nothing soft" hidden>No ${one} matches.</p>
<button id="more" class="chip" type="button" hidden></button>
<p id="cut" class="soft" hidden></p>
</section>`;
}

function cellHtml({ id, label, number, prose }: Column, text: string, pieces: readonly string[] = []): string {
  const marked = pieces.map((piece, at) => (at % 2 ? `<mark>${htmlText(piece)}</mark>` : htmlText(piece))).join("");
  const content = marked || (prose ? proseHtml(text) : htmlText(text));
  return `<td class="${number ? `${id} number` : id}" data-label="${label}">${content}</td>`;
}

// Marks are rare, so they are kept apart: row → column → pieces, every second one marked.
function dataOf({ columns, rows, word = CARS }: HtmlTable): PageData {
  const plain = (cell: HtmlRow[number] = "") => (typeof cell === "string" ? cell : cell.join(""));
  const places = columns.map((_, at) => at).filter((at) => at === 0 || rows.some((row) => plain(row[at]) !== ""));
  const marks = rows.flatMap((row, at) => {
    const cells = places.flatMap((place, index) => {
      const cell = row[place];
      return typeof cell === "object" && cell[1] !== "" ? [[index, cell.map(terminalText)]] : [];
    });
    return cells.length === 0 ? [] : [[at, Object.fromEntries(cells)]];
  });
  return {
    columns: places.flatMap((at) => columns[at] ?? []),
    rows: rows.map((row) => places.map((at) => terminalText(plain(row[at])))),
    marks: Object.fromEntries(marks),
    word,
  };
}
