import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Mode } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { jsonText } from "../render/escape/json.ts";
import { terminalText } from "../render/escape/terminal.ts";
import { SCHEMA_VERSION } from "../schema/documents/schema-version.ts";
import { CommandFailure } from "./failure.ts";
import type { Io } from "./io.ts";
import type { CommonOptions } from "./options.ts";
import { starterFile } from "./starter-file.ts";

/** Options of `platectl init`. */
export interface InitOptions extends CommonOptions {
  readonly file: string;
  readonly mode: Mode;
}

/** `platectl init`: writes a commented starter file. Contacts nothing, and never touches a file that exists. */
export async function initCommand({ file, mode, json }: InitOptions, io: Io): Promise<number> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, starterFile(mode), { flag: "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") {
      const advice = "It stays as it is; name another one with -f, or edit it.";
      throw new CommandFailure(EXIT.input, `${terminalText(file)} is there already. ${advice}`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(EXIT.undelivered, `${terminalText(file)} could not be written: ${terminalText(reason)}`);
  }
  if (json) {
    await io.result(jsonText({ kind: "platectl/init", schemaVersion: SCHEMA_VERSION, file, mode }));
    return EXIT.ok;
  }
  const option = file === "fleet.yaml" ? "" : ` -f ${terminalText(file)}`;
  await io.result(`Wrote ${terminalText(file)}.\n`);
  io.message(`Write your cars into it; then \`platectl validate${option}\` and \`platectl plan${option}\`.\n`);
  return EXIT.ok;
}
