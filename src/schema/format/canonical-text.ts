import { z } from "zod";
import { fleetShape } from "../fleet/shape.ts";
import { carShape, isUnquotedValue } from "../values/index.ts";

/** Words that a reader of YAML 1.1 or 1.2 takes for nothing or for a boolean, in any case of letters to be sure. */
const WORD = /^(?:~|null|y|n|yes|no|true|false|on|off|nan|inf)$/i;
/** What such a reader takes for a number: decimal, `0x7B`, `0o17`, `0b11`, `1E5`, `.5`, `1_000`, `12:30`, `.INF`, `190.20.30`. */
const NUMBER = /^[-+]?(?:[.0-9][0-9_.,:]*(?:e[-+]?[0-9_]*)?|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|\.inf|\.nan)$/i;
/** What such a reader takes for a time: it may be followed by an hour. */
const TIME = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/;

/** A letter or digit first: anything else may be an indicator of YAML. */
const BARE_START = /^[\p{L}\p{N}]/u;
/** A colon before a blank makes a key, a hash after a blank a comment; `*` is how people know masks and globs. */
const NOT_BARE = /:(?:\s|$)|\s#|\s$|[*\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const BRACKETS_OR_COMMA = /[,[\]{}]/;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Where a text is: below which key, and whether inside brackets. */
export interface TextPlace {
  readonly key: string | undefined;
  readonly isInBrackets: boolean;
}

/**
 * A text as YAML has it: without quotes where every reader of YAML 1.1 and 1.2 takes it for that very text, else in
 * double quotes. So other programs read a plate such as `1E51234` as we do.
 */
export function canonicalText(text: string, { key, isInBrackets }: TextPlace): string {
  if (key !== undefined && knownKeys().unquoted.has(key) && /^[A-Za-z0-9.:-]+$/.test(text)) return text;
  const isBare =
    BARE_START.test(text) &&
    !NOT_BARE.test(text) &&
    !WORD.test(text) &&
    !NUMBER.test(text) &&
    !TIME.test(text) &&
    !(isInBrackets && BRACKETS_OR_COMMA.test(text));
  return isBare ? text : `"${text.replace(/["\\]/g, "\\$&").replace(UNSEEN, escaped)}"`;
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  const code = character.codePointAt(0) ?? 0;
  const [letter, digits] = code <= 0xff ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(Number(digits), "0")}`;
}

/** The order of the keys of one mapping, and of the mappings below each of them. */
export interface KeyOrder {
  readonly keys: readonly string[];
  readonly below: ReadonlyMap<string, KeyOrder>;
}

const NO_ORDER: KeyOrder = { keys: [], below: new Map() };

/** What the shape of a fleet file says of its keys. */
interface KnownKeys {
  readonly fleet: KeyOrder;
  readonly car: KeyOrder;
  /** Keys whose values are numbers, days and switches; they are without quotes. All others hold text. */
  readonly unquoted: ReadonlySet<string>;
}

let known: KnownKeys | undefined;

// Made when first needed: all the rare shapes are made for it.
function knownKeys(): KnownKeys {
  if (known) return known;
  const unquoted = new Set<string>();
  known = { car: orderOf(carShape, unquoted), fleet: orderOf(fleetShape, unquoted), unquoted };
  return known;
}

/** The order of all keys of a fleet file: the one in which the shape names them, which is the contract's. */
export function fleetOrder(): KeyOrder {
  return knownKeys().fleet;
}

/** The order of the mapping, or of the mappings in the list, below a key. */
export function orderBelow(order: KeyOrder, key: string): KeyOrder {
  return key === "cars" ? knownKeys().car : (order.below.get(key) ?? NO_ORDER);
}

// Notes the keys on its way whose values are without quotes. `key` is the one that the schema is the value of.
function orderOf(schema: unknown, unquoted: Set<string>, key?: string): KeyOrder {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodLazy)
    return orderOf(schema.unwrap(), unquoted, key);
  if (schema instanceof z.ZodPipe) return orderOf(schema.out, unquoted, key);
  if (schema instanceof z.ZodArray) return orderOf(schema.element, unquoted, key);
  if (schema instanceof z.ZodUnion) return schema.options.map((form) => orderOf(form, unquoted, key))[0] ?? NO_ORDER;
  if (key !== undefined && schema instanceof z.ZodType && isUnquotedValue(schema)) unquoted.add(key);
  if (!(schema instanceof z.ZodObject)) return NO_ORDER;
  const pairs = Object.entries<unknown>(schema.shape).map(
    ([name, value]) => [name, orderOf(value, unquoted, name)] as const,
  );
  return { keys: pairs.map(([name]) => name), below: new Map(pairs) };
}
