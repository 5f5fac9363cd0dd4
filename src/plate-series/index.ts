export { seriesOf } from "./countries.ts";
export { DoubtCollector, doubtText, foreignText, type SeriesDoubts } from "./doubts.ts";
export { countriesOf, isOfSeries, nearestInSeries } from "./match.ts";
export { countries } from "./series-table.ts";
