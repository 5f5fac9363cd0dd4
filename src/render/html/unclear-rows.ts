import { type CarsAside, counted } from "../../allowlist/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { rowInWords, WHAT_THEY_DO } from "../text/unclear-rows.ts";
import { noticeCard, proseHtml } from "./parts.ts";

/** The unclear rows as a part of an HTML page; empty for none. */
export function unclearHtml({ unclearRows = [] }: CarsAside): string {
  if (unclearRows.length === 0) return "";
  const items = unclearRows.map(({ source, licenseNumber, reason, remedy }) => {
    const row = `${htmlText(rowInWords(source))} <b>${htmlText(JSON.stringify(licenseNumber))}</b>`;
    return `${row}: ${proseHtml(`${reason}. ${remedy}`)}`;
  });
  return noticeCard(counted(unclearRows.length, "unclear row"), items, "caution", `<p>${htmlText(WHAT_THEY_DO)}</p>`);
}
