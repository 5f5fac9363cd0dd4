import type { BillingRecord } from "./billing-record.ts";
import { type CutPage, cutPage, type RowsRead } from "./cut-page.ts";
import { recordFormAt } from "./record-form.ts";
import { recordReader } from "./record-from-match.ts";
import type { PageRow } from "./rows.ts";

// JSON.parse with exact numbers, and a check of every field, takes eight times as long as one regular expression that knows
// how the server writes its records.

/** So many ways to write a record are learned from one page: records with and without a user, for example. */
const MOST_FORMS = 8;

/** How a server writes a record. */
interface Form {
  readonly pattern: RegExp;
  readonly recordOf: (match: RegExpExecArray) => BillingRecord;
}

/** Compiling a pattern takes longer than reading a page with it. The one that fitted last stands first. */
let forms: readonly Form[] = [];

/**
 * Takes the rows out of a page of billing records (interface 4.6). Undefined unless all rows are as documented, compact, and
 * without escapes and exponents: then the whole text must be parsed, and whatever is wrong be named.
 */
export function parseRecordPage(text: string): CutPage<PageRow<BillingRecord>[]> | undefined {
  return cutPage(text, readRows);
}

function readRows(text: string, from: number): RowsRead<PageRow<BillingRecord>[]> {
  const rows: PageRow<BillingRecord>[] = [];
  let learned = 0;
  for (let at = from; ; ) {
    let read = readRow(text, at);
    if (!read && learned < MOST_FORMS && learnForm(text, at)) {
      learned += 1;
      read = readRow(text, at);
    }
    // The comma before a row that is written otherwise belongs to the rest.
    if (!read) return { rows, end: Math.max(from, at - 1) };
    rows.push({ kind: "item", item: read.item });
    if (text[read.end] !== ",") return { rows, end: read.end };
    at = read.end + 1;
  }
}

function readRow(text: string, at: number): { readonly item: BillingRecord; readonly end: number } | undefined {
  for (const form of forms) {
    form.pattern.lastIndex = at;
    const match = form.pattern.exec(text);
    if (!match) continue;
    if (form !== forms[0]) forms = [form, ...forms.filter((one) => one !== form)];
    return { item: form.recordOf(match), end: form.pattern.lastIndex };
  }
  return undefined;
}

function learnForm(text: string, at: number): boolean {
  const form = recordFormAt(text, at);
  if (form)
    forms = [{ pattern: form.pattern, recordOf: recordReader(form.groupOf) }, ...forms.slice(0, MOST_FORMS - 1)];
  return form !== undefined;
}
