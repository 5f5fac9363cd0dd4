/** The few narrow interfaces that the middle needs from the world. */
export * from "./interface.ts";
export * from "./journal.ts";
