/** The few narrow interfaces that the core needs from the world. */
export * from "./interface.ts";
export * from "./journal.ts";
