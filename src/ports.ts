/** The few narrow interfaces that the middle needs from the world. */
export * from "./ports/interface-error.ts";
export * from "./ports/journal.ts";
export * from "./ports/read.ts";
export * from "./ports/time.ts";
export * from "./ports/write.ts";
