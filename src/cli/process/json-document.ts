import { jsonText } from "../../render/escape/json.ts";
import { FULL_PLATES, type PlateView } from "../../render/plates/full-plates.ts";
import type { DocumentName } from "../../schema/documents/document-names.ts";
import type { DocumentContent } from "../../schema/documents/document-schemas.ts";
import { SCHEMA_VERSION } from "../../schema/documents/schema-version.ts";

/** A document of this name, as its schema says; what has no schema does not compile. */
export function jsonDocument<Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  plates: PlateView = FULL_PLATES,
): string {
  return jsonText(plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...content }));
}
