import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SchemaName } from "../../schema/documents/document-names.ts";

const SCHEMA_FILE = "fleet.schema.json";

type Outcome = "written" | "kept" | "failed";

/**
 * The first line of a fleet file, by which editors with the YAML language server find the schema. It names a file beside the
 * fleet file and no address: that works in every clone and without a network, and it is the schema of this version.
 */
export const SCHEMA_LINE = `# yaml-language-server: $schema=${SCHEMA_FILE}\n`;

/** A JSON Schema as `platectl schema` prints it. */
export async function schemaText(name: SchemaName): Promise<string> {
  // What makes schemas takes longer to load than everything else that `init` needs.
  const { jsonSchema } = await import("../../schema/documents/json-schema.ts");
  return `${JSON.stringify(jsonSchema(name), null, 2)}\n`;
}

/** Writes the schema of fleet files into a folder, and says whether; a file that is there is kept. */
export async function writeSchemaFile(folder: string): Promise<{ readonly path: string; readonly outcome: Outcome }> {
  const path = join(folder, SCHEMA_FILE);
  if (existsSync(path)) return { path, outcome: "kept" };
  const isWritten = await writeFile(path, await schemaText("fleet"), { flag: "wx" }).then(
    () => true,
    () => false,
  );
  return { path, outcome: isWritten ? "written" : "failed" };
}
