import { inflateRawSync } from "node:zlib";
import { DOMParser, type Element } from "@xmldom/xmldom";

/** A cell as its style shows it. */
interface StrictCell {
  readonly kind: "text" | "number" | "date" | "formula";
  readonly text: string;
}

/** A sheet of a workbook. */
interface StrictSheet {
  readonly name: string;
  readonly rows: readonly (readonly StrictCell[])[];
  /** The cells with a filter. */
  readonly filter: string;
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
}

/**
 * Reads a workbook as the strictest of readers do: sheets by their relationships, rows and cells by their own references, kinds by
 * the format of their style. Shares nothing with the program. Throws an Error where one of these is missing.
 */
export function readStrictly(bytes: Uint8Array): readonly StrictSheet[] {
  const files = unzip(Buffer.from(bytes));
  const xml = (path: string) => new DOMParser().parseFromString(files.get(path) ?? "", "text/xml");
  const all = (node: Pick<Element, "getElementsByTagName">, tag: string) => [...node.getElementsByTagName(tag)];
  const links = new Map(
    all(xml("xl/_rels/workbook.xml.rels"), "Relationship").map((one) => [value(one, "Id"), value(one, "Target")]),
  );
  const styles = xml("xl/styles.xml");
  const formats = new Map(all(styles, "numFmt").map((one) => [value(one, "numFmtId"), value(one, "formatCode")]));
  const [used] = all(styles, "cellXfs");
  const styleFormats = used ? all(used, "xf").map((one) => formats.get(one.getAttribute("numFmtId") ?? "") ?? "") : [];
  const kindOf = (cell: Element): StrictCell["kind"] => {
    if (all(cell, "f").length > 0) return "formula";
    if (cell.getAttribute("t") === "inlineStr") return "text";
    return styleFormats[Number(value(cell, "s"))]?.includes("yyyy") ? "date" : "number";
  };
  return all(xml("xl/workbook.xml"), "sheet").map((sheet) => {
    const part = xml(`xl/${links.get(value(sheet, "r:id"))}`);
    const rows = all(part, "row").map((row, at) => {
      if (value(row, "r") !== String(at + 1)) throw new Error(`row ${at + 1} has another number`);
      return all(row, "c").map((cell, column) => {
        const expected = `${String.fromCharCode("A".charCodeAt(0) + column)}${at + 1}`;
        if (value(cell, "r") !== expected) throw new Error(`${value(cell, "r")} stands at ${expected}`);
        return { kind: kindOf(cell), text: cell.textContent ?? "" };
      });
    });
    const [filter] = all(part, "autoFilter");
    if (!filter) throw new Error("no filter");
    const widths = all(part, "col").map((one) => Number(value(one, "width")));
    return { name: value(sheet, "name"), rows, filter: value(filter, "ref"), widths };
  });
}

function value(element: Element, name: string): string {
  const found = element.getAttribute(name);
  if (found === null || found === "") throw new Error(`<${element.tagName}> has no ${name}`);
  return found;
}

/** The texts of a zip file by their paths, by its directory at the end (APPNOTE 4.3). */
function unzip(file: Buffer): ReadonlyMap<string, string> {
  const end = file.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const texts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [
      file.readUInt32LE(at + 20),
      ...[28, 30, 32].map((by) => file.readUInt16LE(at + by)),
    ];
    const header = file.readUInt32LE(at + 42);
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const path = file.toString("utf8", at + 46, at + 46 + (name ?? 0));
    texts.set(path, inflateRawSync(file.subarray(start, start + (size ?? 0))).toString("utf8"));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return texts;
}
