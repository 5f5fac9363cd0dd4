import { open, readFile, rename } from "node:fs/promises";
import { z } from "zod";
import { type SandboxData, sandboxDataSchema } from "./model/data.ts";
import { SandboxError } from "./sandbox-error.ts";

const DATA_KIND = "platectl/sandbox-data";
const DATA_VERSION = 1;
const WAYS_OUT = "Fix it, or move it away to start with a new one.";

const dataFileSchema = sandboxDataSchema.extend({
  kind: z.literal(DATA_KIND),
  version: z.literal(DATA_VERSION),
});

/** What a data file holds, or undefined when there is none. Throws a `SandboxError` for one that cannot be understood. */
export async function readDataFile(path: string): Promise<SandboxData | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isNodeError(error) && error.code === "ENOENT") return undefined;
    throw new SandboxError(`${path}: cannot be read: ${messageOf(error)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SandboxError(`${path}: is not JSON: ${messageOf(error)}. ${WAYS_OUT}`);
  }
  const read = dataFileSchema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => `  ${issue.path.join(".") || "the whole file"}: ${issue.message}`);
  throw new SandboxError(`${path}: is not sandbox data of version ${DATA_VERSION}:\n${issues.join("\n")}\n${WAYS_OUT}`);
}

/** Writes a data file so that a crash leaves the old one or the new one, whole. Throws a `SandboxError`. */
export async function writeDataFile(path: string, data: SandboxData): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, "w");
    try {
      await file.writeFile(`${JSON.stringify({ kind: DATA_KIND, version: DATA_VERSION, ...data })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    throw new SandboxError(`${path}: cannot be written: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isNodeError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
