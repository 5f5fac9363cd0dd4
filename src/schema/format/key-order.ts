import { z } from "zod";
import { fleetShape } from "../fleet/shape.ts";

/** The order of the keys of one mapping, and of the mappings below each of them. */
export interface KeyOrder {
  readonly keys: readonly string[];
  readonly below: ReadonlyMap<string, KeyOrder>;
}

const NO_ORDER: KeyOrder = { keys: [], below: new Map() };

/** Cars are read by hand (read-cars.ts), so that the shape does not know their keys. */
const CAR_ORDER: KeyOrder = { ...NO_ORDER, keys: ["licenseNumber", "features", "validFrom", "validUntil", "note"] };

/** The order of all keys of a fleet file: the one in which the shape names them, which is the contract's. */
export const FLEET_ORDER: KeyOrder = orderOf(fleetShape);

/** The order of the mapping, or of the mappings in the list, below a key. */
export function orderBelow(order: KeyOrder, key: string): KeyOrder {
  return key === "cars" ? CAR_ORDER : (order.below.get(key) ?? NO_ORDER);
}

function orderOf(schema: unknown): KeyOrder {
  if (schema instanceof z.ZodExactOptional) return orderOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return orderOf(schema.element);
  if (schema instanceof z.ZodUnion) return orderOf(schema.options[0]);
  if (!(schema instanceof z.ZodObject)) return NO_ORDER;
  const pairs = Object.entries<unknown>(schema.shape).map(([key, value]) => [key, orderOf(value)] as const);
  return { keys: pairs.map(([key]) => key), below: new Map(pairs) };
}
