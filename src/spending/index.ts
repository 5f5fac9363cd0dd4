export { type ListCosts, readDeleteCosts } from "./delete-costs.ts";
export { checkInvoices, type Invoice, type InvoiceCheck } from "./invoices.ts";
export { readSpending, type Spending, type SpendingWish } from "./read-spending.ts";
