// The script of every page with a table. It reads its rows from the page and writes them as text, never as markup. Checked with
// the tsconfig.json beside it; `npm run build` makes `../page-assets.ts` of it.
import { csvLine } from "../../escape/sinks.ts";
import type { Column, PageData } from "../table-data.ts";

const ROWS_AT_FIRST = 50;
const MORE_ROWS = 500;
const MOST_PRINTED = 2000;
const FEW_VALUES = 8;
const { columns, rows, marks, word }: PageData = JSON.parse($("data").textContent ?? "");
const search = $<HTMLInputElement>("search");
const sort = $<HTMLSelectElement>("sort");
const fold = (text: string) =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[ .\-·]/g, "");
const natural = (text: string) => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
const plates = rows.map(([car = ""]) => fold(car));
const texts = rows.map((row) => row.join("\n").toUpperCase());
const numbers = new Intl.NumberFormat("en");
const chosen = new Map<string, string>();
const headings = new Map<number, HTMLElement>();
let sorted = { column: -1, down: false };
let view: number[] = [];
let shown = ROWS_AT_FIRST;
let printing = false;

function $<Kind extends HTMLElement>(id: string): Kind {
  const found = document.querySelector<Kind>(`#${id}`);
  if (!found) throw new Error(id);
  return found;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const valuesIn = (row: readonly string[], at: number) => {
  const text = row[at] ?? "";
  return columns[at]?.several ? text.split(" ") : [text];
};

function addFilter(column: Column, at: number): void {
  if (!column.filter) return;
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const value of valuesIn(row, at)) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size < 2 || counts.size > FEW_VALUES) return;
  const buttons = [...counts].map(([value, count]) =>
    element(
      "button",
      { type: "button", class: "chip", "data-column": column.id, "data-value": value },
      ...contentOf(value, undefined, column.prose ? { prose: true } : {}),
      element("small", {}, ` ${numbers.format(count)}`),
    ),
  );
  $("filters").append(
    element(
      "div",
      { class: "filter", role: "group", "aria-label": column.label },
      element("span", { class: "soft" }, column.label),
      ...buttons,
    ),
  );
}

function addHeadings(): void {
  $("headings").replaceChildren();
  columns.forEach((column, at) => {
    if (column.hidden) return;
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => sortBy(at));
    const heading = element("th", { scope: "col", role: "columnheader", class: column.number ? "number" : "" }, button);
    headings.set(at, heading);
    $("headings").append(heading);
    $("sort").append(new Option(column.label, String(at)));
  });
}

// The largest number is what is looked for.
function sortBy(at: number): void {
  sorted = { column: at, down: sorted.column === at ? !sorted.down : (columns[at]?.number ?? false) };
  sort.value = String(at);
  headings.forEach((heading, index) => {
    if (index === at) heading.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    else heading.removeAttribute("aria-sort");
  });
  refresh();
}

function matching(): number[] {
  const query = search.value.trim();
  const plate = fold(query);
  const text = query.toUpperCase();
  const isFound = (at: number) =>
    query === "" || (plate !== "" && (plates[at] ?? "").includes(plate)) || (texts[at] ?? "").includes(text);
  const wanted = [...chosen].map(([id, value]) => ({ at: columns.findIndex((column) => column.id === id), value }));
  const isChosen = (row: readonly string[]) => wanted.every(({ at, value }) => valuesIn(row, at).includes(value));
  return [...rows.keys()].filter((at) => isFound(at) && isChosen(rows[at] ?? []));
}

// Of several amounts, the one in the chosen currency, else the first.
function numberIn(text: string): number {
  const codes = columns.flatMap(({ id, several }) => (several && chosen.has(id) ? [` ${chosen.get(id)}`] : []));
  const parts = text.split(" + ");
  const part = parts.find((one) => codes.some((code) => one.endsWith(code))) ?? text;
  const number = Number.parseFloat(part.replaceAll(",", ""));
  return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
}

function orderBy(at: number): readonly (string | number)[] {
  if (at === 0) return plates;
  const isNumber = columns[at]?.number;
  return rows.map(({ [at]: text = "" }) => (isNumber ? numberIn(text) : natural(text)));
}

const counted = (count: number) => `${numbers.format(count)} ${count === 1 ? word.one : word.many}`;

function refresh(): void {
  view = matching();
  const { column, down } = sorted;
  if (column >= 0) {
    const order = orderBy(column);
    view.sort((a, b) => {
      const [left = "", right = ""] = [order[a], order[b]];
      return (left < right ? -1 : left > right ? 1 : a - b) * (down ? -1 : 1);
    });
  }
  $("count").textContent = `${numbers.format(view.length)} of ${counted(rows.length)}`;
  $("clear").hidden = chosen.size === 0 && search.value === "";
  $("nothing").hidden = view.length > 0;
  $("table").hidden = view.length === 0;
  for (const button of choices()) {
    const { column: id = "", value } = button.dataset;
    button.setAttribute("aria-pressed", String(chosen.get(id) === value));
  }
  shown = ROWS_AT_FIRST;
  draw();
}

const choices = () => document.querySelectorAll<HTMLElement>("[data-column]");

// A column in which all rows are alike has no filter, and may be left out: then the rows are shown all the same.
function choose(button: HTMLElement): void {
  const { column = "", value = "" } = button.dataset;
  if (chosen.get(column) === value) chosen.delete(column);
  else if (columns.some(({ id }) => id === column)) chosen.set(column, value);
  refresh();
  if (!button.closest("#cars")) $("cars").scrollIntoView();
}

function clear(): void {
  search.value = "";
  chosen.clear();
  refresh();
  search.focus();
}

// Every second piece of a marked cell is what its twin writes otherwise.
function contentOf(
  text: string,
  pieces: readonly string[] | undefined,
  { coloured, prose }: Pick<Column, "coloured" | "prose">,
): (Node | string)[] {
  if (pieces) return pieces.map((piece, at) => (at % 2 ? element("mark", {}, piece) : piece));
  const quoted = prose ? text.split("`") : [];
  if (quoted.length > 2 && quoted.length % 2 === 1)
    return quoted.map((piece, at) => (at % 2 ? element("code", {}, piece) : piece));
  if (!coloured || text === "") return [text];
  return [element("span", { class: `badge ${text.replace(/^\S /, "")}` }, text)];
}

function rowOf(at: number): HTMLElement {
  const cells = columns.flatMap((column, index) => {
    const { id, label, number } = column;
    if (column.hidden) return [];
    const attributes = {
      class: number ? `${id} number` : id,
      role: index === 0 ? "rowheader" : "cell",
      "data-label": label,
    };
    return [element("td", attributes, ...contentOf(rows[at]?.[index] ?? "", marks[at]?.[index], column))];
  });
  return element("tr", { role: "row" }, ...cells);
}

function draw(): void {
  const drawn = view.slice(0, printing ? MOST_PRINTED : shown);
  const left = view.length - drawn.length;
  $("rows").replaceChildren(...drawn.map(rowOf));
  $("more").hidden = printing || left === 0;
  $("more").textContent = `Show ${numbers.format(Math.min(left, MORE_ROWS))} more of ${counted(view.length)}`;
  const order = sorted.column < 0 && word.order ? `, ${word.order}` : "";
  $("cut").hidden = !printing || left === 0;
  $("cut").textContent =
    "Printed here: the first " +
    numbers.format(drawn.length) +
    " of " +
    counted(view.length) +
    order +
    ". " +
    numbers.format(left) +
    (left === 1 ? " is" : " are") +
    " left out.";
}

// What search and filters show, in their order, as our own CSV. A blob makes no request: the policy of the page allows none.
function save(): void {
  const inCsv = (row: readonly string[]) =>
    csvLine(
      columns.flatMap(({ hidden, coloured }, at) =>
        hidden ? [] : [(row[at] ?? "").replace(coloured ? /^\S / : "", "")],
      ),
    );
  const lines = [columns.map(({ label }) => label), ...view.map((at) => rows[at] ?? [])].map(inCsv);
  const href = URL.createObjectURL(new Blob(lines, { type: "text/csv" }));
  element("a", { href, download: `${word.many}.csv` }).click();
}

function print(now: boolean): void {
  if (printing === now) return;
  printing = now;
  draw();
}

addHeadings();
columns.forEach(addFilter);
for (const button of choices()) button.addEventListener("click", () => choose(button));
$("clear").addEventListener("click", clear);
$("save").addEventListener("click", save);
sort.addEventListener("change", () => sortBy(Number(sort.value)));
$("more").addEventListener("click", () => {
  shown += MORE_ROWS;
  draw();
});
search.addEventListener("input", refresh);
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));
matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
$("still").hidden = true;
$("tools").hidden = false;
refresh();
