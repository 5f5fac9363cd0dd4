import { jsonSchema } from "../../src/schema/documents/json-schema.ts";
import type { JsonSchema } from "../../src/schema/values/value-schemas.ts";
import { keysIn, valuesAllowedBy } from "../docs/fleet-keys.ts";
import type { Position } from "./language-server.ts";

/** What a fleet file may be. */
export const MODES = ["global", "billing-account"] as const;

interface Key {
  /** What the schema says of it; it may stand in two forms of one mapping. */
  readonly descriptions: readonly string[];
  /** The words, numbers and booleans that it may be, where these are few. */
  readonly values: readonly string[];
  /** A value in each of its forms. */
  readonly examples: readonly unknown[];
}

/** Every key of a fleet file by its path, such as `accounts[].cars[].note`. */
export function fleetKeysByPath(): ReadonlyMap<string, Key> {
  const { $defs = {}, ...schema } = jsonSchema("fleet");
  const exampleOf = (one: JsonSchema): unknown => {
    const { examples = [] } = $defs[one.$ref?.replace("#/$defs/", "") ?? ""] ?? one;
    return valuesAllowedBy(one)[0] ?? examples[0] ?? (one.type === "array" ? [] : {});
  };
  const keys = new Map<string, Key>();
  for (const { path, schema: one } of keysIn(schema, "", $defs)) {
    const examples = [one, ...(typeof one.else === "object" ? [one.else] : [])].map(exampleOf);
    const known = keys.get(path) ?? { descriptions: [], values: valuesAllowedBy(one).map(String), examples };
    keys.set(path, { ...known, descriptions: [...known.descriptions, one.description ?? ""] });
  }
  return keys;
}

/** The path of the mapping that a key stands in; empty at the top. */
export function mappingOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** A fleet file in an editor, and places in it. */
export interface Written {
  readonly text: string;
  readonly key: Position;
  /** Behind its last character. */
  readonly end: Position;
}

/** A fleet file that has the key of this path, with what follows it, and little else. A path that ends in a dot leaves its mapping empty. */
export function fleetFileWith(path: string, mode: string, value = ""): Written {
  const names = path.split(".");
  const header = ["version: 1", `mode: ${mode}`].filter((line) => !line.startsWith(`${path}:`));
  const lines = ["# yaml-language-server: $schema=fleet.schema.json", ...header];
  let place = "";
  for (const name of names.slice(0, -1)) {
    const indent = " ".repeat(place.length);
    lines.push(`${place}${name.replace("[]", "")}:`);
    place = name.endsWith("[]") ? `${indent}  - ` : `${indent}  `;
  }
  const key = names.at(-1) ?? "";
  const last = key === "" ? place : `${place}${key}: ${value}`;
  const at = (character: number): Position => ({ line: lines.length, character });
  return { text: `${[...lines, last].join("\n")}\n`, key: at(place.length), end: at(last.length) };
}
