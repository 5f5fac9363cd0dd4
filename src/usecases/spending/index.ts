export { readCarCosts } from "./car-costs.ts";
export type { Invoice } from "./invoices.ts";
export { readSpending, type Spending, type SpendingWish } from "./read-spending.ts";
export { RecordSums } from "./record-sums.ts";
