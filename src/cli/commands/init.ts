import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Mode } from "../../allowlist/index.ts";
import { jsonSchema, type SchemaName } from "../../documents/index.ts";
import { EMPTY, terminalText, words } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { initSpec, schemaSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { isUsualFile, requireFleetName } from "../input/fleet-file.ts";
import { printEdit, writeOrShow } from "../output/file-patch.ts";
import { requireNewFile, unwritten } from "../output/write-file.ts";
import { wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";

type InitInput = InputOf<typeof initSpec>;

const SCHEMA_FILE = "fleet.schema.json";

/** `platectl init`: writes a commented starter file and the schema beside it, and keeps a file that holds something. */
export async function initCommand(options: InitInput, io: Io): Promise<number> {
  const { file, json, quiet } = options;
  if (existsSync(file)) requireNewFile(file);
  requireFleetName(file);
  const mode = modeFor(options);
  const accounts = [...new Set(options.account)];
  const starter = starterFile(mode, accounts);
  const content = { file, mode, ...(mode === "billing-account" && { accounts }) };
  if (!options.dryRun)
    await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => Promise.reject(unwritten(file, error)));
  const patch = await writeOrShow({ path: file, text: starter }, options);
  if (patch !== undefined) return printEdit("init", { ...content, patch }, () => "", options, io);
  const schemaPath = join(dirname(file), SCHEMA_FILE);
  const isThere = existsSync(schemaPath);
  const isWritten = await writeFile(schemaPath, schemaText("fleet"), { flag: "wx" }).then(
    () => true,
    () => false,
  );
  if (json) {
    await io.result(jsonDocument("init", content, io.documentPlates));
    return EXIT.ok;
  }
  if (quiet) return EXIT.ok;
  const option = isUsualFile(file) ? EMPTY : words` -f ${terminalText(file)}`;
  await io.result(io.plates.message(`Wrote ${terminalText(file)}.\n`));
  const failed = words`could not be written; \`platectl schema\` prints it`;
  const schema = words`${terminalText(schemaPath)}, by which editors know the keys`;
  if (isWritten) io.message(words`Wrote ${schema}.\n`);
  else if (!isThere) io.message(words`${schema}, ${failed}.\n`);
  io.message(
    words`If the server holds a list already, write it with \`platectl export\` instead.\nOtherwise add your cars, then run \`platectl validate${option}\` and \`platectl plan${option}\`.\n`,
  );
  return EXIT.ok;
}

function modeFor({ mode, account }: InitInput): Mode {
  if (account === undefined) return mode ?? "global";
  if (mode === "global") throw wrongInput("--account belongs to --mode billing-account.", "written");
  return "billing-account";
}

/** `platectl schema`: prints a JSON Schema (draft 2020-12). Contacts nothing. */
export async function schemaCommand({ document }: InputOf<typeof schemaSpec>, io: Io): Promise<number> {
  await io.result(schemaText(document));
  return EXIT.ok;
}

function schemaText(name: SchemaName): string {
  return `${JSON.stringify(jsonSchema(name), null, 2)}\n`;
}

// Without a car: one who applies it unread sends nothing, since a list that is about to become empty trips a guard. The first
// line names a file beside it and no address: that works in every clone and without a network, and is the schema of this version.
const HEAD = `# yaml-language-server: $schema=${SCHEMA_FILE}
# The cars that may park. If the server holds a list already, \`platectl export\` writes it in this form. Else edit this file, then:
#   platectl validate   checks it without a server
#   platectl plan       shows what would change on the server
#   platectl apply      changes it
# The first line tells editors about every key; after an update of platectl: platectl schema > fleet.schema.json
version: 1
`;

const CARS = `# One plate a line, as it is on the car; none needs quotes. A car may say more about itself:
#   - AB12345
#   - licenseNumber: CD 23 456
#     validFrom: 2026-01-01 # on the list from the start of this day …
#     validUntil: 2026-12-31 # … to the end of this one
#     note: pool car
`;

const GLOBAL = `mode: global # one list for all customers; \`platectl init --mode billing-account\` writes the other kind

# What a car has that says nothing else. The interface names one feature: LEASING.
defaults:
  features: []

${CARS}cars: []

# Lists that other systems export, beside this file. Instead of [] for example:
#   - { file: cars/leasing.csv, column: plate, features: [LEASING] }
#   - { file: cars/pool.txt }
carsFrom: []
`;

const ACCOUNTS = `mode: billing-account # one list for each customer; \`platectl init --mode global\` writes the other kind

# Each customer by its billing account id, with cars of its own. Instead of [] for example:
#   - baId: 4711
#     name: Acme Denmark
#     cars:
#       - AB12345
#     carsFrom:
#       - { file: cars/4711.txt }
#
${CARS}accounts: []
`;

const TAIL = `
# When a day starts and ends, for validFrom and validUntil.
timeZone: UTC

policy:
  # Which live cars that are absent here are deleted: all, owned (only those that platectl added), or none.
  prune: all
  # Live cars that are never deleted.
  protect: { customerCare: true, plates: [] }
  # More changes than this stop apply: above \`percent\` of the list and above \`always\`, or above \`count\`.
  maxDeletes: { percent: 20, count: 500, always: 10 }
  maxAdds: { percent: 50, always: 50 }
`;

/** A commented fleet file without cars, valid and in canonical form. */
function starterFile(mode: Mode, accounts: readonly string[]): string {
  if (mode === "global") return HEAD + GLOBAL + TAIL;
  const declared = accounts.map((baId) => `\n  - baId: ${baId}\n    cars: []`).join("");
  return HEAD + (declared === "" ? ACCOUNTS : ACCOUNTS.replace("accounts: []", `accounts:${declared}`)) + TAIL;
}
