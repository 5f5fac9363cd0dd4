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
/** Longer names, values and comments are in no workbook. */
const LONGEST_MARKUP = 64 * 1024;

const NAME = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*$/u;
const ENTITIES = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);
const [LESS, GREATER, SLASH, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3d];

/** Reads XML in UTF-8 piece by piece. Document types are refused: workbooks have none, and entities are declared in them. */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const cutter = new XmlCutter(handler);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw damaged("a part of it is not UTF-8");
    }
  };
  for await (const chunk of chunks) cutter.write(decode(chunk));
  cutter.write(decode());
  cutter.finish();
}

/** Cuts XML that comes in pieces into elements and text. */
class XmlCutter {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  #elements = 0;
  /** What may go on in the next piece. */
  #rest = "";

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    while (at < text.length) {
      const end = text.charCodeAt(at) === LESS ? this.#readMarkup(text, at) : this.#readText(text, at);
      if (end === undefined) break;
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST_MARKUP) throw malformed();
  }

  finish(): void {
    if (this.#rest !== "" || this.#open.length > 0 || this.#elements === 0) throw malformed();
  }

  // These give where the next piece begins, or undefined where this one is not whole yet.
  #readText(text: string, from: number): number | undefined {
    const next = text.indexOf("<", from);
    let end = next < 0 ? text.length : next;
    const entity = next < 0 ? text.lastIndexOf("&") : -1;
    if (entity >= from && !text.includes(";", entity)) end = entity;
    if (end === from) return undefined;
    const found = text.slice(from, end);
    if (this.#open.length > 0) this.#handler.text(decodeEntities(found));
    else if (/[^\s\ufeff]/.test(found)) throw malformed();
    return end;
  }

  #readMarkup(text: string, from: number): number | undefined {
    switch (text[from + 1]) {
      case undefined:
        return undefined;
      case "/":
        return this.#readClose(text, from);
      case "?":
        return endOf("?>", text, from + 2);
      case "!":
        return this.#readDeclaration(text, from);
      default:
        return this.#readOpen(text, from);
    }
  }

  #readDeclaration(text: string, from: number): number | undefined {
    if (text.startsWith("<!--", from)) return endOf("-->", text, from + 4);
    if (text.startsWith("<![CDATA[", from)) {
      const end = endOf("]]>", text, from + 9);
      if (end !== undefined && this.#open.length > 0) this.#handler.text(text.slice(from + 9, end - 3));
      return end;
    }
    if (text.startsWith("<!DOCTYPE", from)) throw damaged("it holds a document type");
    if (text.length - from >= "<![CDATA[".length) throw malformed();
    return undefined;
  }

  #readClose(text: string, from: number): number | undefined {
    const end = text.indexOf(">", from);
    if (end < 0) return undefined;
    const name = this.#open.pop();
    if (name === undefined || text.slice(from + 2, end).trimEnd() !== name) throw malformed();
    this.#handler.close(localName(name));
    return end + 1;
  }

  #readOpen(text: string, from: number): number | undefined {
    let at = from + 1;
    while (at < text.length && !isBlank(text.charCodeAt(at)) && !isEndOfTag(text.charCodeAt(at))) at += 1;
    const name = text.slice(from + 1, at);
    const attributes: Record<string, string> = {};
    for (let count = 0; ; count += 1) {
      const start = skipBlanks(text, at);
      const code = text.charCodeAt(start);
      if (start >= text.length || (code === SLASH && start + 1 >= text.length)) return undefined;
      if (isEndOfTag(code)) {
        const isEmpty = code === SLASH;
        if (isEmpty && text.charCodeAt(start + 1) !== GREATER) throw malformed();
        this.#startElement(name, attributes, isEmpty);
        return start + (isEmpty ? 2 : 1);
      }
      if (count >= MAX_ATTRIBUTES) throw damaged("an element has too many attributes");
      if (start === at) throw malformed();
      const end = readAttribute(text, start, attributes);
      if (end === undefined) return undefined;
      at = end;
    }
  }

  #startElement(name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void {
    checkName(name);
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) {
      const detail = `a part of it has more than ${MAX_ELEMENTS} elements`;
      throw new UnreadableWorkbook({ kind: "too-large", detail });
    }
    if (this.#open.length >= MAX_DEPTH) throw damaged("its elements are nested too deeply");
    const local = localName(name);
    this.#handler.open(local, attributes);
    if (isEmpty) this.#handler.close(local);
    else this.#open.push(name);
  }
}

function readAttribute(text: string, from: number, attributes: Record<string, string>): number | undefined {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== EQUALS && !isEndOfTag(text.charCodeAt(at))) at += 1;
  const quoteAt = skipBlanks(text, at + 1);
  if (quoteAt >= text.length) return undefined;
  const quote = text[quoteAt] ?? "";
  if (text.charCodeAt(at) !== EQUALS || (quote !== '"' && quote !== "'")) throw malformed();
  const end = text.indexOf(quote, quoteAt + 1);
  if (end < 0) return undefined;
  const name = text.slice(from, at).trimEnd();
  checkName(name);
  if (name in Object.prototype) throw damaged("an element has an attribute that no workbook has");
  const value = text.slice(quoteAt + 1, end);
  if (value.length > LONGEST_MARKUP) throw malformed();
  attributes[name] = decodeEntities(value);
  return end + 1;
}

function endOf(closer: string, text: string, from: number): number | undefined {
  const at = text.indexOf(closer, from);
  return at < 0 ? undefined : at + closer.length;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isEndOfTag(code: number): boolean {
  return code === GREATER || code === SLASH || code === LESS;
}

/** Names that were met and are right: a workbook has few. */
const rightNames = new Set<string>();
const MOST_NAMES = 1000;

function checkName(name: string): void {
  if (rightNames.has(name)) return;
  if (name.length > LONGEST_MARKUP || !NAME.test(name)) throw malformed();
  if (rightNames.size < MOST_NAMES) rightNames.add(name);
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]*)(;?)/g, (_, name: string, end: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
    const point = code && Number.parseInt(code[1] ?? code[2] ?? "", code[1] === undefined ? 10 : 16);
    const character = point && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ENTITIES.get(name);
    if (character === undefined || end === "") throw malformed();
    return character;
  });
}

function malformed(): UnreadableWorkbook {
  return damaged("a part of it is not well-formed XML");
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
