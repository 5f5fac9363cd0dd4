import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What a YAML file of this folder says, by its path from here: rows for `it.each`. */
export function dataFile(path: string) {
  return parse(readFileSync(join(import.meta.dirname, path), "utf8"));
}
