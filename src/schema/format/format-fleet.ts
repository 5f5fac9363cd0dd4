import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "../../allowlist/index.ts";
import { loadLists } from "../../tables/index.ts";
import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import {
  createLoadContext,
  type FoundFile,
  findFleetFiles,
  Lines,
  type LoadContext,
  readTextFile,
} from "../files/index.ts";
import { assemble } from "../fleet/assemble.ts";
import { allReferences, readPart } from "../fleet/fleet-part.ts";
import { parse } from "../yaml/parse-whole.ts";
import type { Tree } from "../yaml/tree.ts";
import { printText } from "./print-text.ts";

/** A fleet file in its canonical form, or what is wrong with it. `path` is as the user named it. */
export type FormattedFile =
  | {
      readonly kind: "formatted";
      readonly path: string;
      readonly absolute: string;
      readonly text: string;
      /** Whether the file already has exactly this text. */
      readonly isCanonical: boolean;
    }
  | { readonly kind: "invalid"; readonly path: string; readonly diagnostics: readonly Diagnostic[] };

/** What formatting found: every file, and what is wrong with the arguments themselves. */
interface Formatting {
  readonly files: readonly FormattedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The canonical form of fleet files, each valid on its own: order of keys, quotes, spacing and indentation are fixed;
 * data, comments, single blank lines and the order of cars stay. Nothing is written.
 */
export async function formatFleet(paths: readonly string[], options: { readonly cwd: string }): Promise<Formatting> {
  const diagnostics = new DiagnosticCollector();
  const context = createLoadContext(options, diagnostics);
  const files: FormattedFile[] = [];
  for (const found of await findFleetFiles(paths, context)) files.push(await formatFile(found, context));
  return { files, diagnostics: diagnostics.sorted() };
}

/**
 * The canonical form of the text of a fleet file that this program wrote.
 * @throws TypeError where it is none.
 */
export function formattedText(text: string): string {
  const parsed = parse(new Lines("", text), new DiagnosticCollector());
  if (parsed.kind === "broken" || parsed.root.kind !== "mapping")
    throw new TypeError("the text is not a fleet file of this program");
  return printText(text, parsed.root);
}

async function formatFile({ absolute, real, path }: FoundFile, context: LoadContext): Promise<FormattedFile> {
  const diagnostics = new DiagnosticCollector();
  const file = await readTextFile(real, path, diagnostics);
  const plain = file?.text.replaceAll("\r\n", "\n") ?? "";
  const part = file && readPart(plain, file.path, diagnostics, parse);
  if (part) {
    const lists = await loadLists(allReferences(part), absolute, { ...context, diagnostics });
    assemble([part], lists, diagnostics);
  }
  if (part?.root.kind !== "mapping" || diagnostics.hasErrors)
    return { kind: "invalid", path, diagnostics: diagnostics.sorted() };
  const text = printText(plain, part.root);
  const isCanonical = createHash("sha256").update(text).digest("hex") === file?.sha256;
  // A defect here would change a fleet silently, so that the result is read again before anybody gets it.
  if (!isCanonical && !meansTheSame(part.root, text, path)) throw new Error(`${path}: formatting would change it`);
  return { kind: "formatted", path, absolute, text, isCanonical };
}

function meansTheSame(root: Tree, text: string, path: string): boolean {
  const parsed = parse(new Lines(path, text), new DiagnosticCollector());
  return parsed.kind === "tree" && isDeepStrictEqual(contentOf(root), contentOf(parsed.root));
}

/** What a tree says, the order of keys aside. */
function contentOf(node: Tree): unknown {
  switch (node.kind) {
    case "scalar":
      return node.text.trim();
    case "list":
      return node.items.map(contentOf);
    case "mapping":
      return new Map(node.pairs.map(({ key, value }) => [key, contentOf(value)]));
    case "unusable":
      throw new TypeError("a valid file has no such node");
  }
}
