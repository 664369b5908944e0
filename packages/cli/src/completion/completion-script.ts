import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The words that may follow a command, such as `sessions`. The empty path is the program itself. */
interface Words {
  path: string;
  words: string[];
}

/** Returns a script with which a shell completes the program. It is built from the commands, so none is missing. */
export function completionScript(shell: Shell, program: Command): string {
  const words = wordsOf(program, '');
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `#compdef workflow\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
  }
}

function wordsOf(command: Command, path: string): Words[] {
  const children = command.commands.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const level = { path, words: [...new Set([...children, ...choices, ...optionsOf(command)])] };
  const below = command.commands.flatMap((child) =>
    wordsOf(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [level, ...below];
}

function optionsOf(command: Command): string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
}

function bash(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n');
  return `_workflow() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case " $_workflow_paths " in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_workflow_paths='${all.map(({ path }) => `|${path}|`).join('')}'
complete -o default -F _workflow workflow
`;
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c workflow -n "__workflow_at '${path}'" ${what}`;
    }),
  );
  return `complete -c workflow -e
function __workflow_at
  set -l path ''
  for word in (commandline -opc)[2..]
    if contains -- (string trim "$path $word") ${all.map(({ path }) => `'${path}'`).join(' ')}
      set path (string trim "$path $word")
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}
