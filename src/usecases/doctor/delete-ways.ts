import type { DeleteParameter } from "../../allowlist/index.ts";

/** Every way to take deletes that is known, the given one first. */
export function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
  const named = (place: "query" | "body", names: readonly string[]) => names.map((name) => ({ in: place, name }));
  const others: readonly DeleteParameter[] = [
    ...named("query", ["ln", "licenseNumbers", "licenseNumber"]),
    ...named("body", ["licenseNumbers"]),
    { in: "body", shape: "array" },
    ...named("query", ["plates"]),
    ...named("body", ["plates", "licenseNumber", "licensePlates"]),
    ...named("query", ["licensePlates", "plate"]),
  ];
  return [first, ...others.filter((one) => wayText(one) !== wayText(first))];
}

/** How a delete names its cars, in words. */
export function wayText(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}
