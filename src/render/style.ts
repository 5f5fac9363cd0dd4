/** How text may look. `width` is in columns. */
export interface Style {
  readonly color: boolean;
  readonly width: number;
}

/** What a piece of text is, for its colour. */
export type Tone = "add" | "update" | "delete" | "detach" | "alarm" | "strong" | "faint";

const SGR: Record<Tone, string> = {
  add: "32",
  update: "33",
  delete: "31",
  detach: "31",
  alarm: "1;31",
  strong: "1",
  faint: "2",
};

/** Colours a text that has been escaped already. Colour never carries meaning alone: signs and words do. */
export function paint(style: Style, tone: Tone, text: string): string {
  return style.color ? `\u001b[${SGR[tone]}m${text}\u001b[0m` : text;
}

/** Columns that a text takes: characters, not UTF-16 units. */
export function columns(text: string): number {
  return [...text].length;
}

/** Fills a text with spaces up to a number of columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columns(text)));
}

/** Breaks a text at its spaces into lines no wider than asked, words longer than that aside. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && columns(line) + 1 + columns(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
