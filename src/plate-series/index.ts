export { countriesOf, isOfSeries, judgePlate, plateMeant } from "./judge.ts";
export { countries } from "./series-table.ts";
