/**
 * The script of every HTML page: search, filters, sorting, and a table that only ever holds the rows in sight (when
 * printed, all of them up to a limit). It reads its cars from the page and writes them as text, never as markup.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
const ROW_HEIGHT = 34;
const BEYOND_SIGHT = 12;
const MOST_PRINTED = 2000;
const WIDEST_COLUMN = 120;
const FEW_VALUES = 8;
// A letter is narrower than the digit that "ch" measures; the rest is the cell's own space and the arrow of its heading.
const DIGITS_PER_LETTER = 0.9;
const SPACE_OF_CELL = 4;
const { columns, rows, marks } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const fold = (text) => text.normalize("NFKC").toUpperCase().replace(/[ .\-·]/g, "");
const natural = (text) => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
const keys = rows.map((row) => fold(row[0]));
const numbers = new Intl.NumberFormat("en");
const pane = $("pane");
const filters = [];
let sorted = { column: -1, down: false };
let view = [];
let printing = false;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function addFilter(column, at) {
  const counts = new Map();
  for (const row of rows) if (row[at] !== "") counts.set(row[at], (counts.get(row[at]) ?? 0) + 1);
  if (counts.size < 2) return;
  const values = [...counts.keys()];
  if (values.length > FEW_VALUES) values.sort((a, b) => (natural(a) < natural(b) ? -1 : 1));
  const options = values.map((value) => new Option(value + " (" + numbers.format(counts.get(value)) + ")", value));
  const select = element("select", {}, new Option("all", ""), ...options);
  select.addEventListener("change", refresh);
  filters.push({ at, select });
  $("filters").append(element("label", {}, column.label, select));
}

function widthOf(column, at) {
  const longest = rows.reduce((most, row) => Math.max(most, row[at].length), column.label.length + 2);
  return DIGITS_PER_LETTER * Math.min(longest, WIDEST_COLUMN) + SPACE_OF_CELL;
}

function addHeadings() {
  const widths = columns.map(widthOf);
  columns.forEach((column, at) => {
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => sortBy(at));
    $("headings").append(element("th", { scope: "col", class: "column-" + column.id }, button));
    const col = element("col", {});
    if (at < columns.length - 1) col.style.width = widths[at] + "ch";
    $("widths").append(col);
  });
  $("table").style.minWidth = widths.reduce((sum, width) => sum + width, 0) + "ch";
}

function sortBy(at) {
  sorted = { column: at, down: sorted.column === at && !sorted.down };
  [...$("headings").children].forEach((heading, index) => {
    if (index === at) heading.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    else heading.removeAttribute("aria-sort");
  });
  refresh();
}

function matching() {
  const query = fold($("search").value);
  const chosen = filters.filter(({ select }) => select.value !== "");
  const found = [];
  for (let at = 0; at < rows.length; at += 1) {
    if (query !== "" && !keys[at].includes(query)) continue;
    if (chosen.every(({ at: column, select }) => rows[at][column] === select.value)) found.push(at);
  }
  return found;
}

function refresh() {
  view = matching();
  const { column, down } = sorted;
  if (column >= 0) {
    const order = column === 0 ? keys : rows.map((row) => natural(row[column]));
    view.sort((a, b) => (order[a] < order[b] ? -1 : order[a] > order[b] ? 1 : a - b) * (down ? -1 : 1));
  }
  $("count").textContent = numbers.format(view.length) + " of " + numbers.format(rows.length) + (rows.length === 1 ? " car" : " cars");
  $("nothing").hidden = view.length > 0;
  $("table").hidden = view.length === 0;
  $("table").setAttribute("aria-rowcount", view.length + 1);
  pane.scrollTop = 0;
  draw();
}

function clear() {
  $("search").value = "";
  for (const { select } of filters) select.value = "";
  refresh();
  $("search").focus();
}

function spacer(count) {
  const row = element("tr", { class: "space", "aria-hidden": "true" });
  row.style.height = count * ROW_HEIGHT + "px";
  return row;
}

// Every second piece of a marked cell is what its twin writes otherwise.
function contentOf(text, pieces, coloured) {
  if (pieces) return pieces.map((piece, at) => (at % 2 ? element("mark", {}, piece) : piece));
  if (!coloured || text === "") return [text];
  return [element("span", { class: "badge " + text.replace(/^\S /, "") }, text)];
}

function rowOf(place) {
  const at = view[place];
  const cells = rows[at].map((text, index) => {
    const { id, coloured } = columns[index];
    const role = index === 0 ? { role: "rowheader" } : {};
    const cell = element("td", { class: id, ...role }, ...contentOf(text, marks[at]?.[index], coloured));
    if (text.length > WIDEST_COLUMN) cell.title = text;
    return cell;
  });
  return element("tr", { "aria-rowindex": place + 2 }, ...cells);
}

function draw() {
  const seen = Math.ceil(innerHeight / ROW_HEIGHT) + 2 * BEYOND_SIGHT;
  const first = printing ? 0 : Math.max(0, Math.floor(pane.scrollTop / ROW_HEIGHT) - BEYOND_SIGHT);
  const last = Math.min(view.length, first + (printing ? MOST_PRINTED : seen));
  const shown = [];
  for (let place = first; place < last; place += 1) shown.push(rowOf(place));
  $("rows").replaceChildren(spacer(first), ...shown, spacer(view.length - last));
  $("cut").hidden = !printing || last === view.length;
  $("cut").textContent = "Printed here: the first " + numbers.format(last) + " of them.";
}

let waiting = false;
function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function print(now) {
  if (printing === now) return;
  printing = now;
  draw();
}

addHeadings();
columns.forEach((column, at) => column.filter && addFilter(column, at));
$("clear").addEventListener("click", clear);
$("search").addEventListener("input", refresh);
pane.addEventListener("scroll", drawSoon, { passive: true });
addEventListener("resize", drawSoon);
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));
matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
if (rows.length > 0) refresh();
else $("cars").hidden = true;
`;
