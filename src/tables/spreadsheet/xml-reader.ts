import type { QualifiedTag, SAXParser, Tag } from "sax";
import { type Attributes, type NotPlain, PlainXml, type UsualPiece, type XmlHandler } from "./plain-xml.ts";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";

/** More than any part of a workbook has; an element that is never closed costs memory, and so does an attribute. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 500;
/** A hundred thousand rows of forty texts in their cells: each element takes its time, whatever it is. */
const MAX_ELEMENTS = 12_000_000;

/** sax limits names, values and comments to 64 KiB only where it counts positions. */
const OPTIONS = { position: true, strictEntities: true };

/**
 * Reads XML in UTF-8 piece by piece; elements come without their namespace prefix. Document types are refused: workbooks have none,
 * and entities are declared in them.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const limited = new LimitedHandler(handler);
  const plain = new PlainXml(limited);
  let parser: SAXParser | undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw damaged("a part of it is not UTF-8");
    }
  };
  const write = async (text: string) => {
    if (parser) parser.write(text);
    else parser = await parserFrom(plain.write(text), limited);
  };
  for await (const chunk of chunks) await write(decode(chunk));
  await write(decode());
  parser ??= await parserFrom(plain.end(), limited);
  parser?.close();
}

/** Passes elements on under their names without prefix; refuses more, and deeper ones, than the parts of workbooks have. */
class LimitedHandler implements XmlHandler {
  readonly #handler: XmlHandler;
  /** The elements that are open. */
  readonly #names: string[] = [];
  #elements = 0;
  readonly usual?: UsualPiece;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
    const { usual } = handler;
    if (!usual) return;
    const take = (piece: RegExpExecArray) => {
      this.#count(2);
      return usual.take(piece);
    };
    this.usual = { ...usual, take };
  }

  #count(elements: number): void {
    this.#elements += elements;
    if (this.#elements <= MAX_ELEMENTS) return;
    const detail = `a part of it has more than ${MAX_ELEMENTS} elements`;
    throw new UnreadableWorkbook({ kind: "too-large", detail });
  }

  open(name: string, attributes: Attributes): void {
    this.#count(1);
    if (this.#names.length === MAX_DEPTH) throw damaged("its elements are nested too deeply");
    const local = name.slice(name.indexOf(":") + 1);
    this.#names.push(local);
    this.#handler.open(local, attributes);
  }

  close(): void {
    this.#handler.close(this.#names.pop() ?? "");
  }

  text(text: string): void {
    this.#handler.text(text);
  }
}

/** The parser for what follows a plain beginning: the elements that are open there are opened once more, for it alone. */
async function parserFrom(notPlain: NotPlain | undefined, handler: XmlHandler): Promise<SAXParser | undefined> {
  if (!notPlain) return undefined;
  const { rest, open, isOver } = notPlain;
  // Most runs read no workbook, and most workbooks are plain.
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, OPTIONS);
  parser.onerror = refuse;
  parser.write(isOver ? "<over/>" : open.map((name) => `<${name}>`).join(""));
  let attributes = 0;
  parser.onattribute = ({ name }) => {
    attributes += 1;
    // sax asks the object of the attributes itself whether it has the next one.
    if (name === "hasOwnProperty") throw damaged("an element has an attribute that no workbook has");
    if (attributes > MAX_ATTRIBUTES) throw damaged("an element has too many attributes");
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    if (!hasPlainAttributes(tag)) return;
    const written = new Map(Object.entries(tag.attributes));
    handler.open(tag.name, { get: (name) => written.get(name), names: () => [...written.keys()] });
  };
  parser.onclosetag = (name) => handler.close(name);
  parser.ontext = (text) => handler.text(text);
  parser.oncdata = (text) => handler.text(text);
  parser.ondoctype = () => {
    throw damaged("it holds a document type");
  };
  parser.write(rest);
  return parser;
}

function refuse(): never {
  throw damaged("a part of it is not well-formed XML");
}

// Attributes are objects only where sax resolves namespaces, which is not asked for.
function hasPlainAttributes(tag: Tag | QualifiedTag): tag is Tag {
  return !("ns" in tag);
}
