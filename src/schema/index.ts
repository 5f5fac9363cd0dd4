export * from "./documents.ts";
