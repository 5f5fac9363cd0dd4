/** What spending can be added up by. */
export const SPENDING_BY = ["month", "account", "costCenter", "user", "car", "area"] as const;

/** One of these. */
export type SpendingBy = (typeof SPENDING_BY)[number];
