import type { ErrorCode } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { Lines } from "./tree.ts";

interface Damage {
  readonly code: ErrorCode;
  readonly pattern: RegExp;
  readonly message: string;
  readonly fix: string;
}

// Files that are something else, or were cut or merged badly, by the marks that they bear (reliability A5, A8, A9).
const LINES: readonly Damage[] = [
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
    fix: "Fetch the file again and look at it before use.",
  },
  {
    code: "conflict-marker",
    pattern: /^(?:<{7}(?: .*)?|\|{7}(?: .*)?|={7}|>{7}(?: .*)?)\r?$/m,
    message: "This line is a merge conflict marker.",
    fix: "Resolve the conflict and remove the marker lines.",
  },
];

const CHARACTERS: readonly Damage[] = [
  {
    code: "line-break",
    pattern: /\r(?!\n)|[\u0085\u2028\u2029]/,
    message:
      "This line ends in a character that is no line feed, so that editors and programs disagree on where lines end.",
    fix: "Save the file with LF or CRLF line ends.",
  },
  {
    code: "control-character",
    pattern: /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/,
    message: "The file holds a control character.",
    fix: "Remove it, and check that the file is plain UTF-8 text.",
  },
  {
    code: "bidi-control",
    pattern: /[\u202a-\u202e\u2066-\u2069]/,
    message: "The file holds an invisible character that makes text read in another order than it is written.",
    fix: "Remove it; a reviewer cannot trust what the screen shows.",
  },
];

/** Every character that damages of one character are about: one look for all of them, for most files hold none. */
const DAMAGED = /[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ufffd]/;

/** Reports what is wrong with a text before anybody tries to understand it. False when there is no point in going on. */
export function checkNotCorrupt(text: string, lines: Lines, diagnostics: DiagnosticCollector): boolean {
  let intact = true;
  const damages = DAMAGED.test(text) ? [...LINES, ...CHARACTERS] : LINES;
  for (const { code, pattern, message, fix } of damages) {
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
    "The last line does not end in a line break, so it may have been cut off.",
    lines.sourceAt(text.length),
    "If the file is whole, add a line break at its end.",
  );
}
