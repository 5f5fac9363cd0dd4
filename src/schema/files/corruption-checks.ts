import type { ErrorCode } from "../../allowlist/index.ts";
import type { DiagnosticCollector, Explanation } from "../diagnostics/diagnostic-collector.ts";
import type { Lines } from "./lines.ts";

interface Corruption {
  readonly code: ErrorCode;
  readonly pattern: RegExp;
  readonly message: string;
  readonly fix: string;
}

// Files that are something else, or were cut off or merged badly, by what they contain (reliability A5, A8, A9).
const LINES: readonly Corruption[] = [
  {
    code: "git-lfs-pointer",
    pattern: /^version https:\/\/git-lfs\.github\.com\/spec\//,
    message: "This is a Git LFS pointer, not the file itself.",
    fix: "Run `git lfs pull`, or check out with LFS.",
  },
  {
    code: "html",
    pattern: /^\s*<(?:!doctype|html|head|body|\?xml)\b/i,
    message: "This is an HTML or XML page, perhaps a login or error page that was saved under this name.",
    fix: "Download the file again and check its content.",
  },
  {
    code: "conflict-marker",
    pattern: /^(?:<{7}(?: .*)?|\|{7}(?: .*)?|={7}|>{7}(?: .*)?)\r?$/m,
    message: "This line is a merge conflict marker.",
    fix: "Resolve the conflict and remove the marker lines.",
  },
];

const CHARACTERS: readonly Corruption[] = [
  {
    code: "line-break",
    pattern: /\r(?!\n)|[\u0085\u2028\u2029]/,
    message: "This line ends with a character other than a line feed, so programs disagree on where it ends.",
    fix: "Save the file with LF or CRLF line endings.",
  },
  {
    code: "control-character",
    pattern: /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/,
    message: "The file contains a control character.",
    fix: "Remove it, and check that the file is plain UTF-8 text.",
  },
  {
    code: "bidi-control",
    pattern: /[\u202a-\u202e\u2066-\u2069]/,
    message: "The file contains an invisible character that changes the order in which text is shown.",
    fix: "Remove it; with it, the screen does not show what the file says.",
  },
];

/** Any character that `CHARACTERS` reports: one search for all of them, as most files have none. */
const CORRUPT_CHARACTER = /[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ufffd]/;

/** A directive at the start of a file. */
export const DIRECTIVE: Explanation = {
  code: "yaml-directive",
  message: "YAML directives are not accepted.",
  fix: "Remove the line; the file is always read as YAML 1.2 with plain text values.",
};

/** A blank line, or one with a comment only. */
const IDLE_LINE = /[ \t]*(?:#.*)?\r?\n/y;

/** Whether a text may be read as YAML; what keeps it from that is reported. */
export function check(lines: Lines, diagnostics: DiagnosticCollector): boolean {
  const { text } = lines;
  if (!checkNotCorrupt(text, lines, diagnostics)) return false;
  warnOfLastLine(text, "]}\"'", lines, diagnostics);
  return checkDirectives(text, lines, diagnostics);
}

function checkDirectives(text: string, lines: Lines, diagnostics: DiagnosticCollector): boolean {
  let at = 0;
  for (IDLE_LINE.lastIndex = 0; IDLE_LINE.test(text); ) at = IDLE_LINE.lastIndex;
  if (text[at] !== "%") return true;
  diagnostics.explained(DIRECTIVE, lines.sourceAt(at));
  return false;
}

/** Reports damage of a text before it is parsed. False when there is no point in parsing it. */
export function checkNotCorrupt(text: string, lines: Lines, diagnostics: DiagnosticCollector): boolean {
  let intact = true;
  const corruptions = CORRUPT_CHARACTER.test(text) ? [...LINES, ...CHARACTERS] : LINES;
  for (const { code, pattern, message, fix } of corruptions) {
    const at = text.search(pattern);
    if (at < 0) continue;
    diagnostics.error(code, message, lines.sourceAt(at), fix);
    intact = false;
  }
  return intact;
}

/** Warns of a last line that has no line break: a file cut inside a plate would name another car (reliability A9). */
export function warnOfLastLine(text: string, closers: string, lines: Lines, diagnostics: DiagnosticCollector): void {
  const last = text.at(-1);
  if (last === undefined || last === "\n" || closers.includes(last)) return;
  diagnostics.warning(
    "no-line-break-at-end",
    "The last line does not end with a line break; the file may have been cut off.",
    lines.sourceAt(text.length),
    "If the file is complete, add a line break at its end.",
  );
}
