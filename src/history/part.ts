/** Rows of one part of the page, with what is missing from them if anything is, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly note?: string } | { readonly note: string };
