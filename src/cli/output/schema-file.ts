import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonSchema, type SchemaName } from "../../schema/index.ts";

const SCHEMA_FILE = "fleet.schema.json";

type Outcome = "written" | "kept" | "failed";

/**
 * The first line of a fleet file, by which editors with the YAML language server find the schema. It names a file beside the
 * fleet file and no address: that works in every clone and without a network, and it is the schema of this version.
 */
export const SCHEMA_LINE = `# yaml-language-server: $schema=${SCHEMA_FILE}\n`;

/** A JSON Schema as `platectl schema` prints it. */
export function schemaText(name: SchemaName): string {
  return `${JSON.stringify(jsonSchema(name), null, 2)}\n`;
}

/** Writes the schema of fleet files into a folder, and says whether; a file that is there is kept. */
export async function writeSchemaFile(folder: string): Promise<{ readonly path: string; readonly outcome: Outcome }> {
  const path = join(folder, SCHEMA_FILE);
  if (existsSync(path)) return { path, outcome: "kept" };
  const isWritten = await writeFile(path, schemaText("fleet"), { flag: "wx" }).then(
    () => true,
    () => false,
  );
  return { path, outcome: isWritten ? "written" : "failed" };
}
