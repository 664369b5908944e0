import { Argument, type Command } from 'commander';
import type { AddCommand } from '../cli.ts';
import { completionScript, SHELLS } from '../completion/completion-script.ts';

export const addCompletion: AddCommand = (program, cli) => {
  program
    .command('completion')
    .description('write what a shell needs to complete this program')
    .addArgument(new Argument('<shell>', 'of the shell that reads it').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number], _options: unknown, command: Command) => {
      const script = completionScript(shell, command.parent ?? command);
      cli.terminal.show({ shell, script }, [script.trimEnd()]);
    });
};
