import type { Io } from "./io.ts";
import type { CommonOptions } from "./options.ts";

/** Runs a command and sets its exit code; what a command needs is loaded when it is called, not before. */
export type Runner = (command: (io: Io) => Promise<number>, options: CommonOptions) => Promise<void>;
