import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SCHEMA_NAMES } from "../../src/documents/document-names.ts";
import { jsonSchema } from "../../src/documents/document-schemas.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT, textsOf } from "../rows.ts";
import { diagnosticsOf, GLOBAL } from "../schema/fleet-text.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
const ajv = new Ajv2020({
  strict: true,
  strictRequired: true,
  // `1E51234` is infinite to an editor.
  strictNumbers: false,
  allErrors: true,
  formats: { date: isDay, "date-time": (text: string) => !Number.isNaN(Date.parse(text)) },
});
const validate = ajv.compile(jsonSchema("fleet"));

/** Whether the schema accepts a fleet file as an editor reads it, with numbers and booleans. */
const asEditor = (text: string) => validate(parse(text, { schema: "core" }));
/** Whether it accepts the file as platectl reads it, where every value is text. */
const asText = (text: string) => validate(parse(text, { schema: "failsafe" }));
const verdictsOf = (text: string) => ({ asEditor: asEditor(text), asText: asText(text) });

const ACCEPTED = { asEditor: true, asText: true };

const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".yaml"));
const reference = readFileSync(join(root, "docs/fleet-yaml.md"), "utf8");
const documented = [...reference.matchAll(/```yaml\n(version: 1\n[\s\S]*?)```/g)].map(([, text]) => text ?? "");

it.each(examples)("the schema of the fleet file accepts examples/%s, whose first line names it", (name) => {
  const text = readFileSync(join(root, "examples", name), "utf8");
  expect(verdictsOf(text), JSON.stringify(validate.errors)).toEqual(ACCEPTED);
  expect(text).toMatch(/^# yaml-language-server: \$schema=fleet\.schema\.json\n/);
});

it("the schema of the fleet file stands beside the examples as `platectl schema` prints it", () => {
  const file = readFileSync(join(root, "examples/fleet.schema.json"), "utf8");
  expect(file).toBe(`${JSON.stringify(jsonSchema("fleet"), null, 2)}\n`);
});

it("the schema of the fleet file explains every key to an editor", () => {
  expect(keysWithoutDescription(jsonSchema("fleet"))).toEqual([]);
});

it("the schema of the fleet file describes keys in their own words, not in those of an error", () => {
  const descriptions = [...JSON.stringify(jsonSchema("fleet")).matchAll(/"description":"([^"]+)"/g)];
  expect(descriptions.length).toBeGreaterThan(80);
  expect(descriptions.filter(([, text]) => /^Must be|for example:/i.test(text ?? ""))).toEqual([]);
});

it.each(rowsOf(import.meta.url, "the schema of the fleet file names the key", TEXT, TEXT, TEXT))(
  "the schema of the fleet file names the key: %s",
  (_, text, key) => {
    expect(asEditor(text)).toBe(false);
    const errors = validate.errors ?? [];
    expect(errors.map(({ params }) => params["additionalProperty"] ?? params["missingProperty"])).toContain(key);
    expect(errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "type")).toEqual([]);
  },
);

it("the schema of the fleet file accepts what the reference shows", () => {
  expect(documented.length).toBeGreaterThan(1);
  for (const text of documented) {
    expect(verdictsOf(text)).toEqual(ACCEPTED);
    expect(diagnosticsOf(parseFleet(text.replace(/ *carsFrom:.*\n/, ""), "f"))).toEqual([]);
  }
});

it.each("AB12345 1E51234 0123 NULL ~ NO true .INF 0x7B 12:30 1E+5 2024-01-02 KÜN-1 ＡＢ１ A·B ΑΒ1".split(" "))(
  "A1: the schema of the fleet file accepts the plate %s",
  (plate) => {
    const text = `${GLOBAL}cars: [${plate}, { licenseNumber: ${plate} }, "${plate}"]\n`;
    expect(verdictsOf(text)).toEqual(ACCEPTED);
  },
);

it.each(rowsOf(import.meta.url, "the schema of the fleet file refuses", TEXT, TEXT))(
  "the schema of the fleet file refuses %s, as `validate` does",
  (_, text) => {
    expect(parseFleet(text, "f").kind).toBe("invalid");
    expect(verdictsOf(text)).toEqual({ asEditor: false, asText: false });
  },
);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Every object of a schema with its path, conditions aside: these repeat keys. */
function* objectsIn(value: unknown, path = ""): Generator<{ readonly path: string; readonly one: Node }> {
  if (!isNode(value)) return;
  yield { path, one: value };
  for (const [key, below] of Object.entries(value)) if (key !== "if") yield* objectsIn(below, `${path}/${key}`);
}

/** The mappings with keys of their own that have no title. */
const mappingsWithoutTitle = (schema: unknown) =>
  [...objectsIn(schema)].flatMap(({ path, one }) =>
    ["additionalProperties", "properties"].every((key) => Object.hasOwn(one, key)) && !one["title"] ? [path] : [],
  );

/** The keys of mappings that say nothing of their meaning; one that is only `true` is described elsewhere. */
const keysWithoutDescription = (schema: unknown) =>
  [...objectsIn(schema)].flatMap(({ path, one }) =>
    Object.entries(one["properties"] ?? {}).flatMap(([name, below]) =>
      isNode(below) && !below["description"] ? [`${path}.${name}`] : [],
    ),
  );

type Plain = string | readonly Plain[] | { readonly [key: string]: Plain };

const PLAIN: z.ZodType<Plain> = z.lazy(() => z.union([TEXT, z.array(PLAIN), z.record(TEXT, PLAIN)]));

/** Valid files that have every key between them, small so that each is read quickly. */
const FILES = rowsOf(import.meta.url, "valid files", PLAIN).map(([file]) => file);

/** What stands in the place of each value in turn. */
const INSTEAD = textsOf(import.meta.url, "values");

/** Texts with one value of `node` replaced, and where. */
function replaced(node: Plain, path: string): { readonly path: string; readonly make: (instead: string) => string }[] {
  const whole = { path, make: (instead: string) => instead };
  if (typeof node === "string") return [whole];
  const children = Object.entries(node);
  const write = (at: number, text: string): string => {
    const parts = children.map(([key, child], index) => {
      const value = index === at ? text : flow(child);
      return Array.isArray(node) ? value : `${key}: ${value}`;
    });
    return Array.isArray(node) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  };
  const below = children.flatMap(([key, child], at) =>
    replaced(child, `${path}.${key}`).map(({ path: where, make }) => ({
      path: where,
      make: (text: string) => write(at, make(text)),
    })),
  );
  return path === "" ? below : [whole, ...below];
}

function flow(node: Plain): string {
  if (typeof node === "string") return /[*#&]/.test(node) ? `"${node}"` : node;
  const parts = Object.entries(node).map(([key, child]) =>
    Array.isArray(node) ? flow(child) : `${key}: ${flow(child)}`,
  );
  return Array.isArray(node) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
}

/** Errors that no schema can see: they are about other files, other entries or the calendar of this machine. */
const BEYOND = new Set([
  "list-unavailable",
  "count-differs",
  "validity-backwards",
  "duplicate-account",
  "conflicting-plate",
]);
/** Where `validate` knows more than a pattern says. */
const LOOSER = [/\.timeZone$/, /\.plates\.0$/, /\.baId$/, /\.features\.0$/, /\.cars\.0(?:\.licenseNumber)?$/];

const places = FILES.flatMap((file) => replaced(file, ""));

it("the schema and `validate` agree on every value of the fleet file in turn", () => {
  expect(places.length).toBeGreaterThan(80);
  const differences = places.flatMap(({ path, make }) =>
    INSTEAD.flatMap((instead) => {
      const text = `${make(instead)}\n`;
      const isFine = !diagnosticsOf(parseFleet(text, "f")).some(
        ({ severity, code }) => severity === "error" && !BEYOND.has(code),
      );
      // Refused is what either reading refuses: an editor takes `010` for a number that is fine.
      const isAccepted = asEditor(text) && asText(text);
      const isLooser = !isFine && LOOSER.some((pattern) => pattern.test(path));
      return isAccepted === isFine || isLooser ? [] : [`${path} ${instead.slice(0, 20)}: ${isFine ? "fine" : "wrong"}`];
    }),
  );
  expect(differences).toEqual([]);
});

it.each(SCHEMA_NAMES)(
  "the schema of %s is draft 2020-12 with an id and a title, and so has each of its mappings",
  (name) => {
    expect(jsonSchema(name)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:platectl:schema:${name}:1`,
      title: name === "fleet" ? "A platectl fleet file" : `platectl/${name}`,
    });
    expect(mappingsWithoutTitle(jsonSchema(name))).toEqual([]);
  },
);
