import { createHash } from "node:crypto";
import { htmlText, scriptJson } from "./escape/html.ts";
import { terminalText } from "./escape/terminal.ts";
import { PAGE_SCRIPT } from "./html-script.ts";
import { PAGE_STYLE } from "./html-style.ts";

/** A column of the table of cars. */
export interface Column {
  /** CSS class; `car` comes first and is what the search looks at. */
  readonly id: string;
  readonly label: string;
  /** Its share of the table. */
  readonly width: number;
  /** Whether the reader can choose one of its values. */
  readonly filter?: true;
  /** Whether its word (after a sign) is a class that gives its colour. */
  readonly coloured?: true;
}

/** A page: what stands above the table, as HTML, and the table's cars as foreign text. Columns without any text are left out, the first one aside. */
export interface Page {
  readonly title: string;
  readonly above: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** A whole HTML file that loads nothing and sends nothing: its own policy forbids it. */
export function htmlPage(page: Page): string {
  const columns = page.columns.filter((_, at) => at === 0 || page.rows.some((row) => row[at] !== ""));
  const places = columns.map((column) => page.columns.indexOf(column));
  const rows = page.rows.map((row) => places.map((at) => terminalText(row[at] ?? "")));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<title>${htmlText(page.title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${page.above}
<section class="card" aria-labelledby="cars-title">
<h2 id="cars-title">Cars</h2>
<noscript><p>Searching and listing the cars needs JavaScript. The counts above do not.</p></noscript>
<div class="tools">
<label>Search a plate<input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<div id="filters" class="tools" role="group" aria-label="Filters"></div>
<p id="count" class="count soft" role="status"></p>
</div>
<div id="pane" class="cars" tabindex="0" role="region" aria-label="Cars, scrollable">
<table id="table" aria-labelledby="cars-title">
<colgroup id="widths"></colgroup>
<thead><tr id="headings"></tr></thead>
<tbody id="rows"></tbody>
</table>
<p id="nothing" class="nothing soft" hidden>No car to show.</p>
</div>
</section>
</main>
<script id="data" type="application/json">${scriptJson({ columns, rows })}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function policy(): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; style-src ${hash(PAGE_STYLE)}; script-src ${hash(PAGE_SCRIPT)}; base-uri 'none'; form-action 'none'`;
}
