import { z } from "zod";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { dataFile } from "../data-file.ts";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";

const text = z.string();
const block = { page: text, first: text };
const content = z.union([text, z.array(z.array(text)).transform((rows) => workbookWith(rows))]);

const scenario = z.strictObject({
  ...block,
  sandbox: z.custom<SandboxOptions>((given) => given !== undefined),
  files: z.record(text, content).default({}),
  /** Commands that the reader has run before. */
  before: z.array(text).default([]),
  /** Exit codes that its commands may end with, besides 0. */
  exits: z.array(z.number()).default([]),
  /** Each command in a world of its own, because each is another way to do the same. */
  apart: z.literal(true).optional(),
  /** The reader answers the question with yes. */
  approved: z.literal(true).optional(),
  /** Why the output that the page shows is not compared. */
  otherOutput: text.optional(),
});
/** How the shell blocks of a page that begin so are run: their page, what the first command starts with, and what is there. */
export type Scenario = z.output<typeof scenario>;

const { run, notRun } = z
  .strictObject({ run: z.array(scenario), notRun: z.array(z.strictObject({ ...block, why: text })) })
  .parse(dataFile("docs/scenarios.yaml"));

/** Every shell block that runs. */
export const SCENARIOS: readonly Scenario[] = run;
/** Every shell block that does not run as it stands, and why. Its calls of platectl are parsed all the same. */
export const NOT_RUN = notRun;
