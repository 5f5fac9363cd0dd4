import { jsonText, type PlateView } from "../../render/index.ts";
import { type DocumentContent, type DocumentName, SCHEMA_VERSION } from "../../schema/index.ts";
import type { Io } from "./io.ts";

/** A document of this name, as its schema says, with plates as they are to be shown; what has no schema does not compile. */
export function jsonDocument<Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  plates: PlateView,
): string {
  return jsonText(plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...content }));
}

/**
 * Prints what a command found: the document of this name for programs (`--json`), else its text for people, made of the same content
 * with plates as they are to be shown.
 */
export async function printDocument<Name extends DocumentName, Content extends DocumentContent<Name>>(
  name: Name,
  content: Content,
  text: (shown: Content) => string,
  { json }: { readonly json?: boolean },
  io: Io,
): Promise<void> {
  await io.result(json ? jsonDocument(name, content, io.documentPlates) : text(io.plates.document(content)));
}
