import { createHash } from "node:crypto";
import { htmlText } from "../escape/html.ts";
import { PAGE_STYLE } from "./page-style.ts";

const STYLE = `${PAGE_STYLE}
.plot { display: block; width: 100%; max-width: 60rem; height: auto; margin: .5rem 0 1rem; }
.plot text { font: 12px system-ui, sans-serif; fill: var(--soft); }
@media (max-width: 40rem) { .plot text { font-size: 22px; } .bars { width: 4rem; } }
@media print { .lists { max-height: none; overflow: visible; } }
`;

/** A whole HTML file of that title and body, without scripts; it loads nothing and sends nothing. */
export function staticPage(title: string, body: string): string {
  const hash = createHash("sha256").update(STYLE).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<title>${htmlText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
