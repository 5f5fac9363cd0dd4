import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Diagnostic } from "../../src/allowlist/index.ts";

const TEXTS = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(new URL("hostile-texts.json", import.meta.url), "utf8")));

/** Strings that have hurt other tools, or would, in one sink or another. Named by what they attack. */
export const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  ...TEXTS,
  size: [
    "x".repeat(5_000),
    "`".repeat(1_000),
    "::error::".repeat(200),
    "\u001b".repeat(600),
    "\ud83d\ude97".repeat(400),
    `${"a".repeat(499)}\ud83d\ude97`,
  ],
};

/** All of them, in one list. */
export const HOSTILE_STRINGS: readonly string[] = Object.values(HOSTILE).flat();

/** Each of them in every place of a problem in a file. */
export const HOSTILE_DIAGNOSTICS = HOSTILE_STRINGS.map(
  (text): Diagnostic => ({
    ...{ severity: "error", code: "not-a-plate", message: text, fix: text },
    source: { file: text, line: 1, column: 2 },
  }),
);
