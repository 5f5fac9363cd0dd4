/** Lists as machines write them: files of rows in, cells and cars out, with a place for each. */
export { type DayColumn, formatsOf } from "./lists/find-columns.ts";
export { looseName } from "./lists/header.ts";
export { pagesAmong } from "./lists/left-out.ts";
export { decodeList, type ListFile } from "./lists/list-file.ts";
export { carsFrom, type ListReference, type PlacedReference } from "./lists/list-shape.ts";
export { type Lists, loadLists } from "./lists/load-lists.ts";
export type { ListSink, ReadOddRow, RowValues } from "./lists/plate-taker.ts";
export { holdsPeople } from "./lists/plate-words.ts";
export { type ListKeys, type ListPreview, previewList } from "./lists/preview-list.ts";
export { readList } from "./lists/read-list.ts";
export { conditionOf, type StatusColumn } from "./lists/status-columns.ts";
export { readTables, type Table, workbookLines } from "./spreadsheet/read-tables.ts";
