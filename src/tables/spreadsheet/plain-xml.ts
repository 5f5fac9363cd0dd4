/** Takes the pieces of an XML document in order. Long text comes in pieces. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Where the plain beginning of a document ends: what follows, and the elements that are open there. */
export interface NotPlain {
  readonly rest: string;
  readonly open: readonly string[];
  /** The root element is closed. */
  readonly isOver: boolean;
}

const DECLARATION = /^<\?xml(?: [a-z]+=(?:"[\w.-]*"|'[\w.-]*'))*[ \t\r\n]*\?>[ \t\r\n]*/;
const NAME = /^[A-Za-z][\w.-]*(?::[A-Za-z][\w.-]*)?$/;
const BLANKS = /^[ \t\r\n]*$/;
const ENTITY = /&(?:amp|lt|gt|quot|apos);/g;
const MEANINGS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};
/** A longer text or element is left to the parser, which has limits for them. */
const LONGEST_PIECE = 60_000;
/** As the parts of workbooks have them; an element with more is left to the parser, too. */
const MOST_ATTRIBUTES = 100;
/** Names that are kept. */
const MOST_NAMES = 1000;

/**
 * Reads the plain beginning of an XML document, and most parts of workbooks are plain to their end: elements whose attributes are in
 * double quotes, text, and the five entities in it. What is anything else, wrong or not, it leaves to the parser from there on.
 */
export class PlainXml {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  /** Names that were met: a document has few. */
  readonly #names = new Set<string>();
  #waiting = "";
  /** The XML declaration and the blanks behind it, empty where there is none; undefined until that is known. */
  #declaration: string | undefined;
  #isOver = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Takes the next piece of the text; gives what is left to the parser, if it is not plain. */
  write(piece: string): NotPlain | undefined {
    let text = this.#waiting + piece;
    if (this.#declaration === undefined) {
      if (!text.includes(">") && text.length < LONGEST_PIECE) return this.#waitWith(text);
      this.#declaration = DECLARATION.exec(text)?.[0] ?? "";
      text = text.slice(this.#declaration.length);
    }
    let at = 0;
    for (;;) {
      const start = text.indexOf("<", at);
      const end = start < 0 ? -1 : text.indexOf(">", start);
      if (end < 0) {
        const rest = text.slice(at);
        return rest.length < LONGEST_PIECE ? this.#waitWith(rest) : this.#notPlain(rest);
      }
      const isPlain = end - at < LONGEST_PIECE && this.#text(text.slice(at, start));
      if (!isPlain) return this.#notPlain(text.slice(at));
      if (!this.#tag(text.slice(start + 1, end))) return this.#notPlain(text.slice(start));
      at = end + 1;
    }
  }

  /** Ends the document; gives what is left of it where it is not over. */
  end(): NotPlain | undefined {
    return this.#isOver && BLANKS.test(this.#waiting) ? undefined : this.#notPlain(this.#waiting);
  }

  #waitWith(text: string): undefined {
    this.#waiting = text;
    return undefined;
  }

  #notPlain(rest: string): NotPlain {
    // A document may begin with a byte order mark; none may follow its declaration.
    const before = this.#open.length === 0 && !this.#isOver ? (this.#declaration ?? "") : "";
    return { rest: before + rest, open: this.#open, isOver: this.#isOver };
  }

  #text(text: string): boolean {
    if (text === "") return true;
    if (this.#open.length === 0) return this.#isOver && BLANKS.test(text);
    if (!text.includes("&")) {
      this.#handler.text(text);
      return true;
    }
    if (text.replace(ENTITY, "").includes("&")) return false;
    this.#handler.text(text.replace(ENTITY, (entity) => MEANINGS[entity] ?? entity));
    return true;
  }

  #tag(tag: string): boolean {
    if (tag.startsWith("/")) return this.#close(tag.slice(1));
    if (this.#isOver || tag.includes("<") || tag.includes("&")) return false;
    const isEmpty = tag.endsWith("/");
    const written = isEmpty ? tag.slice(0, -1) : tag;
    let nameEnd = 0;
    while (nameEnd < written.length && !isBlank(written.charCodeAt(nameEnd))) nameEnd += 1;
    const name = written.slice(0, nameEnd);
    const attributes = this.#attributesOf(written, nameEnd);
    if (!attributes || !this.#isName(name)) return false;
    this.#handler.open(name, attributes);
    this.#open.push(name);
    return !isEmpty || this.#close(name);
  }

  #close(name: string): boolean {
    if (this.#open.at(-1) !== name) return false;
    this.#open.pop();
    this.#isOver = this.#open.length === 0;
    this.#handler.close(name);
    return true;
  }

  /** Undefined where they are not plain, or one comes twice. */
  #attributesOf(tag: string, from: number): Readonly<Record<string, string>> | undefined {
    const attributes: Record<string, string> = {};
    let at = from;
    for (let count = 0; count < MOST_ATTRIBUTES; count += 1) {
      const blanks = at;
      while (isBlank(tag.charCodeAt(at))) at += 1;
      if (at === tag.length) return attributes;
      const equals = tag.indexOf('="', at);
      const end = equals < 0 ? -1 : tag.indexOf('"', equals + 2);
      const name = tag.slice(at, equals);
      // Also one that every object inherits.
      if (at === blanks || end < 0 || !this.#isName(name) || name in attributes) return undefined;
      attributes[name] = tag.slice(equals + 2, end);
      at = end + 1;
    }
    return undefined;
  }

  #isName(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (!NAME.test(name)) return false;
    if (this.#names.size < MOST_NAMES) this.#names.add(name);
    return true;
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
