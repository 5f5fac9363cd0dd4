export { COUNTRIES, seriesOf } from "./countries.ts";
export { doubtsOf } from "./doubts.ts";
export { countriesOf, isOfSeries } from "./match.ts";
export { doubtText, foreignText } from "./messages.ts";
export { nearestInSeries } from "./nearest.ts";
