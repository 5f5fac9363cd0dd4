import type { Family } from "./growth.ts";
import { planFamilies } from "./plan-families.ts";
import { readingFamilies } from "./reading-families.ts";
import { runFamilies } from "./run-families.ts";
import { schemaFamilies } from "./schema-families.ts";

/** Every kind of input whose cost is watched: whoever adds one that users or servers can make large adds it here. */
export const FAMILIES: readonly Family[] = [...schemaFamilies, ...planFamilies, ...readingFamilies, ...runFamilies];
