import { ERROR_CODES, RUN_WARNING_CODES, WARNING_CODES } from "../../src/allowlist/index.ts";
import { COUNTED_BY } from "../../src/plan/judge/guard-verdict.ts";
import { CHANGED_MEANWHILE } from "../../src/render/text/phrases.ts";
import { EXIT } from "../../src/run/exit-code.ts";
import { AUDIT_RULE_IDS } from "../../src/schema/audit-rules/index.ts";
import { readPage } from "./pages.ts";

/** The page that has every code. */
export const ERRORS_PAGE = "docs/errors.md";

/** Exit codes that are no failure, and 143, which is the same as 130. */
export const EXPLAINED_ELSEWHERE: readonly string[] = ["ok", "changes", "terminated"];

const warnings: readonly string[] = [...WARNING_CODES, ...RUN_WARNING_CODES];
// Rules of `audit` have a page of their own. The guard's own word is the name of its exit code.
const isExplainedHere = (code: string) =>
  code !== "guard" && !(AUDIT_RULE_IDS.some((rule) => rule === code) && !warnings.includes(code));

/** Where codes come from. A code that comes from several places stands in the first row that has it. */
const ORIGINS: readonly (readonly [origin: string, codes: readonly string[]])[] = [
  ["ends a command", [...Object.keys(EXIT).filter((name) => !EXPLAINED_ELSEWHERE.includes(name)), CHANGED_MEANWHILE]],
  ["guard: apply ends with 4", Object.keys(COUNTED_BY)],
  ["error of a file or list: 3", ERROR_CODES],
  ["warning of a file or list", WARNING_CODES],
  ["warning or note of a plan, apply or audit", RUN_WARNING_CODES],
];

/** Everything by which a message can be looked up, each once, under where it comes from. */
const codesByOrigin = ORIGINS.map(([origin, codes], at) => {
  const before = ORIGINS.slice(0, at).flatMap(([, earlier]) => earlier);
  const own = new Set(codes.filter((code) => isExplainedHere(code) && !before.includes(code)));
  return { origin, codes: [...own].sort() };
});

/** Every code of the page. */
export const CODES: readonly string[] = codesByOrigin.flatMap(({ codes }) => codes);

/** The codes about which the page says more than the program: those with a section. */
export function codesWithSection(): readonly string[] {
  return [...readPage(ERRORS_PAGE).matchAll(/^### (.*)$/gm)].map(([, code = ""]) => code);
}

/** The table of all codes: a link to the section, or an anchor for those that the program explains by itself. */
export function allCodes(): string {
  const explained = codesWithSection();
  const shown = (code: string) =>
    explained.includes(code) ? `[${code}](#${code.toLowerCase().replaceAll(".", "")})` : `<a id="${code}"></a>${code}`;
  const rows = codesByOrigin.map(({ origin, codes }) => `| ${origin} | ${codes.map(shown).join(", ")} |`);
  return ["| where | codes |", "| --- | --- |", ...rows].join("\n");
}
