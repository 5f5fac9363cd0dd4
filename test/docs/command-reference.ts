import { COMMANDS, SUMMARIES } from "../../src/cli/commands.ts";
import {
  COMMON_OPTIONS,
  type CommandSpec,
  type OperandSpec,
  type OptionSpec,
  optionName,
} from "../../src/cli/definitions/spec.ts";
import { EXIT_MEANINGS, HELP_ENDINGS } from "../../src/cli/help.ts";
import { DOCUMENTS } from "../../src/documents/document-names.ts";
import { EXIT } from "../../src/run/exit-code.ts";
import { EXPLAINED_ELSEWHERE } from "./errors-page.ts";

interface Option {
  readonly key: string;
  readonly spec: OptionSpec<unknown>;
  readonly command: string;
}

/** More choices of an operand than these stand elsewhere on the page. */
const MOST_CHOICES = 10;
/** What every command that contacts the server takes. */
const SERVER = ["base-url", "auth-url", "partner-url", "concurrency", "deadline"].map((name) => `\`--${name}\``);

const commands = await Promise.all(
  Object.entries(COMMANDS).map(async ([path, { definition }]) => [path, await definition()] as const),
);
const summaries: Readonly<Record<string, string>> = SUMMARIES;
const optionsOf = ([command, { options }]: readonly [string, CommandSpec]) =>
  Object.entries(options).map(([key, spec]): Option => ({ key, spec, command }));
const takersOf = grouped(commands.flatMap(optionsOf), sayingOf);
const isShared = (option: Option) => (takersOf.get(sayingOf(option)) ?? []).length > 1;

/** `### plan` and so on: what each command does, takes and ends with. */
export function commandSections(): string {
  return commands.map(commandSection).join("\n");
}

/** The options of every command. */
export function commonOptions(): string {
  return Object.entries(COMMON_OPTIONS)
    .map(([key, spec]) => `${item(nameOf({ key, spec }), meaningOf(spec))}\n`)
    .join("");
}

/** The options that several commands have in the same words, each name once; commands are named with a meaning that fewer have. */
export function sharedOptions(): string {
  const shared = commands.flatMap(optionsOf).filter(isShared);
  return [...grouped(shared, ({ key }) => key).values()].map(sharedOption).join("");
}

function sharedOption(options: readonly Option[]): string {
  const meanings = [...grouped(options, ({ spec }) => meaningOf(spec))];
  const said = meanings
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([meaning, takers], at) =>
      at === 0 ? meaning : `of ${takers.map(({ command }) => code(command)).join(", ")}: ${meaning}`,
    )
    .join(". ");
  return options
    .slice(0, 1)
    .map((option) => `${item(nameOf(option), said)}\n`)
    .join("");
}

/** Every exit code and what it means; the page of errors says what to do. */
export function exitCodes(): string {
  const meanings: Readonly<Record<string, string>> = EXIT_MEANINGS;
  const rows = Object.entries(EXIT).map(([name, number]) => [String(number), explained(name), meanings[name] ?? ""]);
  return table(["code", "name", "meaning"], rows);
}

/** The JSON documents, with the commands that print them where they have another name. */
export function documents(): string {
  const named = Object.entries(DOCUMENTS).map(([name, commands]) =>
    commands === code(name) ? code(name) : `${code(name)} (${commands})`,
  );
  return `${named.join(", ")}.`;
}

/** The name with a link to what to do, where the page of errors has it. */
function explained(name: string): string {
  if (EXPLAINED_ELSEWHERE.includes(name)) return name;
  return `[${name}](errors.md#${name === "guard" ? "guards" : name})`;
}

function commandSection([path, spec]: readonly [string, CommandSpec]): string {
  const { examples, exits, page } = HELP_ENDINGS[path] ?? { examples: [], exits: [], page: "" };
  const shown = examples.filter((example) => example !== path).slice(0, 1);
  const operands = Object.entries(spec.operands ?? {});
  const options = optionsOf([path, spec]);
  const own = options.filter((option) => !isShared(option));
  const shared = options.filter(isShared).map(({ key, spec: option }) => `\`${optionName(key, option)}\``);
  const codes = exits.map((name) => Object.entries(EXIT).find(([one]) => one === name)?.[1] ?? 0);
  const takes = [
    ...operands.map(([key, operand]) => item(operandName(key, operand), operandMeaning(operand))),
    ...own.map((option) => item(nameOf(option), meaningOf(option.spec))),
  ];
  return [
    `### ${path}\n`,
    `${sentence(summaries[path] ?? "")}${page === "docs/reference.md" ? "" : ` [More](${page.replace("docs/", "")}).`}\n`,
    shown.length > 0 ? `\`\`\`sh\n${shown.map((example) => `platectl ${example}`).join("\n")}\n\`\`\`\n` : "",
    takes.length > 0 ? `${takes.join("\n")}\n` : "",
    shared.length > 0 ? `Also: ${withServer(shared).join(", ")}.\n` : "",
    codes.length > 0 ? `Exit codes: ${[...new Set(codes)].sort((left, right) => left - right).join(", ")}.\n` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

function item(name: string, meaning: string): string {
  return `- ${code(name)}: ${meaning}`;
}

function operandName(key: string, { optional, repeats }: OperandSpec<unknown>): string {
  const name = `${key}${repeats ? "..." : ""}`;
  return optional ? `[${name}]` : `<${name}>`;
}

// The documents have a table of their own.
function operandMeaning({ description, choices = [] }: OperandSpec<unknown>): string {
  if (choices.length > MOST_CHOICES) return `${description}: \`fleet\`, or one of the [documents](#formats)`;
  return `${description}${choices.length > 0 ? `: ${choices.map(code).join(", ")}` : ""}`;
}

/** The names of options, those of the server as one. */
function withServer(names: readonly string[]): readonly string[] {
  if (!SERVER.every((name) => names.includes(name))) return names;
  return [...names.filter((name) => !SERVER.includes(name)), "those of the server"];
}

function grouped(
  options: readonly Option[],
  nameIn: (option: Option) => string,
): ReadonlyMap<string, readonly Option[]> {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(nameIn(option), [...(groups.get(nameIn(option)) ?? []), option]);
  return groups;
}

function sayingOf({ key, spec }: Pick<Option, "key" | "spec">): string {
  return JSON.stringify([nameOf({ key, spec }), meaningOf(spec)]);
}

function nameOf({ key, spec }: Pick<Option, "key" | "spec">): string {
  const takes = spec.takes?.replace("...", "");
  return [spec.short && `${spec.short},`, optionName(key, spec), takes].filter(Boolean).join(" ");
}

function meaningOf({ description, choices, fallback, required, repeats }: OptionSpec<unknown>): string {
  const notes = [
    ...(required ? ["required"] : []),
    ...(choices ? [`one of ${choices.map(code).join(", ")}`] : []),
    ...(fallback === undefined || Array.isArray(fallback) ? [] : [`default: ${code(String(fallback))}`]),
    ...(Array.isArray(fallback) ? [`default: ${fallback.map(code).join(", ")}`] : []),
    ...(repeats && !/several times|repeat/.test(description) ? ["may repeat"] : []),
  ];
  return [description, ...notes].join("; ");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** A table with these headings; cells are Markdown. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |\n`;
  return `${line(headings)}${line(headings.map(() => "---"))}${rows.map(line).join("")}`;
}

/** Text as code. */
function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
