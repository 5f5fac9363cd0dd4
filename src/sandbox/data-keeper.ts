import { writeDataFile } from "./data-file.ts";
import type { SandboxModel } from "./model/model.ts";

/** Milliseconds between looks for changes to save: what a crash may cost. */
const SAVE_EVERY_MS = 1000;

/** Keeps a data file in step with a model. */
export class DataKeeper {
  readonly #path: string;
  readonly #model: SandboxModel;
  readonly #timer: NodeJS.Timeout;
  #saved = -1;
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
    if (this.#model.changes === this.#saved) return;
    this.#saving = this.#write(this.#model.changes);
    await this.#saving;
  }

  /** Saves for the last time. Throws a `SandboxError`. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #write(changes: number): Promise<void> {
    await writeDataFile(this.#path, this.#model.snapshot());
    this.#saved = changes;
  }
}
