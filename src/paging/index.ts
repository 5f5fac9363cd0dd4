export * from "./check-pages.ts";
export * from "./read-pages.ts";
