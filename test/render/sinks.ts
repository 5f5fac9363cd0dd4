import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import MarkdownIt from "markdown-it";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { dataFile } from "../data-file.ts";

/** What a GitHub runner would obey in this text, by its two parsers: `::name …::` at the start of a line, `##[name]` anywhere. */
export function runnerCommands(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.replace(/^[\s\u0085]+/, "").startsWith("::") || line.includes("##["));
}

/** A GitHub workflow command as the runner decodes it; undefined when the line is none. */
export function parseCommand(
  line: string,
): { name: string; properties: Record<string, string>; message: string } | undefined {
  const [, name, list = "", message = ""] = /^::([^\s:]+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const properties = list.split(",").map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), decodeProperty(pair.slice(at + 1))];
  });
  return { name, properties: Object.fromEntries(properties), message: decodeMessage(message) };
}

function decodeMessage(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function decodeProperty(text: string): string {
  return decodeMessage(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}

/** Characters that a terminal acts on or does not draw, found by their ranges rather than by their properties. */
export function unseenIn(text: string): string[] {
  return [...text].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return UNSEEN_RANGES.some(([from, to]) => code >= from && code <= to) && character !== "\n";
  });
}

const UNSEEN_RANGES: readonly (readonly [number, number])[] = dataFile("render/unseen.yaml");

const markdown = new MarkdownIt({ html: true, linkify: true });

/** A Markdown page taken apart: everything that a renderer acts on, and apart from it what it shows as code. */
export function readMarkdown(text: string): { structure: string[]; code: string[] } {
  const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return {
    structure: tokens
      .filter((token) => token.type !== "inline")
      .map((token) => (token.type === "code_inline" ? "code" : `${token.type} ${token.tag} ${token.content}`.trim())),
    code: tokens.filter((token) => token.type === "code_inline").map((token) => token.content),
  };
}

type HtmlNode = DefaultTreeAdapterTypes.Node;

/** An HTML page taken apart: its elements with their attributes' names, its texts, and the data that its script reads. */
export function readHtml(text: string): {
  skeleton: string[];
  texts: string[];
  data: { columns: { id: string }[]; rows: string[][] };
} {
  const skeleton: string[] = [];
  const texts: string[] = [];
  let data = "";
  const visit = (node: HtmlNode, parent: string): void => {
    if ("value" in node && parent === "script:application/json") data += node.value;
    else if ("value" in node) texts.push(node.value);
    const type = "attrs" in node ? node.attrs.find((one) => one.name === "type")?.value : undefined;
    if ("attrs" in node) skeleton.push(`${node.tagName} ${node.attrs.map((one) => one.name).join(" ")}`.trim());
    else if (!("value" in node)) skeleton.push(node.nodeName);
    if ("childNodes" in node) for (const child of node.childNodes) visit(child, `${node.nodeName}:${type ?? ""}`);
  };
  visit(parse(text), "");
  return { skeleton, texts, data: JSON.parse(data) };
}

/** An element of an XML document. */
interface XmlElement {
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** All text in it. */
  readonly text: string;
}

/** An XML document taken apart: its elements with their attributes. Throws on anything that is not well-formed. */
export function readXml(text: string): XmlElement[] {
  const fail = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const found: XmlElement[] = [];
  const visit = (node: Node): void => {
    if (isElement(node)) {
      const attributes = new Map([...node.attributes].map((one) => [one.name, one.value]));
      found.push({ element: node.tagName, attributes, text: node.textContent ?? "" });
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(new DOMParser({ onError: fail }).parseFromString(text, "text/xml"));
  return found;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
