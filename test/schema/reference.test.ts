import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { diagnosticsOf } from "./fleet-text.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const reference = readFileSync(join(root, "docs/fleet-yaml.md"), "utf8");

it("docs/fleet-yaml.md shows files that are valid", () => {
  const files = [...reference.matchAll(/```yaml\n(version: 1\n[\s\S]*?)```/g)].map((match) => match[1] ?? "");
  expect(files.length).toBe(3);
  for (const file of files) {
    const text = file.replace(/ *carsFrom:.*\n/, "");
    expect(diagnosticsOf(parseFleet(text, "f"))).toEqual([]);
  }
});
