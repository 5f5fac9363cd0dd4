import { readFileSync } from "node:fs";
import type { Variables } from "../cli/index.ts";

/** The variables that only trusted runs may use. */
export const CREDENTIALS = [
  "PLATECTL_CLIENT_ID",
  "PLATECTL_CLIENT_SECRET",
  "PLATECTL_CLIENT_SECRET_FILE",
  "PLATECTL_PLATES_KEY",
  "PLATECTL_PLATES_KEY_FILE",
] as const;

/** Every secret that this step was given. */
export function secretsIn(env: Variables): readonly string[] {
  const secrets = [
    env["PLATECTL_CLIENT_SECRET"],
    textAt(env["PLATECTL_CLIENT_SECRET_FILE"]),
    env["PLATECTL_PLATES_KEY"],
    textAt(env["PLATECTL_PLATES_KEY_FILE"]),
    env["INPUT_TOKEN"],
  ];
  return secrets.filter((secret): secret is string => secret !== undefined && secret !== "");
}

// The command itself reports a file that cannot be read.
function textAt(path: string | undefined): string | undefined {
  try {
    return path === undefined || path === "" ? undefined : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
