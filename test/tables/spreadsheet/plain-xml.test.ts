import fc from "fast-check";
import { expect, it } from "vitest";
import { readXml } from "../../../src/tables/spreadsheet/xml-reader.ts";
import { cases } from "../../properties.ts";
import { carsSheet, rowsOf } from "./workbook-file.ts";

/** What of documents is plain, what is not, and what is wrong. */
const PIECES = [
  ...[
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='UTF-8'?>\r\n",
    '<?xml version="1.0"?>\ufeff',
    "<?",
    "?>",
    "<!-- c -->",
    "<!--",
    "-->",
    "<!x>",
  ],
  ...[
    "<a>",
    "</a>",
    '<b x="1">',
    "</b>",
    "<c/>",
    "<c />",
    '<x:d y="2" z="&lt;">',
    "</x:d>",
    "<a:b:c>",
    "<a.b-c_d/>",
    "<_a/>",
    "<-a/>",
  ],
  ...["text", " ", "\n", "\r\n", "é", "\u00a0", "\u0000", "]]", "]]>", "=", '"', "'", ";", ">", "<"],
  ...["&amp;", "&lt;&quot;", "&#65;", "&#x41;", "&#0;", "&bad;", "&LT;", "&", "&lt", "&amp"],
  ...["<![CDATA[ <x> ]]>", "<![CDATA[", "<!DOCTYPE a>", "</a >", "</ a>", "< a>", "<1>", "<é/>", "<a/ >", "<a", "<a b"],
  ...[
    '<a x="1" x="2"/>',
    '<a  x = "1"/>',
    '<a x="1"y="2"/>',
    '<a x="<"/>',
    '<a x=">"/>',
    '<a x=""/>',
    "<a x/>",
    "<a x=1/>",
    "<a x='1'/>",
  ],
  ...[
    '<a xmlns="u"/>',
    '<a\tb="1"\n/>',
    '<a\u00a0b="1"/>',
    '<a b\u00a0="1"/>',
    '<a x="&bad;"/>',
    '<a x="&amp;"/>',
    '<a x="a&b"/>',
    '<a x="1\n2"/>',
  ],
  ...[
    '<a toString="1"/>',
    '<a __proto__="1"/>',
    '<a hasOwnProperty="1"/>',
    "<hasOwnProperty/>",
    '<a x="1"/y="2">',
    "<a/b>",
    "<//a>",
  ],
];

/** What a handler is given for a document that comes in two pieces, or that it is refused. */
async function read(text: string, cut: number): Promise<string> {
  const events: [kind: string, text: string][] = [];
  let depth = 0;
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    yield bytes.subarray(0, cut);
    yield bytes.subarray(cut);
  }
  try {
    await readXml(chunks(), {
      open(name, attributes) {
        depth += 1;
        events.push(["open", JSON.stringify([name, attributes.names().map((one) => [one, attributes.get(one)])])]);
      },
      close(name) {
        depth -= 1;
        events.push(["close", name]);
      },
      text(some) {
        const last = events.at(-1);
        if (last?.[0] === "text") last[1] += some;
        // Blanks outside of all elements are no part of a document.
        else if (depth > 0) events.push(["text", some]);
      },
    });
    return JSON.stringify(events);
  } catch {
    return "refused";
  }
}

/** Closes what is open, so that many documents are sound. */
function closed(text: string): string {
  const open: string[] = [];
  for (const [, slash, name = "", empty] of text.matchAll(/<(\/?)([A-Za-z][\w:.-]*)[^<>]*?(\/?)>/g)) {
    if (slash === "/" && open.at(-1) === name) open.pop();
    else if (slash === "" && empty === "") open.push(name);
  }
  return (
    text +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join("")
  );
}

it("a document is read and refused alike, however much of it is plain", async () => {
  const piece = fc.constantFrom(...PIECES);
  const document = fc.array(piece, { maxLength: 12 }).map((some) => some.join(""));
  const isSound = { same: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(document, fc.boolean(), fc.boolean(), fc.nat(), async (some, hasRoot, isClosed, at) => {
      const text = isClosed ? closed(hasRoot ? `<r>${some}` : some) : some;
      const cut = at % (text.length + 1);
      // Nothing behind a comment is read as plain.
      const [found, expected] = [await read(text, cut), await read(`<!---->${text}`, cut)];
      isSound[expected === "refused" ? "refused" : "same"] += 1;
      expect(found).toBe(expected);
    }),
    { numRuns: cases(40_000) },
  );
  expect(Math.min(isSound.same, isSound.refused)).toBeGreaterThan(400);
});

/** Cells as Excel writes nearly all of them, and others; `#` is the number of their row. */
const CELLS = [
  ...['<c r="A#" t="s"><v>0</v></c>', '<c r="B#" s="1" t="s"><v>1</v></c>', '<c r="B#" s="1"><v>46000</v></c>'],
  ...['<c r="C#"><v>1.50</v></c>', '<c r="C#" t="s"><v>7</v></c>', '<c r="C#" t="s"><v> 2 </v></c>', "<c><v>3</v></c>"],
  ...['<c r="D#" t="str"><v>_x0041_ </v></c>', '<c r="D#" t="b"><v>1</v></c>', '<c r="D#" t="e"><v>#N/A</v></c>'],
  ...['<c r="E#" t="d"><v>2026-01-31</v></c>', '<c r="E#" t="s" s="1"><v>0</v></c>', '<c r="E#"><v></v></c>'],
  ...[
    '<c r="F#"><v/></c>',
    '<c r="F#"><f>1+1</f><v>2</v></c>',
    '<c r="F#"><f>1+1</f></c>',
    '<c r="F#" t="str"><v>a&amp;b</v></c>',
  ],
  ...['<c r="G#" t="inlineStr"><is><t>a</t></is></c>', '<x:c r="G#"><v>1</v></x:c>', '<c r="G#"><x:v>1</x:v></c>'],
  ...['<c r="h#"><v>1</v></c>', '<c r="H#"><c r="I#"><v>1</v></c></c>'],
  ...[
    '<c r="I#"><v>no</v></c>',
    '<c r="I#"><v>1</v><v>2</v></c>',
    '<c r="J#"> <v>1</v></c>',
    '<c r="J#"/>',
    "<z/>",
    " ",
  ],
  ...['<c r="AA0"><v>1</v></c>', '<c r="XFD#"><v>1</v></c>', '<c r="XFE#"><v>1</v></c>'],
];
const TEXTS = [
  ...[
    "<si><t>AB 1</t></si>",
    '<si><t xml:space="preserve"> M-X 2 </t></si>',
    "<si><t>_x0042_</t></si>",
    "<si><t/></si>",
  ],
  ...[
    "<si><r><t>A</t></r><r><t>B</t></r></si>",
    "<si><t>A</t><rPh><t>b</t></rPh></si>",
    "<si/>",
    "<si><t>&lt;</t></si>",
    " ",
  ],
];

it("cells and shared texts are read alike, whole or piece by piece", async () => {
  const cells = fc.subarray(CELLS, { maxLength: 5 });
  const texts = fc.array(fc.constantFrom(...TEXTS), { maxLength: 4 });
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
  let wasRead = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { maxLength: 3 }), texts, cells, async (rows, shared, outside) => {
      const xml = rows.map((row, at) => `<row r="${at + 1}">${row.join("").replaceAll("#", String(at + 1))}</row>`);
      const sheet = xml.join("") + outside.join("").replaceAll("#", "9");
      const sharedTexts = shared.join("");
      const found = await rowsOf(carsSheet(sheet, { sharedTexts, styles }));
      // Nothing behind a comment is read as plain.
      const expected = await rowsOf(carsSheet(`<!---->${sheet}`, { sharedTexts: `<!---->${sharedTexts}`, styles }));
      if (found.rows.length > 0) wasRead += 1;
      expect(found.rows).toEqual(expected.rows);
      expect({ ...found.reading, unpacked: 0 }).toEqual({ ...expected.reading, unpacked: 0 });
    }),
    { numRuns: cases(20_000) },
  );
  expect(wasRead).toBeGreaterThan(400);
});
