import { expect, it } from "vitest";
import { z } from "zod";
import { parseFleet } from "../../src/schema/index.ts";
import { CAR_KEYS, COLUMN_FIELDS } from "../../src/schema/values/index.ts";
import { flowsOf, follow } from "../cli/flows.ts";
import { dataFile } from "../data-file.ts";
import { readPage } from "./pages.ts";

const plain = (text: string) => text.replace(/\s+/g, " ");

/** Sentences of the pages, each with a flow that would fail if the sentence were not true. */
const claims = z
  .array(z.looseObject({ page: z.string(), says: z.string() }))
  .parse(dataFile("docs/claims.yaml"))
  .flatMap(({ page, says, ...more }) => flowsOf({ title: says, ...more }).map((steps) => ({ page, says, steps })));

it.each(claims)("$page says what happens: $says", async ({ page, says, steps }) => {
  expect(plain(readPage(page))).toContain(plain(says));
  await follow(steps);
});

it.each([
  ["A car", [...CAR_KEYS, "isPlate"]],
  ["Cars in other files: `carsFrom`", ["file", "column", ...COLUMN_FIELDS]],
])("each key has its row in docs/fleet-yaml.md below %s", (heading, keys) => {
  const [, section = ""] = readPage("docs/fleet-yaml.md").split(`\n## ${heading}\n`);
  const rows = (section.split(/\n## /)[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  const named = new Set(
    rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, key]) => key)),
  );
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});

/** The keys of the tables of docs/fleet-yaml.md below a heading, with the default that the page gives each. */
function defaultsBelow(heading: string): string[][] {
  const [, section = ""] = readPage("docs/fleet-yaml.md").split(`\n## ${heading}\n`);
  const rows = (section.split(/\n##/)[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => {
    const [, keys = "", , cell = ""] = row.split("|");
    const [names, values] = [keys, cell].map((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one));
    // A default in words, such as that of another key, is none that can be written down.
    if (/[a-z]/.test(cell.replace(/`[^`]*`/g, ""))) return [];
    const [first = ""] = names ?? [];
    const whole = (name: string) => (name.startsWith(".") ? first.replace(/\.[^.]*$/, name) : name);
    return values?.length === names?.length ? (names ?? []).map((name, at) => [whole(name), values?.[at] ?? ""]) : [];
  });
}

const fleetWith = (more: string) => parseFleet(`version: 1\nmode: global\n${more}cars: [AB12345]\n`, "fleet.yaml");
/** What is written down of it is kept beside `maxDeletes`; a claim above holds that nothing changes. */
const KEPT_AS_GIVEN = ["maxDeletes.window"];

it.each(["`policy`", "`interface`"].flatMap((heading) => defaultsBelow(heading).map((row) => [heading, ...row])))(
  "the default of %s %s is what docs/fleet-yaml.md says: %s",
  (heading, key = "", value = "") => {
    const [section] = heading.replaceAll("`", "").split(".");
    const [group, inner] = key.split(".");
    const written = inner === undefined ? `${group}: ${value}` : `${group}: { ${inner}: ${value} }`;
    const withoutPlaces = (reading: unknown) => JSON.stringify(reading).replace(/"source":\{[^}]*\}/g, "");
    const given = fleetWith(`${section}: { ${written} }\n`);
    expect(given).toMatchObject({ kind: "desired" });
    if (!KEPT_AS_GIVEN.includes(key)) expect(withoutPlaces(given)).toBe(withoutPlaces(fleetWith("")));
  },
);
