export * from "./contradiction.ts";
export * from "./read-pages.ts";
