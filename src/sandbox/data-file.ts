import { open, readFile, rename } from "node:fs/promises";
import { z } from "zod";
import { type SandboxData, sandboxDataSchema } from "./model/data.ts";
import type { SandboxModel } from "./model/model.ts";

const DATA_KIND = "platectl/sandbox-data";
const DATA_VERSION = 1;
const WAYS_OUT = "Fix it, or move it away to start with a new one.";

/** Milliseconds between looks for changes to save: what a crash may cost. */
const SAVE_EVERY_MS = 1000;

const dataFileSchema = sandboxDataSchema.extend({
  kind: z.literal(DATA_KIND),
  version: z.literal(DATA_VERSION),
});

/** A sandbox that cannot start or save for a reason that the user can fix; the message says which. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}

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

/** Keeps a data file in step with a model. */
export class DataKeeper {
  readonly #path: string;
  readonly #model: SandboxModel;
  readonly #timer: NodeJS.Timeout;
  #saved = "";
  #saving: Promise<void> = Promise.resolve();

  /** Starts to save every second in which something changed; failures go to `log`, and the next second tries again. */
  constructor(path: string, model: SandboxModel, log: (line: string) => void) {
    this.#path = path;
    this.#model = model;
    this.#timer = setInterval(() => {
      this.save().catch((error: Error) => log(error.message));
    }, SAVE_EVERY_MS);
    this.#timer.unref();
  }

  /** Saves what changed since the last time. Throws a `SandboxError`. */
  async save(): Promise<void> {
    await this.#saving.catch(() => undefined);
    const text = `${JSON.stringify({ kind: DATA_KIND, version: DATA_VERSION, ...this.#model.snapshot() })}\n`;
    if (text === this.#saved) return;
    this.#saving = writeDataFile(this.#path, text);
    await this.#saving;
    this.#saved = text;
  }

  /** Saves for the last time. Throws a `SandboxError`. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }
}

/** Writes a data file so that a crash leaves the old one or the new one, whole. Throws a `SandboxError`. */
async function writeDataFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, "w");
    try {
      await file.writeFile(text);
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
