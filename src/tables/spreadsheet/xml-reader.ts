import type { QualifiedTag, Tag } from "sax";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";

/** Takes the pieces of an XML document in order. Elements come without their namespace prefix; long text comes in pieces. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** More than any part of a workbook has; an element that is never closed costs memory, and so does an attribute. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 500;
/** A hundred thousand rows of forty texts in their cells: each element takes its time, whatever it is. */
const MAX_ELEMENTS = 12_000_000;

/** sax limits names, values and comments to 64 KiB only where it counts positions. */
const OPTIONS = { position: true, strictEntities: true };

/** Reads XML in UTF-8 piece by piece. Document types are refused: workbooks have none, and entities are declared in them. */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const parser = await startParser(handler);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw damaged("a part of it is not UTF-8");
    }
  };
  for await (const chunk of chunks) parser.write(decode(chunk));
  parser.write(decode());
  parser.close();
}

async function startParser(handler: XmlHandler) {
  // Loaded by the first workbook, so that nobody else waits for it.
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, OPTIONS);
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  parser.onattribute = ({ name }) => {
    attributes += 1;
    // sax asks the object of the attributes itself whether it has the next one.
    if (name === "hasOwnProperty") throw damaged("an element has an attribute that no workbook has");
    if (attributes > MAX_ATTRIBUTES) throw damaged("an element has too many attributes");
  };
  parser.onopentag = (tag) => {
    depth += 1;
    elements += 1;
    attributes = 0;
    if (elements > MAX_ELEMENTS)
      throw new UnreadableWorkbook({
        kind: "too-large",
        detail: `a part of it has more than ${MAX_ELEMENTS} elements`,
      });
    if (depth > MAX_DEPTH) throw damaged("its elements are nested too deeply");
    if (hasPlainAttributes(tag)) handler.open(localName(tag.name), tag.attributes);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    handler.close(localName(name));
  };
  parser.ontext = (text) => handler.text(text);
  parser.oncdata = (text) => handler.text(text);
  parser.ondoctype = () => {
    throw damaged("it holds a document type");
  };
  parser.onerror = () => {
    throw damaged("a part of it is not well-formed XML");
  };
  return parser;
}

// Attributes are objects only where sax resolves namespaces, which is not asked for.
function hasPlainAttributes(tag: Tag | QualifiedTag): tag is Tag {
  return !("ns" in tag);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
