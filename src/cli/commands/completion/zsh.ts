import type { Completable, CompletableOption, Values } from "./completable.ts";

/** The completion script for zsh 5: a file named `_platectl` on `$fpath`, or sourced after `compinit`. */
export function zshCompletion(commands: readonly Completable[]): string {
  return `#compdef platectl
# zsh completion for platectl. To load it: source <(platectl completion zsh)
${commands.map(functionOf).join("\n")}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _platectl "$@"; else compdef _platectl platectl; fi
`;
}

function functionOf({ path, commands, options, arguments: first }: Completable): string {
  const specs = options.flatMap(specsOf);
  if (commands.length === 0) {
    const rest = first ? [quote(`*:${first.kind === "files" ? "file" : "value"}:${actionOf(first)}`)] : [];
    return `${nameOf(path)}() {\n  _arguments ${[...specs, ...rest].join(" \\\n    ")}\n}\n`;
  }
  const described = commands.map(({ name, description }) => quote(`${name}:${description}`));
  const cases = commands.map(({ name }) => `      ${name}) ${nameOf(`${path} ${name}`)} ;;`);
  return `${nameOf(path)}() {
  local curcontext="$curcontext" context state line
  local -a commands
  commands=(
    ${described.join("\n    ")}
  )
  _arguments -C ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(" \\\n    ")}
  case $state in
    command) _describe command commands ;;
    rest) case $line[1] in
${cases.join("\n")}
    esac ;;
  esac
}
`;
}

function specsOf({ names, description, values, takesMany }: CompletableOption): string[] {
  const explained = `[${description.replace(/[[\]\\:]/g, "\\$&")}]${values ? `:value:${actionOf(values)}` : ""}`;
  // Names of one option exclude each other, unless it may repeat.
  const prefix = takesMany ? "*" : `(${names.join(" ")})`;
  return names.map((name) => quote(`${prefix}${name}${explained}`));
}

function actionOf(values: Values): string {
  switch (values.kind) {
    case "files":
      return "_files";
    case "free":
      return " ";
    case "words":
      return `(${values.words.map((word) => word.replace(/[\\:]/g, "\\$&")).join(" ")})`;
  }
}

function nameOf(path: string): string {
  return ["_platectl", ...path.split(" ").filter((word) => word !== "")].join("_").replaceAll("-", "_");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
