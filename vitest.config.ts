import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/properties.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for a program that they started; on two cores one worker would leave one idle.
    maxWorkers: 3,
  },
});
