import { z } from "zod";
import { fleetShape } from "../fleet/shape.ts";
import { carShape } from "../values/car-shape.ts";
import { isUnquotedValue } from "../values/value-shapes.ts";

/** The order of the keys of one mapping, and of the mappings below each of them. */
export interface KeyOrder {
  readonly keys: readonly string[];
  readonly below: ReadonlyMap<string, KeyOrder>;
}

const NO_ORDER: KeyOrder = { keys: [], below: new Map() };
const CAR_ORDER = orderOf(carShape);

/** The order of all keys of a fleet file: the one in which the shape names them, which is the contract's. */
export const FLEET_ORDER: KeyOrder = orderOf(fleetShape);

/** Keys whose values are numbers, days and switches; they stand without quotes. All others hold text. */
export const UNQUOTED_KEYS: ReadonlySet<string> = new Set([fleetShape, carShape].flatMap(unquotedKeysIn));

/** The order of the mapping, or of the mappings in the list, below a key. */
export function orderBelow(order: KeyOrder, key: string): KeyOrder {
  return key === "cars" ? CAR_ORDER : (order.below.get(key) ?? NO_ORDER);
}

function orderOf(schema: unknown): KeyOrder {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodLazy) return orderOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return orderOf(schema.element);
  if (schema instanceof z.ZodUnion) return orderOf(schema.options[0]);
  if (!(schema instanceof z.ZodObject)) return NO_ORDER;
  const pairs = Object.entries<unknown>(schema.shape).map(([key, value]) => [key, orderOf(value)] as const);
  return { keys: pairs.map(([key]) => key), below: new Map(pairs) };
}

function unquotedKeysIn(schema: unknown): string[] {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodLazy) return unquotedKeysIn(schema.unwrap());
  if (schema instanceof z.ZodArray) return unquotedKeysIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unquotedKeysIn);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<unknown>(schema.shape).flatMap(([key, value]) => [
    ...(isUnquoted(value) ? [key] : []),
    ...unquotedKeysIn(value),
  ]);
}

function isUnquoted(schema: unknown): boolean {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodLazy) return isUnquoted(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.some(isUnquoted);
  return schema instanceof z.ZodType && isUnquotedValue(schema);
}
