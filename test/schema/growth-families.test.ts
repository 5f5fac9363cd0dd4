import { expect, it } from "vitest";
import { schemaFamilies } from "../growth/schema-families.ts";

it.each(schemaFamilies.map((family) => [family.name, family] as const))(
  "a family of growing inputs, %s: can be made and read",
  async (_, family) => {
    await expect(Promise.resolve(family.run(Math.ceil(family.size / 1000)))).resolves.toBeUndefined();
  },
);
