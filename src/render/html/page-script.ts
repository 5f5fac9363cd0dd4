/**
 * The script of every HTML page: search, filters, sorting, and a table that only ever holds the rows in sight (when
 * printed, all of them up to a limit; on a phone, a card each, some fifty at first). It reads its rows from the page and
 * writes them as text, never as markup.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
const ROW_HEIGHT = 34;
const BEYOND_SIGHT = 12;
const MOST_PRINTED = 2000;
const CARDS_AT_ONCE = 50;
const WIDEST_COLUMN = 120;
const FEW_VALUES = 8;
// A letter is narrower than the digit that "ch" measures; the rest is the cell's own space and the arrow of its heading.
const DIGITS_PER_LETTER = 0.9;
const SPACE_OF_CELL = 4;
const { columns, rows, marks, word } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const fold = (text) => text.normalize("NFKC").toUpperCase().replace(/[ .\-·]/g, "");
const natural = (text) => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
const keys = rows.map((row) => fold(row[0]));
const numbers = new Intl.NumberFormat("en");
const pane = $("pane");
const phone = matchMedia("(max-width: 40rem)");
const filters = [];
const headings = new Map();
let sorted = { column: -1, down: false };
let view = [];
let printing = false;
let cards = CARDS_AT_ONCE;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const valuesIn = (row, at) => (columns[at].several ? row[at].split(" ") : [row[at]]);

function addFilter(column, at) {
  const counts = new Map();
  for (const row of rows) for (const value of valuesIn(row, at)) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size < 2) return;
  const values = [...counts.keys()];
  if (values.length > FEW_VALUES) values.sort((a, b) => (natural(a) < natural(b) ? -1 : 1));
  const options = values.map((value) => new Option(value + " (" + numbers.format(counts.get(value)) + ")", value));
  const select = element("select", {}, new Option("all", ""), ...options);
  select.addEventListener("change", refresh);
  filters.push({ at, select, id: column.id });
  $("filters").append(element("label", {}, column.label, select));
}

function widthOf(column, at) {
  const longest = rows.reduce((most, row) => Math.max(most, row[at].length), column.label.length + 2);
  return DIGITS_PER_LETTER * Math.min(longest, column.widest ?? WIDEST_COLUMN) + SPACE_OF_CELL;
}

function addHeadings() {
  let whole = 0;
  columns.forEach((column, at) => {
    if (column.hidden) return;
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => sortBy(at));
    const heading = element("th", { scope: "col", role: "columnheader", class: "column-" + column.id + (column.number ? " number" : "") }, button);
    headings.set(at, heading);
    $("headings").append(heading);
    const col = element("col", {});
    const width = widthOf(column, at);
    whole += width;
    if (at < columns.length - 1) col.style.width = width + "ch";
    $("widths").append(col);
    $("sort").append(new Option(column.label, at));
  });
  $("table").style.minWidth = whole + "ch";
}

// The largest number is what is looked for.
function sortBy(at) {
  const isNumber = columns[at]?.number ?? false;
  sorted = { column: at, down: sorted.column === at ? !sorted.down : isNumber };
  $("sort").value = at;
  headings.forEach((heading, index) => {
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
    if (chosen.every(({ at: column, select }) => valuesIn(rows[at], column).includes(select.value))) found.push(at);
  }
  return found;
}

// Of several amounts, the one in the chosen currency, else the first.
function numberIn(text) {
  const codes = filters.filter(({ at, select }) => columns[at].several && select.value !== "").map(({ select }) => " " + select.value);
  const parts = text.split(" + ");
  const part = parts.find((one) => codes.some((code) => one.endsWith(code))) ?? parts[0];
  const number = parseFloat(part.replaceAll(",", ""));
  return Number.isNaN(number) ? -Infinity : number;
}

function orderBy(at) {
  if (at === 0) return keys;
  return rows.map((row) => (columns[at].number ? numberIn(row[at]) : natural(row[at])));
}

const counted = (count) => numbers.format(count) + " " + (count === 1 ? word.one : word.many);

function refresh() {
  view = matching();
  const { column, down } = sorted;
  if (column >= 0) {
    const order = orderBy(column);
    view.sort((a, b) => (order[a] < order[b] ? -1 : order[a] > order[b] ? 1 : a - b) * (down ? -1 : 1));
  }
  $("count").textContent = numbers.format(view.length) + " of " + counted(rows.length);
  $("nothing").hidden = view.length > 0;
  $("table").hidden = view.length === 0;
  $("table").setAttribute("aria-rowcount", view.length + 1);
  for (const tile of tiles) tile.setAttribute("aria-pressed", String(filterOf(tile)?.select.value === tile.dataset.value));
  pane.scrollTop = 0;
  cards = CARDS_AT_ONCE;
  draw();
}

const tiles = [...document.querySelectorAll("[data-column]")];
const filterOf = (tile) => filters.find(({ id }) => id === tile.dataset.column);

// Where all rows have one value there is no filter: the rows are shown all the same.
function chooseTile(tile) {
  const filter = filterOf(tile);
  if (filter) filter.select.value = filter.select.value === tile.dataset.value ? "" : tile.dataset.value;
  refresh();
  $("cars").scrollIntoView();
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
function contentOf(text, pieces, { coloured, prose }) {
  if (pieces) return pieces.map((piece, at) => (at % 2 ? element("mark", {}, piece) : piece));
  const quoted = prose ? text.split("\u0060") : [];
  if (quoted.length > 2 && quoted.length % 2 === 1) return quoted.map((piece, at) => (at % 2 ? element("code", {}, piece) : piece));
  if (!coloured || text === "") return [text];
  return [element("span", { class: "badge " + text.replace(/^\S /, "") }, text)];
}

function rowOf(place) {
  const at = view[place];
  const cells = rows[at].flatMap((text, index) => {
    const { id, label, number, hidden, widest = WIDEST_COLUMN } = columns[index];
    if (hidden) return [];
    const attributes = { class: number ? id + " number" : id, role: index === 0 ? "rowheader" : "cell", "data-label": label };
    const cell = element("td", attributes, ...contentOf(text, marks[at]?.[index], columns[index]));
    if (text.length > widest) cell.title = text;
    return [cell];
  });
  return element("tr", { role: "row", "aria-rowindex": place + 2 }, ...cells);
}

function draw() {
  const areCards = phone.matches && !printing;
  const seen = Math.ceil(innerHeight / ROW_HEIGHT) + 2 * BEYOND_SIGHT;
  const first = printing || areCards ? 0 : Math.max(0, Math.floor(pane.scrollTop / ROW_HEIGHT) - BEYOND_SIGHT);
  const last = Math.min(view.length, first + (printing ? MOST_PRINTED : areCards ? cards : seen));
  const shown = [];
  for (let place = first; place < last; place += 1) shown.push(rowOf(place));
  const left = view.length - last;
  $("rows").replaceChildren(...(areCards ? shown : [spacer(first), ...shown, spacer(left)]));
  $("more").hidden = !areCards || left === 0;
  $("more").textContent = "Show " + numbers.format(Math.min(left, CARDS_AT_ONCE)) + " more of " + counted(view.length);
  const order = sorted.column < 0 && word.order ? ", " + word.order : "";
  $("cut").hidden = !printing || left === 0;
  $("cut").textContent = "Printed here: the first " + numbers.format(last) + " of " + counted(view.length) + order + ". " + numbers.format(left) + (left === 1 ? " is" : " are") + " left out.";
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
$("sort").addEventListener("change", () => sortBy(Number($("sort").value)));
$("more").addEventListener("click", () => {
  cards += CARDS_AT_ONCE;
  draw();
});
for (const tile of tiles) tile.addEventListener("click", () => chooseTile(tile));
phone.addEventListener("change", drawSoon);
$("search").addEventListener("input", refresh);
pane.addEventListener("scroll", drawSoon, { passive: true });
addEventListener("resize", drawSoon);
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));
matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
if (rows.length > 0) refresh();
else $("cars").hidden = true;
`;
