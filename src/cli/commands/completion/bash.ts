import type { Completable, CompletableOption, Values } from "./completable.ts";

const FILES = "files";
const FREE = "free";

/** The completion script for bash 3.2 and later, which needs no other package. */
export function bashCompletion(commands: readonly Completable[]): string {
  return `# bash completion for platectl. To load it: source <(platectl completion bash)
# Sets what the command $1 offers: words that may follow, and its options.
_platectl_command() {
  case "$1" in
${commands.map(commandCase).join("\n")}
  esac
}

# Sets what values the option $2 of the command $1 takes, and whether it takes many.
_platectl_option() {
  values="" many=""
  case "$1 $2" in
${commands.flatMap(({ path, options }) => options.map((option) => optionCase(path, option))).join("")}  esac
}

# Sets the command that the word $2 names after the command $1.
_platectl_descend() {
  case "$1 $2" in
${commands.flatMap(({ path, commands: below }) => below.map(({ name }) => descendCase(path, name))).join("")}  esac
}

_platectl() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" IFS=$'\\n' command="" values="" many="" words="" options="" word at
  local before="" end=$COMP_CWORD
  COMPREPLY=()
  # Bash takes \`key=value\` for three words.
  if [[ $cur == "=" ]]; then cur="" at=$((COMP_CWORD - 1)); else at=$((COMP_CWORD - 2)); fi
  if ((at > 0)) && [[ \${COMP_WORDS[at + 1]} == "=" && \${COMP_WORDS[at]} != -* ]]; then
    before="\${COMP_WORDS[at]}=" end=$at
  fi
  for ((at = 1; at < end; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ $word == "=" ]]; then continue; fi
    if [[ $word == -* ]]; then _platectl_option "$command" "$word"
    elif [[ -z $values ]]; then _platectl_descend "$command" "$word"
    elif [[ -z $many ]]; then values=""
    fi
  done
  _platectl_command "$command"
  if [[ -z $values ]]; then values="$words"; fi
  if [[ $cur == -* ]]; then values="$options"; fi
  case "$values" in
    ${FREE} | "") ;;
    ${FILES}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$before$cur")) ;;
  esac
  if [[ -n $before ]] && ((\${#COMPREPLY[@]} > 0)); then COMPREPLY=("\${COMPREPLY[@]#"$before"}"); fi
}

complete -F _platectl platectl
`;
}

function commandCase({ path, commands, options, arguments: first }: Completable): string {
  const words = commands.length > 0 ? commands.map(({ name }) => name).join("\n") : shellValue(first);
  const names = options.flatMap((option) => option.names);
  return `    ${quote(path)}) words=${quote(words)} options=${quote(names.join("\n"))} ;;`;
}

function optionCase(path: string, { names, values, takesMany }: CompletableOption): string {
  if (!values) return "";
  const patterns = names.map((name) => quote(`${path} ${name}`)).join(" | ");
  return `    ${patterns}) values=${quote(shellValue(values))} many=${takesMany ? "1" : ""} ;;\n`;
}

function descendCase(path: string, name: string): string {
  return `    ${quote(`${path} ${name}`)}) command=${quote(`${path} ${name}`.trim())} ;;\n`;
}

function shellValue(values: Values | undefined): string {
  if (values === undefined) return "";
  return values.kind === "words" ? values.words.join("\n") : values.kind === "files" ? FILES : FREE;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
