/** Files of the fleet: found, read within limits, and checked for being something else. */
export * from "./corruption-checks.ts";
export * from "./find-files.ts";
export * from "./globs.ts";
export * from "./lines.ts";
export * from "./read-file.ts";
