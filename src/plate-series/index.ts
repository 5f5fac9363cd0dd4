export { wrongListInWords } from "./doubt-words.ts";
export { countriesOf, doubtOfItem, isOfSeries, judgePlate, plateMeant } from "./judge.ts";
export { type JudgedRows, judgeRows, type PlateColumn, type RepeatedRow } from "./judge-rows.ts";
export { countries } from "./series-table.ts";
export { printedAs } from "./text-shape.ts";
