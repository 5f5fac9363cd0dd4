export { readSpending, type Spending, type SpendingWish } from "./read-spending.ts";
export { type SpendingGroup, SpendingTally, type SpendingTotal, type SpentSums } from "./spending-tally.ts";
