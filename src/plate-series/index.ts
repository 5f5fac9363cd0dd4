export { seriesOf } from "./countries.ts";
export { DoubtCollector, type SeriesDoubts } from "./doubts.ts";
export { countriesOf, isOfSeries } from "./match.ts";
export { doubtText, foreignText } from "./messages.ts";
export { nearestInSeries } from "./nearest.ts";
export { COUNTRIES } from "./series-table.ts";
