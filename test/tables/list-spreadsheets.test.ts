import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fleetCases } from "../schema/cases.ts";
import { diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
import { workbookOf } from "./spreadsheet/workbook-file.ts";

fleetCases(import.meta.url);

const BLANKS = " ".repeat(60 * 1024 * 1024);
const NOISE = Array.from({ length: 5000 }, (_, at) => createHash("sha512").update(`${at}`).digest("base64")).join("");
const NAMES = [..."ABCDEFGHI"];
const cells = (of: (name: string) => string) =>
  NAMES.map((name) => `<c t="inlineStr"><is><t>${of(name)}</t></is></c>`).join("");
const large = (end: string) =>
  workbookOf({
    sheets: [
      {
        name: "Cars",
        rows: `<row>${cells((name) => name)}</row><row>${cells((name) => `${name}1`)}</row>${BLANKS}${end}`,
      },
    ],
    parts: { "xl/media/image1.png": NOISE },
  });

it("S22: what is unpacked of workbooks that cannot be read counts as well", async () => {
  const damaged = large("<");
  const files = Object.fromEntries(NAMES.map((name) => [`${name}.xlsx`, damaged]));
  const items = NAMES.map((name) => `  - { file: ${name}.xlsx, column: A }\n`).join("");
  const reading = await load({ "fleet.yaml": `${GLOBAL}carsFrom:\n${items}`, ...files });
  expect(diagnosticsOf(reading).map(({ code }) => code)).toContain("files-too-large");
});
