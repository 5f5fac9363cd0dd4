export * from "./plan.ts";
