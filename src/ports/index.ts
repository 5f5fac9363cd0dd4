/** The few narrow interfaces that the middle needs from the world. */
export * from "./interface-error.ts";
export * from "./journal.ts";
export * from "./read.ts";
export * from "./time.ts";
export * from "./write.ts";
