/**
 * The script of every HTML page: search, filters, sorting, and a table that only ever holds the rows in sight. It reads
 * its cars from the page and writes them as text, never as markup.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
const ROW_HEIGHT = 34;
const BEYOND_SIGHT = 12;
const { columns, rows } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const fold = (text) => text.normalize("NFKC").toUpperCase().replace(/[ .\-·]/g, "");
const keys = rows.map((row) => fold(row[0]));
const numbers = new Intl.NumberFormat("en");
const pane = $("pane");
const body = $("rows");
const filters = [];
const whole = columns.reduce((sum, column) => sum + column.width, 0);
let sorted = { column: -1, down: false };
let view = [];

function addFilter(column, at) {
  const values = [...new Set(rows.map((row) => row[at]))].filter((value) => value !== "");
  if (values.length < 2) return;
  const label = document.createElement("label");
  const select = document.createElement("select");
  label.append(column.label, select);
  select.append(new Option("all", ""), ...values.map((value) => new Option(value, value)));
  select.addEventListener("change", refresh);
  filters.push({ at, select });
  $("filters").append(label);
}

function addHeading(column, at) {
  const heading = document.createElement("th");
  heading.scope = "col";
  heading.className = "column-" + column.id;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = column.label;
  button.addEventListener("click", () => sortBy(at));
  heading.append(button);
  $("headings").append(heading);
  const width = document.createElement("col");
  width.style.width = (100 * column.width) / whole + "%";
  $("widths").append(width);
}

function sortBy(at) {
  sorted = { column: at, down: sorted.column === at && !sorted.down };
  [...$("headings").children].forEach((heading, index) => {
    const here = index === at;
    heading.ariaSort = here ? (sorted.down ? "descending" : "ascending") : "none";
    heading.firstChild.textContent = columns[index].label + (here ? (sorted.down ? " ▼" : " ▲") : "");
  });
  refresh();
}

function refresh() {
  const query = fold($("search").value);
  const chosen = filters.filter(({ select }) => select.value !== "");
  view = [];
  for (let at = 0; at < rows.length; at += 1) {
    if (query !== "" && !keys[at].includes(query)) continue;
    if (chosen.every(({ at: column, select }) => rows[at][column] === select.value)) view.push(at);
  }
  const { column, down } = sorted;
  if (column >= 0) {
    const key = column === 0 ? (at) => keys[at] : (at) => rows[at][column];
    view.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b) * (down ? -1 : 1));
  }
  $("count").textContent = numbers.format(view.length) + " of " + numbers.format(rows.length) + " cars";
  $("nothing").hidden = view.length > 0;
  $("table").ariaRowCount = String(view.length + 1);
  pane.scrollTop = 0;
  draw();
}

function spacer(count) {
  const row = document.createElement("tr");
  row.className = "space";
  row.ariaHidden = "true";
  row.style.height = count * ROW_HEIGHT + "px";
  return row;
}

function rowOf(place) {
  const cells = rows[view[place]];
  const row = document.createElement("tr");
  row.ariaRowIndex = String(place + 2);
  cells.forEach((text, at) => {
    const cell = document.createElement("td");
    const { id, coloured } = columns[at];
    cell.className = coloured ? id + " " + text.replace(/^\S /, "") : id;
    cell.textContent = text;
    if (text.length > 12) cell.title = text;
    row.append(cell);
  });
  return row;
}

function draw() {
  const seen = Math.ceil(innerHeight / ROW_HEIGHT);
  const first = Math.max(0, Math.floor(pane.scrollTop / ROW_HEIGHT) - BEYOND_SIGHT);
  const last = Math.min(view.length, first + seen + 2 * BEYOND_SIGHT);
  const shown = [];
  for (let place = first; place < last; place += 1) shown.push(rowOf(place));
  body.replaceChildren(spacer(first), ...shown, spacer(view.length - last));
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

columns.forEach(addHeading);
columns.forEach((column, at) => column.filter && addFilter(column, at));
$("search").addEventListener("input", refresh);
pane.addEventListener("scroll", drawSoon, { passive: true });
addEventListener("resize", drawSoon);
refresh();
`;
