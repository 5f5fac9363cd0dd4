/**
 * The script of every page with a table: search, filters, sorting, and the first rows with a button for more (when printed,
 * as many as fit a limit). It reads its rows from the page and writes them as text, never as markup.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
const ROWS_AT_FIRST = 50;
const MORE_ROWS = 500;
const MOST_PRINTED = 2000;
const FEW_VALUES = 8;
const { columns, rows, marks, word } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const fold = (text) => text.normalize("NFKC").toUpperCase().replace(/[ .\-·]/g, "");
const natural = (text) => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
const plates = rows.map((row) => fold(row[0]));
const texts = rows.map((row) => row.join("\n").toUpperCase());
const numbers = new Intl.NumberFormat("en");
const chosen = new Map();
const headings = new Map();
let sorted = { column: -1, down: false };
let view = [];
let shown = ROWS_AT_FIRST;
let printing = false;

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
  if (counts.size < 2 || counts.size > FEW_VALUES) return;
  const buttons = [...counts].map(([value, count]) => {
    const button = element("button", { type: "button", class: "chip" }, ...contentOf(value, undefined, { prose: column.prose }), element("small", {}, " " + numbers.format(count)));
    button.dataset.column = column.id;
    button.dataset.value = value;
    return button;
  });
  $("filters").append(element("div", { class: "filter", role: "group", "aria-label": column.label }, element("span", { class: "soft" }, column.label), ...buttons));
}

function addHeadings() {
  $("headings").replaceChildren();
  columns.forEach((column, at) => {
    if (column.hidden) return;
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => sortBy(at));
    const heading = element("th", { scope: "col", role: "columnheader", class: column.number ? "number" : "" }, button);
    headings.set(at, heading);
    $("headings").append(heading);
    $("sort").append(new Option(column.label, at));
  });
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
  const query = $("search").value.trim();
  const plate = fold(query);
  const text = query.toUpperCase();
  const isFound = (at) => query === "" || (plate !== "" && plates[at].includes(plate)) || texts[at].includes(text);
  const wanted = [...chosen].map(([id, value]) => [columns.findIndex((column) => column.id === id), value]);
  const isChosen = (row) => wanted.every(([at, value]) => valuesIn(row, at).includes(value));
  return rows.flatMap((row, at) => (isFound(at) && isChosen(row) ? [at] : []));
}

// Of several amounts, the one in the chosen currency, else the first.
function numberIn(text) {
  const codes = columns.flatMap(({ id, several }) => (several && chosen.has(id) ? [" " + chosen.get(id)] : []));
  const parts = text.split(" + ");
  const part = parts.find((one) => codes.some((code) => one.endsWith(code))) ?? parts[0];
  const number = parseFloat(part.replaceAll(",", ""));
  return Number.isNaN(number) ? -Infinity : number;
}

function orderBy(at) {
  if (at === 0) return plates;
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
  $("clear").hidden = chosen.size === 0 && $("search").value === "";
  $("nothing").hidden = view.length > 0;
  $("table").hidden = view.length === 0;
  for (const button of choices()) button.setAttribute("aria-pressed", String(chosen.get(button.dataset.column) === button.dataset.value));
  shown = ROWS_AT_FIRST;
  draw();
}

const choices = () => document.querySelectorAll("[data-column]");

// A column in which all rows are alike has no filter, and may be left out: then the rows are shown all the same.
function choose(button) {
  const { column, value } = button.dataset;
  if (chosen.get(column) === value) chosen.delete(column);
  else if (columns.some(({ id }) => id === column)) chosen.set(column, value);
  refresh();
  if (!button.closest("#cars")) $("cars").scrollIntoView();
}

function clear() {
  $("search").value = "";
  chosen.clear();
  refresh();
  $("search").focus();
}

// Every second piece of a marked cell is what its twin writes otherwise.
function contentOf(text, pieces, { coloured, prose }) {
  if (pieces) return pieces.map((piece, at) => (at % 2 ? element("mark", {}, piece) : piece));
  const quoted = prose ? text.split("\u0060") : [];
  if (quoted.length > 2 && quoted.length % 2 === 1) return quoted.map((piece, at) => (at % 2 ? element("code", {}, piece) : piece));
  if (!coloured || text === "") return [text];
  return [element("span", { class: "badge " + text.replace(/^\S /, "") }, text)];
}

function rowOf(at) {
  const cells = rows[at].flatMap((text, index) => {
    const { id, label, number, hidden } = columns[index];
    if (hidden) return [];
    const attributes = { class: number ? id + " number" : id, role: index === 0 ? "rowheader" : "cell", "data-label": label };
    return [element("td", attributes, ...contentOf(text, marks[at]?.[index], columns[index]))];
  });
  return element("tr", { role: "row" }, ...cells);
}

function draw() {
  const places = view.slice(0, printing ? MOST_PRINTED : shown);
  const left = view.length - places.length;
  $("rows").replaceChildren(...places.map(rowOf));
  $("more").hidden = printing || left === 0;
  $("more").textContent = "Show " + numbers.format(Math.min(left, MORE_ROWS)) + " more of " + counted(view.length);
  const order = sorted.column < 0 && word.order ? ", " + word.order : "";
  $("cut").hidden = !printing || left === 0;
  $("cut").textContent = "Printed here: the first " + numbers.format(places.length) + " of " + counted(view.length) + order + ". " + numbers.format(left) + (left === 1 ? " is" : " are") + " left out.";
}

function print(now) {
  if (printing === now) return;
  printing = now;
  draw();
}

addHeadings();
columns.forEach((column, at) => column.filter && addFilter(column, at));
for (const button of choices()) button.addEventListener("click", () => choose(button));
$("clear").addEventListener("click", clear);
$("sort").addEventListener("change", () => sortBy(Number($("sort").value)));
$("more").addEventListener("click", () => {
  shown += MORE_ROWS;
  draw();
});
$("search").addEventListener("input", refresh);
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));
matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
$("still").hidden = true;
$("tools").hidden = false;
refresh();
`;
