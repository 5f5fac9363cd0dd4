import { jsonText, type PlateView } from "../../render/index.ts";
import { type DocumentContent, type DocumentName, SCHEMA_VERSION } from "../../schema/index.ts";

/** A document of this name, as its schema says, with plates as they are to be shown; what has no schema does not compile. */
export function jsonDocument<Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  plates: PlateView,
): string {
  return jsonText(plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...content }));
}
