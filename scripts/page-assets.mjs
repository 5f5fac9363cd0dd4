// Makes the script and the style of the HTML pages, which stand in the pages themselves, into constants of the program:
// src/render/html/browser → src/render/html/page-assets.ts. The file is committed, so that tests run without a build.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = fileURLToPath(new URL("../src/render/html/", import.meta.url));
const bundle = await rolldown({ input: `${folder}browser/table.ts`, platform: "browser" });
const { output } = await bundle.generate({ format: "iife", comments: false });
await bundle.close();
// A tab is a character that CI logs do not show.
const script = output[0].code.replaceAll(/^\t+/gm, (tabs) => " ".repeat(tabs.length));
const style = readFileSync(`${folder}browser/page.css`, "utf8").replace(/^\/\*.*\*\/\n/, "\n");
const constant = (name, what, text) => `/** ${what} */\nexport const ${name} = ${JSON.stringify(text)};\n`;
const made = [
  "// Made by scripts/page-assets.mjs.\n",
  constant("PAGE_SCRIPT", "Made of browser/table.ts.", script),
  constant("PAGE_STYLE", "Made of browser/page.css.", style),
].join("");
if (process.argv[2] === "--print") process.stdout.write(made);
else writeFileSync(`${folder}page-assets.ts`, made);
