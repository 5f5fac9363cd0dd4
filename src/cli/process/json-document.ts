import { FULL_PLATES, jsonText, type PlateView } from "../../render/index.ts";
import { type DocumentContent, type DocumentName, SCHEMA_VERSION } from "../../schema/index.ts";

/** A document of this name, as its schema says; what has no schema does not compile. */
export function jsonDocument<Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  plates: PlateView = FULL_PLATES,
): string {
  return jsonText(plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...content }));
}
