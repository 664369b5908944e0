import { Argument, type Command } from 'commander';
import type { AddCommand } from '../cli.ts';
import { completionScript, SHELLS } from '../completion/completion-script.ts';

export const addCompletion: AddCommand = (program, cli) => {
  program
    .command('completion')
    .description('print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'the shell that runs the script').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number], _options: unknown, command: Command) => {
      const script = completionScript(shell, command.parent ?? command);
      cli.terminal.show({ shell, script }, [script.trimEnd()]);
    });
};
