import { scriptJson } from "../escape/html.ts";
import { terminalText } from "../escape/terminal.ts";
import { htmlFile } from "./html-file.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** A column of the table of cars. */
export interface Column {
  /** CSS class; `car` comes first and is what the search looks at. */
  readonly id: string;
  readonly label: string;
  /** Whether the reader can choose one of its values. */
  readonly filter?: true;
  /** Whether the word (after a sign) is a class that gives its colour. */
  readonly coloured?: true;
  /** Whether it sorts by the number that its cells begin with, the largest first; cells may be several amounts with ` + ` between. */
  readonly number?: true;
  /** Whether a cell is several values with a blank between; amounts sort by the one that is chosen. */
  readonly several?: true;
  /** Whether its cells are sentences, in which what stands between backticks is set as code. */
  readonly prose?: true;
  /** Most letters that it is made wide for; 120 unless given. */
  readonly widest?: number;
  /** Whether it is there for its filter only. */
  readonly hidden?: true;
}

/** What the rows of a page are. */
export interface RowWord {
  readonly title: string;
  readonly one: string;
  readonly many: string;
  /** Their order, as a clause: `the most expensive first`. */
  readonly order?: string;
}

const CARS: RowWord = { title: "Cars", one: "car", many: "cars" };

/** A text in three parts; `changed` is what its twin writes otherwise, and may be empty. */
export interface MarkedText {
  readonly before: string;
  readonly changed: string;
  readonly after: string;
}

/** A car's cells by column, as foreign text. */
export type HtmlRow = readonly (string | MarkedText)[];

/**
 * A page: what stands above and below the table, as HTML, and the table's rows. Columns without any text are left out,
 * the first one aside.
 */
export interface HtmlPage {
  readonly title: string;
  readonly above: string;
  readonly columns: readonly Column[];
  readonly rows: readonly HtmlRow[];
  readonly below?: string;
  /** Cars unless given. */
  readonly word?: RowWord;
}

/** A whole HTML file that loads nothing and sends nothing: its own policy forbids it. */
export function htmlPage(page: HtmlPage): string {
  return htmlFile({
    title: page.title,
    style: PAGE_STYLE,
    script: { data: scriptJson(dataOf(page)), program: PAGE_SCRIPT },
    main: `${page.above}
${rowsSection(page.word ?? CARS)}
${page.below === undefined ? "" : `${page.below}\n`}`,
  });
}

function rowsSection({ title, one, many }: RowWord): string {
  return `<section id="cars" class="card" aria-labelledby="cars-title">
<h2 id="cars-title">${title}</h2>
<noscript><p>Searching and listing the ${many} needs JavaScript. The counts above do not.</p></noscript>
<div class="tools">
<label>Search a plate<input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<div id="filters" class="tools" role="group" aria-label="Filters"></div>
<label class="sort">Sort by<select id="sort"><option value="-1">as listed</option></select></label>
<p id="count" class="count soft" role="status"></p>
</div>
<div id="pane" class="cars" tabindex="0" role="region" aria-label="${title}, scrollable">
<table id="table" role="table" aria-labelledby="cars-title">
<colgroup id="widths"></colgroup>
<thead role="rowgroup"><tr id="headings" role="row"></tr></thead>
<tbody id="rows" role="rowgroup"></tbody>
</table>
<button id="more" class="more" type="button" hidden></button>
<p id="nothing" class="nothing soft" hidden>No ${one} matches.<button id="clear" type="button">Show all</button></p>
</div>
<p id="cut" class="soft" hidden></p>
</section>`;
}

// Marks are rare, so they stand apart: row → column → pieces, every second one marked.
function dataOf(page: HtmlPage): object {
  const plain = (cell: HtmlRow[number] = "") =>
    typeof cell === "string" ? cell : `${cell.before}${cell.changed}${cell.after}`;
  const places = page.columns
    .map((_, at) => at)
    .filter((at) => at === 0 || page.rows.some((row) => plain(row[at]) !== ""));
  const marks = page.rows.flatMap((row, at) => {
    const cells = places.flatMap((place, index) => {
      const cell = row[place];
      if (cell === undefined || typeof cell === "string" || cell.changed === "") return [];
      return [[index, [cell.before, cell.changed, cell.after].map(terminalText)]];
    });
    return cells.length === 0 ? [] : [[at, Object.fromEntries(cells)]];
  });
  return {
    columns: places.map((at) => page.columns[at]),
    rows: page.rows.map((row) => places.map((at) => terminalText(plain(row[at])))),
    marks: Object.fromEntries(marks),
    word: page.word ?? CARS,
  };
}
