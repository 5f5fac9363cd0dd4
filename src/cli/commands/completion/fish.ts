import type { Completable, CompletableOption, Values } from "./completable.ts";

/** The completion script for fish 3.0 and later. */
export function fishCompletion(commands: readonly Completable[]): string {
  return `# fish completion for platectl. To load it: platectl completion fish | source
function __platectl_command
    set -l command ""
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
${commands.flatMap(({ path, commands: below }) => below.map(({ name }) => descend(path, name))).join("\n")}
        end
    end
    echo $command
end

function __platectl_at
    set -l command (__platectl_command)
    test "$command" = "$argv"
end

complete -c platectl -f
${commands.flatMap(linesOf).join("\n")}
`;
}

function descend(path: string, name: string): string {
  return `            case ${quote(`${path} ${name}`)}\n                set command ${quote(`${path} ${name}`.trim())}`;
}

function linesOf({ path, commands, options, arguments: first }: Completable): string[] {
  const start = `complete -c platectl -n ${quote(`__platectl_at ${path}`.trim())}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${quote(name)} -d ${quote(description)}`),
    ...(first ? [`${start}${shellValue(first)}`] : []),
    ...options.map((option) => optionLine(start, option)),
  ];
}

function optionLine(start: string, { names, description, values }: CompletableOption): string {
  const flags = names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  return `${start}${flags.join("")}${values ? ` -r${shellValue(values)}` : ""} -d ${quote(description)}`;
}

function shellValue(values: Values): string {
  switch (values.kind) {
    case "files":
      return " -F";
    case "free":
      return " -f";
    case "words":
      return ` -f -a ${quote(values.words.join(" "))}`;
  }
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
