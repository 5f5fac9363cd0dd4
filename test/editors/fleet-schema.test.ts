import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { runCli } from "../cli/harness.ts";
import { fleetFileWith, fleetKeysByPath, MODES, mappingOf } from "./documents.ts";
import { type Editor, startEditor } from "./language-server.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
/** Files that are nowhere but in the editor, beside the schema. */
const fileNamed = (name: string): string => pathToFileURL(join(EXAMPLES, name)).href;

const keys = fleetKeysByPath();
const mappings = [...new Set([...keys.keys()].map(mappingOf))];

let editor: Editor;

beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.close());

/** What is offered behind the end of a file with that key, in both modes; nothing is offered twice in one. */
async function offersAt(path: string): Promise<readonly string[]> {
  const offers = new Set<string>();
  for (const mode of MODES) {
    const file = fleetFileWith(path, mode);
    editor.write(fileNamed("completion.yaml"), file.text);
    const labels = await editor.complete(fileNamed("completion.yaml"), file.end);
    const plain = labels.map((label) => label.replace(/^"(.*)"$/, "$1"));
    expect(plain, `${path} in mode ${mode}`).toEqual([...new Set(plain)]);
    for (const label of plain) offers.add(label);
  }
  return [...offers].sort();
}

it("an editor offers every key of every mapping, and none twice", async () => {
  for (const mapping of mappings) {
    const offers = await offersAt(mapping === "" ? "" : `${mapping}.`);
    const own = [...keys.keys()].filter((path) => mappingOf(path) === mapping).map((path) => path.split(".").at(-1));
    const missing = mapping === "" ? own.filter((key) => key !== "version" && key !== "mode") : own;
    // The keys that a mapping must have are offered at once, under its title.
    const offeredKeys = offers.filter((offer) => !/^An? [a-z]/.test(offer));
    expect(offeredKeys, mapping).toEqual(missing.sort());
  }
});

it("an editor offers the values of every key that has few, and none twice", async () => {
  const chosen = [...keys].filter(([, values]) => values.length > 0);
  expect(chosen.length).toBeGreaterThan(20);
  for (const [path, values] of chosen) expect(await offersAt(path), path).toEqual([...values].sort());
});

it.each([
  ["a car", "global", "cars:\n  - AB12345\n  - licenseNumer: X1\n"],
  ["a car of an account", "billing-account", "accounts:\n  - baId: 4711\n    cars:\n      - licenseNumer: X1\n"],
  ["a car that must be absent", "global", "cars: []\nabsent:\n  - licenseNumer: X1\n"],
  ["a list of cars", "global", "carsFrom:\n  - file: a.txt\n    licenseNumer: X1\n"],
  ["a delete", "global", "cars: []\ninterface:\n  globalDelete: { in: body, licenseNumer: X1 }\n"],
])("an editor names the misspelt key of %s on its line", async (subject, mode, rest) => {
  const uri = fileNamed(`${subject}.yaml`);
  const text = `# yaml-language-server: $schema=fleet.schema.json\nversion: 1\nmode: ${mode}\n${rest}`;
  editor.write(uri, text);
  const line = text.split("\n").findIndex((one) => one.includes("licenseNumer")) + 1;
  expect(await editor.problems(uri)).toContainEqual({ line, message: "Property licenseNumer is not allowed." });
});

it.each(["fleet.yaml", "accounts.yaml"])("an editor marks nothing in examples/%s", async (name) => {
  editor.write(fileNamed(name), readFileSync(join(EXAMPLES, name), "utf8"));
  expect(await editor.problems(fileNamed(name))).toEqual([]);
});

it.each(MODES)("an editor needs no settings for a file that `init` wrote, in mode %s", async (mode) => {
  const folder = mkdtempSync(join(tmpdir(), "platectl-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code, stderr } = await runCli(["init", "--mode", mode], folder, { PATH: process.env["PATH"] ?? "" });
  expect(code, stderr).toBe(0);
  const uri = pathToFileURL(join(folder, "fleet.yaml")).href;
  const text = readFileSync(join(folder, "fleet.yaml"), "utf8");
  editor.write(uri, text);
  expect(await editor.problems(uri)).toEqual([]);
  editor.write(uri, `${text}licenseNumer: X1\n`);
  expect(await editor.problems(uri)).toMatchObject([{ message: "Property licenseNumer is not allowed." }]);
});
