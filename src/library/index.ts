export * from "./open-fleet.ts";
export { openStore } from "./open-store.ts";
