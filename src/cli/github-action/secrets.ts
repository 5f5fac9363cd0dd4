import { readFileSync } from "node:fs";
import type { Variables } from "../environment.ts";

/** The variables that only trusted runs may use. */
export const CREDENTIALS = ["PLATECTL_CLIENT_ID", "PLATECTL_CLIENT_SECRET", "PLATECTL_CLIENT_SECRET_FILE"] as const;

/** Every secret that this step was given. */
export function secretsIn(env: Variables): readonly string[] {
  return [env["PLATECTL_CLIENT_SECRET"], fileOf(env), env["INPUT_TOKEN"]].filter(
    (secret): secret is string => secret !== undefined && secret !== "",
  );
}

// A file that cannot be read is the command's to complain about.
function fileOf(env: Variables): string | undefined {
  const path = env["PLATECTL_CLIENT_SECRET_FILE"];
  try {
    return path === undefined || path === "" ? undefined : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
