/** Rows of one part of the page, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[] } | { readonly note: string };
