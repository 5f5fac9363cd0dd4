export { readSpending, type Spending, type SpendingWish } from "./read-spending.ts";
