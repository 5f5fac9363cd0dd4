import { joined, own, type TerminalText, visible, words } from "./escape/terminal.ts";
import { paint, type Style, type Tone } from "./text/style.ts";

/**
 * A unified diff of files for people and for `patch`, coloured as git does it. All that hides or moves a cursor is spelled out
 * but what a patch needs to fit: tabs, and a carriage return at the end of a line.
 */
export function patchText(patch: string, style: Style): TerminalText {
  return joined(
    patch.split("\n").map((line) => {
      const tone = toneOf(line);
      const shown = shownLine(line);
      return tone === undefined ? shown : paint(style, tone, shown);
    }),
    words`\n`,
  );
}

function toneOf(line: string): Tone | undefined {
  if (/^(?:---|\+\+\+) /.test(line)) return "strong";
  const tones: Readonly<Record<string, Tone>> = { "+": "add", "-": "delete", "@": "place" };
  return tones[line.charAt(0)];
}

function shownLine(line: string): TerminalText {
  const end = line.endsWith("\r") ? "\r" : "";
  return own(
    line
      .slice(0, line.length - end.length)
      .split("\t")
      .map(visible)
      .join("\t") + end,
  );
}
