import { EXIT } from "../exit-code.ts";
import { jsonSchemas, type SchemaName } from "../schema/documents/json-schema.ts";
import type { Io } from "./io.ts";

/** `platectl schema`: prints a JSON Schema (draft 2020-12). Contacts nothing. */
export async function schemaCommand(name: SchemaName, io: Io): Promise<number> {
  await io.result(`${JSON.stringify(jsonSchemas[name](), null, 2)}\n`);
  return EXIT.ok;
}
