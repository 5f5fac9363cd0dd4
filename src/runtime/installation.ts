import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// This file stands one folder below `src`, as the chunks of the built program stand below `dist`: both paths hold in both.

/** The folder of the program's own files. */
export const OWN_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** The version that the package has. Throws when its `package.json` names none. */
export function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const version = /"version": "([^"]+)"/.exec(text)?.[1];
  if (version === undefined) throw new Error("package.json names no version");
  return version;
}
