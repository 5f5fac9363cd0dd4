/** Takes the pieces of an XML document in order. Long text comes in pieces. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** What it can take without these calls. */
  readonly usual?: UsualPiece;
}

/** What most of a part of a workbook is made of: an element with one element in it, and text in that. Each is taken as a whole. */
export interface UsualPiece {
  /** Sticky. It matches pieces without entities, of which the parser would say the same. */
  readonly pattern: RegExp;
  /** Takes one, unless it is none where it is. */
  take(piece: RegExpExecArray): boolean;
}

/** The attributes of an element; of two with one name the first counts. */
export interface Attributes {
  get(name: string): string | undefined;
  names(): readonly string[];
}

/** Where the plain beginning of a document ends: what follows, and the elements that are open there. */
export interface NotPlain {
  readonly rest: string;
  readonly open: readonly string[];
  /** The root element is closed. */
  readonly isOver: boolean;
}

const DECLARATION = /^<\?xml(?: [a-z]+=(?:"[\w.-]*"|'[\w.-]*'))*[ \t\r\n]*\?>[ \t\r\n]*/;
const NAME = "[A-Za-z][\\w.-]*(?::[A-Za-z][\\w.-]*)?";
/** No more attributes than the parts of workbooks have, and not the one that the parser stumbles over. */
const OPENING = new RegExp(`^${NAME}(?:[ \\t\\r\\n]+(?!hasOwnProperty=)${NAME}="[^"<&]*"){0,100}[ \\t\\r\\n]*/?$`);
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

/**
 * Reads the plain beginning of an XML document, and most parts of workbooks are plain to their end: elements whose attributes are in
 * double quotes, text, and the five entities in it. What is anything else, wrong or not, it leaves to the parser from there on.
 */
export class PlainXml {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
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
      at = this.#endOfUsual(text, at);
      const start = text.indexOf("<", at);
      const end = start < 0 ? -1 : text.indexOf(">", start);
      if (end < 0) {
        const rest = text.slice(at);
        return rest.length < LONGEST_PIECE ? this.#waitWith(rest) : this.#notPlain(rest);
      }
      const isPlain = end - at < LONGEST_PIECE && this.#text(text.slice(at, start));
      if (!isPlain) return this.#notPlain(text.slice(at));
      const isTag =
        text.charCodeAt(start + 1) === SLASH
          ? this.#closing(text, start + 2, end)
          : this.#opening(text.slice(start + 1, end));
      if (!isTag) return this.#notPlain(text.slice(start));
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

  /** The place behind the pieces that begin there and are taken as a whole. */
  #endOfUsual(text: string, from: number): number {
    const { usual } = this.#handler;
    if (!usual || this.#open.length === 0) return from;
    const { pattern } = usual;
    for (let end = from; ; end = pattern.lastIndex) {
      pattern.lastIndex = end;
      const piece = pattern.exec(text);
      if (!piece || !usual.take(piece)) return end;
    }
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

  #opening(tag: string): boolean {
    if (this.#isOver || !OPENING.test(tag)) return false;
    const isEmpty = tag.endsWith("/");
    const length = isEmpty ? tag.length - 1 : tag.length;
    let nameEnd = 1;
    while (nameEnd < length && !isBlank(tag.charCodeAt(nameEnd))) nameEnd += 1;
    const name = tag.slice(0, nameEnd);
    this.#handler.open(name, new PlainAttributes(tag, nameEnd));
    this.#open.push(name);
    if (isEmpty) this.#close(name);
    return true;
  }

  // Half of all tags, for which no text is cut out.
  #closing(text: string, from: number, end: number): boolean {
    const name = this.#open.at(-1);
    if (name === undefined || end - from !== name.length || !text.startsWith(name, from)) return false;
    this.#close(name);
    return true;
  }

  #close(name: string): void {
    this.#open.pop();
    this.#isOver = this.#open.length === 0;
    this.#handler.close(name);
  }
}

/** The attributes of a plain tag, found in its text when asked for: most are not. */
class PlainAttributes implements Attributes {
  readonly #tag: string;
  readonly #from: number;

  constructor(tag: string, from: number) {
    this.#tag = tag;
    this.#from = from;
  }

  get(wanted: string): string | undefined {
    const { length } = this.#tag;
    for (let at = this.#from; at < length; at += 1) {
      while (isBlank(this.#tag.charCodeAt(at))) at += 1;
      const name = at;
      while (at < length && this.#tag.charCodeAt(at) !== EQUALS) at += 1;
      const isWanted = at - name === wanted.length && this.#tag.startsWith(wanted, name);
      const value = at + 2;
      for (at = value; at < length && this.#tag.charCodeAt(at) !== QUOTE; ) at += 1;
      if (isWanted) return this.#tag.slice(value, at);
    }
    return undefined;
  }

  names(): readonly string[] {
    const pairs = this.#tag.slice(this.#from).matchAll(/([^\s=]+)="[^"]*"/g);
    return [...new Set([...pairs].map(([, name = ""]) => name))];
  }
}

const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
