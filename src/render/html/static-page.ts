import { htmlFile } from "./html-file.ts";
import { PAGE_STYLE } from "./page-style.ts";

const STYLE = `${PAGE_STYLE}
.plot { display: block; width: 100%; max-width: 60rem; height: auto; margin: .5rem 0 1rem; }
.plot text { font: 12px system-ui, sans-serif; fill: var(--soft); }
@media (max-width: 40rem) { .plot text { font-size: 22px; } .bars { width: 4rem; } }
@media print { .lists { max-height: none; overflow: visible; } }
`;

/** A whole HTML file of that title and body, without scripts; it loads nothing and sends nothing. */
export function staticPage(title: string, body: string): string {
  return htmlFile({ title, style: STYLE, main: `${body}\n` });
}
