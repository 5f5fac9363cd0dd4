import { describe, expect, it } from "vitest";
import { jsonSchemas } from "../../src/schema/documents/json-schema.ts";
import { readPage } from "./pages.ts";

describe("lists of the pages", () => {
  it("the reference names every JSON Schema that the program prints, and no other", () => {
    const named = [...readPage("docs/reference.md").matchAll(/^\| .* \| `platectl schema ([a-z]+)` \|$/gm)];
    expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(jsonSchemas).sort());
  });

  it("the glossary explains each word once, in alphabetical order", () => {
    const rows = [...readPage("docs/glossary.md").matchAll(/^\| ([a-z][^|]*?) \|/gm)].map(([, word = ""]) => word);
    const words = rows.filter((word) => word !== "word");
    expect(words.length).toBeGreaterThan(40);
    expect(words).toEqual([...new Set(words)].sort());
  });
});
