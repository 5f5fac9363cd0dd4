import { defineConfig } from "vitest/config";

/** Trials that take minutes: `npm run test:long` runs them, `npm test` does not. */
const LONG = [
  "test/**/*.long.test.ts",
  "test/browser/{audit-page,pages}.test.ts",
  "test/{fuzz,growth}/**/*.test.ts",
  "test/simulation/{exhaustive,seeds,two-clients}.test.ts",
  "test/cli/{kill,published-plan}.test.ts",
  "test/package.test.ts",
  "test/schema/trial-field.test.ts",
  "test/state/{git-store,lock-soak}.test.ts",
];

/** What both projects try: `npm test` with a part of the cases or rows (`cases`, `rowsFrom` of `test/properties.ts`). */
const DEEPER = [
  "test/schema/{edit,format,long-lists}.test.ts",
  "test/render/plan-page.test.ts",
  "test/tables/lists.test.ts",
  "test/state/compaction.test.ts",
  "test/cli/{canary,large-answers,import-lists,masked-documents,planted-repository}.test.ts",
];

// The time limits are there to end a test that hangs. No machine is so slow, or so busy, that another test reaches them.
export default defineConfig({
  test: {
    setupFiles: ["test/properties.ts"],
    // Most tests wait for a program that they started; on two cores one worker would leave one idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "ordinary",
          include: ["test/**/*.test.ts"],
          exclude: LONG,
          // The files of one worker share what they load: loading it for each would take a third of the time of all tests.
          // What a file changes for its whole process, it changes back.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: [...LONG, ...DEEPER],
          env: { CASES: "all" },
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
});
