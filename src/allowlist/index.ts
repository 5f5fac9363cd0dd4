export * from "./desired-state.ts";
export * from "./diagnostic.ts";
export * from "./interface-settings.ts";
export * from "./list-digest.ts";
export * from "./live-state.ts";
export * from "./plate.ts";
export * from "./policy.ts";
export * from "./scope.ts";
