import { createHash } from "node:crypto";
import { htmlText } from "../escape/html.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** The parts of an HTML file. All but the title are our own HTML, CSS and JavaScript, foreign text escaped. */
interface HtmlFile {
  readonly title: string;
  readonly style: string;
  /** With its last line ended. */
  readonly main: string;
  /** What runs, and the JSON that it reads. */
  readonly script?: { readonly data: string; readonly program: string };
}

/** A whole HTML file that loads nothing and sends nothing: its own policy forbids it. */
export function htmlFile({ title, style, main, script }: HtmlFile): string {
  const scriptPolicy = script ? ` script-src ${hashOf(script.program)};` : "";
  const policy = `default-src 'none'; style-src ${hashOf(style)};${scriptPolicy} base-uri 'none'; form-action 'none'`;
  const scripts = script
    ? `<script id="data" type="application/json">${script.data}</script>\n<script>${script.program}</script>\n`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}</main>
${scripts}</body>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

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
