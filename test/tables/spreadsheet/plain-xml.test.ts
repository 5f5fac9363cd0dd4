import fc from "fast-check";
import { expect, it } from "vitest";
import { readXml } from "../../../src/tables/spreadsheet/xml-reader.ts";
import { cases } from "../../properties.ts";

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
