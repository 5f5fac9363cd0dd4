// Joins the programs with the packages that they use into few files: to find and open some 240 files takes Node longer than
// to read them. The packages' licences ask for their texts to go along.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noticesOf } from "./notices.mjs";
import { prune } from "./prune.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

const input = { "cli/main": join(dist, "cli/main.js"), "github-action/main": join(dist, "github-action/main.js") };
const options = {
  platform: "node",
  // Who keeps the state in PostgreSQL installs the driver beside platectl.
  external: ["pg"],
  // The same code as modules: V8 reads what stands in a function for each CommonJS file twice before it runs.
  resolve: { alias: { yaml: join(root, "node_modules/yaml/browser/dist/index.js") } },
  // This V8 compiles at once a function in brackets that is needed at once, but not an arrow.
  plugins: [
    {
      name: "functions-for-commonjs",
      renderChunk: (code) => code.replaceAll(/(?<=__commonJSMin\(\()\(([\w, ]*)\) => \{/g, "function($1) {"),
    },
    // commander starts programs for subcommands in files of their own. Ours has none, and the module takes long to load.
    { name: "no-child-processes", transform: { filter: { id: /commander/ }, handler: withoutChildProcesses } },
  ],
};
/** So many of the parts that are loaded when they are needed share what stands in one file for all of them. */
const SHARED_BY_MANY = 12;

// What every command loads is one file, the definitions of their options are another, what it takes to read fleet files is a
// third, what a plan takes besides is a fourth, and what most commands share beside these is a fifth; the rest stays in files
// of its own.
const definitions = ["files", "reconcile", "server", "tools"];
const parts = await modulesOf({
  program: join(dist, "cli/program.js"),
  ...Object.fromEntries(definitions.map((name) => [name, join(dist, `cli/definitions/${name}.js`)])),
  validate: join(dist, "cli/commands/validate.js"),
  plan: join(dist, "cli/commands/plan.js"),
});
const groups = [
  { name: (id) => (parts.program.has(id) ? "start" : null), debugName: "start", priority: 4 },
  {
    name: (id) => (definitions.some((name) => parts[name].has(id)) ? "definitions" : null),
    debugName: "definitions",
    priority: 3,
  },
  { name: (id) => (parts.validate.has(id) ? "fleet-files" : null), debugName: "fleet-files", priority: 2 },
  { name: (id) => (parts.plan.has(id) ? "plans" : null), debugName: "plans", priority: 1 },
  { name: "common", minShareCount: SHARED_BY_MANY, priority: 0 },
];
const bundle = await rolldown({ ...options, input });
// One level below `dist`, as the files that are replaced: the version is read from `../../package.json`.
const { output } = await bundle.write({
  dir: dist,
  format: "esm",
  chunkFileNames: "chunks/[name].js",
  comments: false,
  codeSplitting: { groups },
});
await bundle.close();

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
prune(dist, [...output.map(({ fileName }) => fileName), "index.js", "index.d.ts"]);
// Written last: a build that was interrupted has none.
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), noticesOf(modules));

function withoutChildProcesses(code) {
  return code.replace(/^const childProcess = require\('node:child_process'\);$/m, "const childProcess = {};");
}

/** The modules that each of these files needs to start, without what its imports have besides: doors of rooms hold more. */
async function modulesOf(entries) {
  const trial = await rolldown({ ...options, input: entries });
  const { output } = await trial.generate({ format: "esm" });
  await trial.close();
  const chunks = new Map(output.map((file) => [file.fileName, file]));
  const needed = (entry) => {
    const names = new Set([entry]);
    for (const name of names) for (const imported of chunks.get(name)?.imports ?? []) names.add(imported);
    return new Set([...names].flatMap((name) => chunks.get(name)?.moduleIds ?? []));
  };
  return Object.fromEntries(
    output.flatMap(({ isEntry, name, fileName }) => (isEntry ? [[name, needed(fileName)]] : [])),
  );
}
