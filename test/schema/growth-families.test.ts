import { describe, expect, it } from "vitest";
import { schemaFamilies } from "../growth/schema-families.ts";

describe("the families of test/growth that fleet files, lists and tables are made of", () => {
  it.each(schemaFamilies.map((family) => [family.name, family] as const))(
    "a family of growing inputs, %s: can be made and read",
    async (_, family) => {
      await expect(Promise.resolve(family.run(Math.ceil(family.size / 1000)))).resolves.toBeUndefined();
    },
  );
});
