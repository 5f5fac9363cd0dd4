import { EXIT } from "../../exit-code.ts";
import { jsonSchemas } from "../../schema/documents/json-schema.ts";
import type { schemaSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { Io } from "../io.ts";

/** `platectl schema`: prints a JSON Schema (draft 2020-12). Contacts nothing. */
export async function schemaCommand({ document }: InputOf<typeof schemaSpec>, io: Io): Promise<number> {
  await io.result(`${JSON.stringify(jsonSchemas[document](), null, 2)}\n`);
  return EXIT.ok;
}
