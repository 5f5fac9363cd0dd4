import { ERROR_CODES, RUN_WARNING_CODES, WARNING_CODES } from "../../src/allowlist/index.ts";
import { COUNTED_BY } from "../../src/plan/judge/guard-verdict.ts";
import { CHANGED_MEANWHILE } from "../../src/render/text/phrases.ts";
import { EXIT } from "../../src/run/exit-code.ts";
import { AUDIT_RULE_IDS } from "../../src/schema/audit-rules/index.ts";
import { exampleOf } from "./example-output.ts";

/** The page that explains every code. */
export const ERRORS_PAGE = "docs/errors.md";

/** Exit codes that are no failure, and 143, which is the same as 130. */
export const EXPLAINED_ELSEWHERE: readonly string[] = ["ok", "changes", "terminated"];

/** Everything by which a message can be looked up, each once. Rules of `audit` have a page of their own. */
export const CODES: readonly string[] = [
  ...new Set<string>([
    ...Object.keys(EXIT).filter((name) => !EXPLAINED_ELSEWHERE.includes(name)),
    // The guard's own word is the name of its exit code.
    ...Object.keys(COUNTED_BY),
    ...ERROR_CODES,
    ...WARNING_CODES,
    ...RUN_WARNING_CODES,
    CHANGED_MEANWHILE,
  ]),
].filter((code) => code !== "guard" && !AUDIT_RULE_IDS.some((rule) => rule === code && !isWarning(code)));

function isWarning(code: string): boolean {
  return [...WARNING_CODES, ...RUN_WARNING_CODES].some((one) => one === code);
}

/** The sections of the page by their codes, each with its heading. */
export function sectionsOf(page: string): readonly { readonly code: string; readonly text: string }[] {
  return page
    .split(/^(?=### )/m)
    .filter((text) => text.startsWith("### "))
    .map((text) => ({ code: /^### (.*)$/m.exec(text)?.[1] ?? "", text: text.split(/^## /m)[0] ?? "" }));
}

/** The page with what the program says now at the start of each section. */
export async function withExamples(page: string): Promise<string> {
  let whole = page;
  for (const { code, text } of sectionsOf(page)) {
    const example = await exampleOf(code);
    const prose = text
      .replace(/\n```text\n[\s\S]*?\n```\n/g, "")
      .replace(/^### .*/, "")
      .trim();
    const message = example === "" ? "" : `\`\`\`text\n${example}\n\`\`\``;
    const made = [`### ${code}`, message, prose].filter(Boolean).join("\n\n");
    whole = whole.replace(text, () => `${made}\n\n`);
  }
  return `${whole.trimEnd()}\n`;
}
