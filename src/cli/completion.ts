import { type ExitStatus, misused, type Run } from "./command.ts";
import { COMPLETE_WORDS } from "./commands.ts";
import { candidatesFor, SHELLS } from "./complete.ts";
import type { Terminal } from "./terminal.ts";

type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete: `completion SHELL`. */
export const completion: Run = async ({ operands, json }, terminal) => {
  const { SHELL = "" } = operands;
  const shell = SHELLS.find((known) => known === SHELL);
  if (!shell) throw misused(`SHELL is one of ${SHELLS.join(", ")}, and "${SHELL}" is none`, { see: "completion" });
  const script = SCRIPTS[shell];
  terminal.out(json ? `${JSON.stringify({ shell, script })}\n` : script);
  return 0;
};

/**
 * What the scripts ask: the words before the cursor, then the word at it with "=" before it, because PowerShell drops words
 * that are empty. Each line of the answer is a word, a tab and what it is for.
 */
export async function completeWords(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const current = words.at(-1)?.replace(/^=/, "") ?? "";
  for (const { word, about } of candidatesFor(words.slice(0, -1), current)) terminal.out(`${word}\t${about}\n`);
  return 0;
}

const BASH = `# Completes dragoman's commands in bash. In ~/.bashrc: source <(dragoman completion bash)
_dragoman() {
  local program=$1 current=$2 line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    case $line in
      :files) compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
      :folders) compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("$program" ${COMPLETE_WORDS} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "=$current" 2>/dev/null)
}
complete -F _dragoman dragoman
`;

const ZSH = `#compdef dragoman
# Completes dragoman's commands in zsh. In ~/.zshrc, after compinit: source <(dragoman completion zsh)
_dragoman() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" ${COMPLETE_WORDS} "\${(@)words[2,CURRENT-1]}" "=\${words[CURRENT]}" 2>/dev/null)}"; do
    case \${line%%$'\\t'*} in
      :files) _files ;;
      :folders) _files -/ ;;
      ?*) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#found} )) && _describe -V dragoman found
}
if [[ \${funcstack[1]} == _dragoman ]]; then _dragoman "$@"; else compdef _dragoman dragoman; fi
`;

const FISH = `# Completes dragoman's commands in fish. In ~/.config/fish/completions/dragoman.fish: dragoman completion fish | source
function __dragoman_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] ${COMPLETE_WORDS} $words[2..-1] "=$current" 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path "$current"
            case ':folders*'
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c dragoman -f -a '(__dragoman_complete)'
`;

const POWERSHELL = `# Completes dragoman's commands in PowerShell. In $PROFILE: dragoman completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName dragoman -ScriptBlock {
    param($current, $typed, $cursor)
    $words = @($typed.CommandElements | ForEach-Object { "$_" })
    $before = @($words | Select-Object -Skip 1)
    if ($current -ne '') { $before = @($before | Select-Object -SkipLast 1) }
    & $words[0] ${COMPLETE_WORDS} @before "=$current" 2>$null | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if ($word -in ':files', ':folders') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)
        } else {
            if (-not $about) { $about = $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
        }
    }
}
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };
