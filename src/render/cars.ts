import type { DocumentContent } from "../documents/index.ts";
import { groupBy } from "../run/collections.ts";
import { htmlText } from "./escape/sinks.ts";
import { page, type TerminalText, words } from "./escape/terminal.ts";
import { htmlPage } from "./html/page.ts";
import { instantInWords, type ListsCardRow, listsCard, type PlainColumn, tiles, unclearHtml } from "./html/parts.ts";
import type { Column } from "./html/table-data.ts";
import { type TableColumn, tableCsv, tableText } from "./tables.ts";
import { asideInWords, unclearLines } from "./text/cars-aside.ts";
import { counted, scopeInWords, withCommas, yesOrNo } from "./text/phrases.ts";
import type { Style } from "./text/style.ts";

/** The cars of lists and of fleet files. */
export type CarsDocument = DocumentContent<"cars">;
type ListedCar = CarsDocument["cars"][number];

type CarColumn = TableColumn<ListedCar> & Column;

const LIST: CarColumn = { name: "scope", id: "list", label: "List", filter: true, value: ({ scope }) => scope };
const CAR: CarColumn = { name: "licenseNumber", id: "car", label: "Car", value: ({ licenseNumber }) => licenseNumber };
const OTHERS: readonly CarColumn[] = [
  { name: "listed", id: "listed", label: "Listed", filter: true, value: ({ listed }) => listed },
  { name: "since", id: "since", label: "Since", value: ({ since = "" }) => since },
  { name: "wanted", id: "wanted", label: "Wanted today", filter: true, value: ({ wanted = "" }) => wanted },
  { name: "inFleet", id: "fleet", label: "In fleet now", filter: true, value: ({ inFleet }) => yesOrNo(inFleet) },
  { name: "validFrom", id: "from", label: "First day", value: ({ validFrom = "" }) => validFrom },
  { name: "validUntil", id: "until", label: "Last day", value: ({ validUntil = "" }) => validUntil },
  { name: "note", id: "note", label: "Note", value: ({ note = "" }) => note },
  { name: "source", id: "source", label: "File and row", value: ({ source = "" }) => source },
  { name: "features", id: "what", label: "Features", value: ({ features }) => features.join(" ") },
  {
    name: "addedByCustomerCare",
    id: "care",
    label: "By customer care",
    value: ({ addedByCustomerCare }) => (addedByCustomerCare ? "yes" : ""),
  },
];

/** The columns of text and CSV; in a page the car comes first. */
const COLUMNS = [LIST, CAR, ...OTHERS];

/** The cars as CSV: a row for each. */
export function carsCsv({ cars }: CarsDocument): string {
  return tableCsv(COLUMNS, cars);
}

/** The cars as a table for a terminal, the unclear rows first; columns without any text are left out. */
export function carsText(document: CarsDocument, style: Style): TerminalText {
  const { cars } = document;
  const filled = COLUMNS.filter(({ value }) => cars.some((car) => value(car) !== ""));
  const rows = cars.length === 0 ? words`No cars.\n` : tableText(filled, cars, style);
  const unclear = unclearLines(document, style);
  return unclear.length === 0 ? rows : words`${page(unclear)}${rows}`;
}

const LIST_COLUMNS: readonly PlainColumn[] = [
  { label: "List" },
  { label: "On the list", number: true },
  { label: "Wanted, not on it", number: true, tone: "add" },
  { label: "On it, not wanted", number: true, tone: "delete" },
];

/** The cars as one HTML file to search, filter and sort. */
export function carsHtml(document: CarsDocument): string {
  const { cars, lists, target, createdAt } = document;
  const ofList = groupBy(cars, ({ scope }) => scope);
  const hasLists = lists.length > 1;
  const columns = [CAR, ...(hasLists ? [LIST] : []), ...OTHERS];
  const title = `${counted(cars.length, "car")}, ${withCommas(cars.filter(isListed).length)} on ${hasLists ? "lists" : "the list"}`;
  return htmlPage({
    title,
    above: [
      `<header><h1>Cars</h1><p class="soft">Target <code>${htmlText(target.baseUrl)}</code>, ${instantInWords(createdAt)}</p></header>`,
      unclearHtml(document),
      tiles(
        LISTED.map(({ listed, word, tone }) => {
          const count = cars.filter((car) => car.listed === listed).length;
          return { count, word, tone, filter: { column: "listed", value: listed } };
        }).filter(({ count, tone }) => count > 0 || tone !== "update"),
      ),
      ...asideInWords(document).map((line) => `<p class="soft">${htmlText(line)}</p>`),
      listsCard(
        LIST_COLUMNS,
        lists.map((list) => listRow(list, ofList.get(list.scope) ?? [])),
      ),
    ],
    table: { columns, rows: cars.map((car) => columns.map(({ value }) => value(car))) },
  });
}

const LISTED = [
  { listed: "yes", word: "on the list", tone: "add" },
  { listed: "no", word: "not on it", tone: "" },
  { listed: "not known", word: "not known", tone: "update" },
] as const;

const SOURCES = {
  list: "",
  state: "cannot be read: as the state knows it",
  none: "cannot be read",
} as const;

function isListed({ listed }: ListedCar): boolean {
  return listed === "yes";
}

function listRow({ scope, name, source }: CarsDocument["lists"][number], cars: readonly ListedCar[]): ListsCardRow {
  const missing = cars.filter((car) => car.wanted === "yes" && car.listed === "no").length;
  const extra = cars.filter((car) => isListed(car) && car.wanted !== undefined && car.wanted !== "yes").length;
  const note = SOURCES[source] === "" ? "" : `<small class="update">${SOURCES[source]}</small>`;
  const title = `<b>${scopeInWords(scope)}</b>${name === undefined ? "" : ` ${htmlText(name)}`}${note}`;
  const counts = [cars.filter(isListed).length, missing, extra].map(withCommas);
  return { cells: [title, ...counts], isBusy: missing + extra > 0 };
}
