import { COMMANDS } from "../../src/cli/commands.ts";
import { optionName } from "../../src/cli/definitions/read-input.ts";
import { COMMON_OPTIONS, type CommandSpec, type OptionSpec } from "../../src/cli/definitions/spec.ts";
import { EXIT_MEANINGS, HELP_ENDINGS } from "../../src/cli/help.ts";
import { EXIT } from "../../src/exit-code.ts";
import { DOCUMENTS } from "../../src/schema/documents/document-names.ts";
import { EXPLAINED_ELSEWHERE } from "./errors-page.ts";
import { code, table } from "./markdown.ts";

interface Option {
  readonly key: string;
  readonly spec: OptionSpec<unknown>;
  readonly command: string;
}

/** What every command that contacts the server takes. */
const SERVER = ["base-url", "auth-url", "partner-url", "concurrency", "deadline"].map((name) => `\`--${name}\``);

const commands = Object.entries(COMMANDS).map(([path, { spec }]): readonly [string, CommandSpec] => [path, spec]);
const optionsOf = ([command, { options }]: readonly [string, CommandSpec]) =>
  Object.entries(options).map(([key, spec]): Option => ({ key, spec, command }));
const takersOf = groupBySaying(commands.flatMap(optionsOf));
const isShared = (option: Option) => (takersOf.get(sayingOf(option)) ?? []).length > 1;

/** `### plan` and so on: what each command does, takes and ends with. */
export function commandSections(): string {
  return commands.map(commandSection).join("\n");
}

/** The options of every command. */
export function commonOptions(): string {
  const rows = Object.entries(COMMON_OPTIONS).map(([key, spec]) => [code(nameOf({ key, spec })), meaningOf(spec)]);
  return table(["option", "meaning"], rows);
}

/** The options that several commands have in the same words, each once. */
export function sharedOptions(): string {
  const rows = [...takersOf.values()].flatMap((takers) => {
    const [first] = takers;
    return first && takers.length > 1 ? [[code(nameOf(first)), meaningOf(first.spec)]] : [];
  });
  return table(["option", "meaning"], rows);
}

/** Every exit code and what it means; the page of errors says what to do. */
export function exitCodes(): string {
  const meanings: Readonly<Record<string, string>> = EXIT_MEANINGS;
  const rows = Object.entries(EXIT).map(([name, number]) => [String(number), explained(name), meanings[name] ?? ""]);
  return table(["code", "name", "meaning"], rows);
}

/** The JSON documents, with the commands that print them. */
export function documents(): string {
  return table(
    ["document", "printed by"],
    Object.entries(DOCUMENTS).map(([name, commands]) => [code(`platectl/${name}`), commands]),
  );
}

/** The name with a link to what to do, where the page of errors has it. */
function explained(name: string): string {
  if (EXPLAINED_ELSEWHERE.includes(name)) return name;
  return `[${name}](errors.md#${name === "guard" ? "guards" : name})`;
}

function commandSection([path, spec]: readonly [string, CommandSpec]): string {
  const { examples, exits, page } = HELP_ENDINGS[path] ?? { examples: [], exits: [], page: "" };
  const operands = Object.entries(spec.operands ?? {});
  const usage = operands.map(([key, { optional, repeats }]) => {
    const name = `${key}${repeats ? "..." : ""}`;
    return optional ? `[${name}]` : `<${name}>`;
  });
  const options = optionsOf([path, spec]);
  const own = options.filter((option) => !isShared(option));
  const shared = options.filter(isShared).map(({ key, spec: option }) => `\`${optionName(key, option)}\``);
  const codes = ["ok", "input", ...exits].map((name) => Object.entries(EXIT).find(([one]) => one === name)?.[1] ?? 0);
  const operandRows = operands.map(([key, { description, choices }]) => [
    code(`<${key}>`),
    `${description}${choices ? `: ${choices.map(code).join(", ")}` : ""}`,
  ]);
  const ownRows = own.map((option) => [code(nameOf(option)), meaningOf(option.spec)]);
  return [
    `### ${path}\n`,
    `${sentence(spec.summary)}${page === "docs/reference.md" ? "" : ` More: [${page}](${page.replace("docs/", "")}).`}\n`,
    `\`\`\`sh\n${examples.map((example) => `platectl ${example}`).join("\n")}\n\`\`\`\n`,
    usage.length > 0 ? `Usage: ${code(["platectl", path, "[options]", ...usage].join(" "))}\n` : "",
    operandRows.length + ownRows.length > 0 ? `${table(["takes", "meaning"], [...operandRows, ...ownRows])}` : "",
    shared.length > 0 ? `Also: ${withServer(shared).join(", ")}.\n` : "",
    `Exit codes: ${[...new Set(codes)].sort((left, right) => left - right).join(", ")}.\n`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The names of options, those of the server as one. */
function withServer(names: readonly string[]): readonly string[] {
  if (!SERVER.every((name) => names.includes(name))) return names;
  return [...names.filter((name) => !SERVER.includes(name)), "those of the server"];
}

function groupBySaying(options: readonly Option[]): ReadonlyMap<string, readonly Option[]> {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(sayingOf(option), [...(groups.get(sayingOf(option)) ?? []), option]);
  return groups;
}

function sayingOf({ key, spec }: Pick<Option, "key" | "spec">): string {
  return JSON.stringify([nameOf({ key, spec }), meaningOf(spec)]);
}

function nameOf({ key, spec }: Pick<Option, "key" | "spec">): string {
  return [spec.short && `${spec.short},`, optionName(key, spec), spec.takes].filter(Boolean).join(" ");
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
