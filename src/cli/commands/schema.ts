import { EXIT } from "../../exit-code.ts";
import type { schemaSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { schemaText } from "../output/schema-file.ts";
import type { Io } from "../process/io.ts";

/** `platectl schema`: prints a JSON Schema (draft 2020-12). Contacts nothing. */
export async function schemaCommand({ document }: InputOf<typeof schemaSpec>, io: Io): Promise<number> {
  await io.result(schemaText(document));
  return EXIT.ok;
}
