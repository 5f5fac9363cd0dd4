import { z } from "zod";
import type { JsonSchema } from "../values/value-schemas.ts";
import type { SchemaName } from "./document-names.ts";
import { documentSchemas } from "./document-schemas.ts";
import { fleetJsonSchema } from "./fleet-json-schema.ts";
import { headOf, TARGET, titled } from "./schema-parts.ts";

/** The JSON Schema (draft 2020-12) of the fleet file or of a document. */
export function jsonSchema(name: SchemaName): JsonSchema {
  if (name === "fleet") return fleetJsonSchema();
  const schema = titled(z.toJSONSchema(documentSchemas[name], { target: TARGET }), "");
  return { ...headOf(name), ...schema, title: `platectl/${name}` };
}
