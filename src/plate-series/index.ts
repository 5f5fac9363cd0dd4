export { seriesOf } from "./countries.ts";
export { DoubtCollector, doubtText, foreignText, type SeriesDoubts } from "./doubts.ts";
export { countriesOf, isOfSeries, nearestInSeries } from "./match.ts";
export { COUNTRIES } from "./series-table.ts";
