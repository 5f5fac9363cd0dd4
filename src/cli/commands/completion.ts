import { EXIT } from "../../run/exit-code.ts";
import type { InputOf } from "../definitions/spec.ts";
import { type completionSpec, FILES } from "../definitions/tools.ts";
import type { Io } from "../process/io.ts";

// For bash 3.2 and later, which takes `key=value` and `git:main` for three words each and replaces only the last one.
const BASH = `# bash completion for platectl. To load it: source <(platectl completion bash)
_platectl() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line=() before at offer
  for ((at = 1; at <= COMP_CWORD; at++)); do
    if ((at > 1)) && [[ \${COMP_WORDS[at]} == [=:] || \${COMP_WORDS[at - 1]} == [=:] ]]; then
      line[\${#line[@]} - 1]+="\${COMP_WORDS[at]}"
    else line+=("\${COMP_WORDS[at]}"); fi
  done
  if [[ $cur == [=:] ]]; then cur=""; fi
  before="\${line[\${#line[@]} - 1]%"$cur"}" COMPREPLY=()
  while IFS=$'\\t' read -r offer _; do
    if [[ $offer == ${FILES} ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r offer; do COMPREPLY+=("$offer"); done < <(compgen -f -- "$cur")
    else COMPREPLY+=("\${offer#"$before"}"); fi
  done < <(platectl __complete "\${line[@]}" 2>/dev/null)
  if [[ \${COMPREPLY[0]-} == *[=:/] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _platectl platectl
`;

// For zsh 5: a file named `_platectl` on `$fpath`, or sourced after `compinit`.
const ZSH = `#compdef platectl
# zsh completion for platectl. To load it: source <(platectl completion zsh)
_platectl() {
  local -a lines offers suffix
  local line
  lines=("\${(@f)$(platectl __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == ${FILES} ]]; then
    compset -P '--*='
    _files
    return
  fi
  for line in $lines; do offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done
  if [[ \${lines[1]%%$'\\t'*} == *[=:/] ]]; then suffix=(-S ''); fi
  _describe platectl offers "\${(@)suffix}"
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _platectl "$@"; else compdef _platectl platectl; fi
`;

// For fish 3.0 and later.
const FISH = `# fish completion for platectl. To load it: platectl completion fish | source
function __platectl
    set -l line (commandline -opc)
    set -e line[1]
    set -l cur (commandline -ct)
    platectl __complete $line "$cur" 2>/dev/null
end
complete -c platectl -f -a '(__platectl | string match -v ${FILES})'
complete -c platectl -n '__platectl | string match -q ${FILES}' -F
`;

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

/** `platectl completion`: prints the script of a shell, which asks `platectl __complete`. Contacts nothing. */
export async function completionCommand({ shell }: InputOf<typeof completionSpec>, io: Io): Promise<number> {
  await io.result(SCRIPTS[shell]);
  return EXIT.ok;
}
