import { createInterface } from 'node:readline';
import { NODE_ARGUMENTS, startProgram } from '@workflow/service-runtime';
import { restartMessage } from './restart-message.ts';
import { supervise, type Supervisor } from './supervisor.ts';

export interface NodeProgram {
  /** The file that Node.js runs. */
  entry: string;
  /** Arguments of Node.js, before the file. The default is those of a service. */
  nodeArguments?: readonly string[];
  /** Arguments after the file. */
  arguments?: readonly string[];
  env: Record<string, string | undefined>;
  onLine(line: string): void;
  /** Called before each restart, with the reason. */
  onRestart(message: string): void;
}

/**
 * Keeps a service running. It runs in its own process group, because Ctrl-C signals the terminal's whole group and
 * services must stop in order. An IPC channel notifies it when this process has ended.
 */
export function superviseNodeProgram(program: NodeProgram): Supervisor {
  const { nodeArguments = NODE_ARGUMENTS, arguments: programArguments = [] } = program;
  return supervise({
    start: async () => {
      const started = await startProgram(process.execPath, [...nodeArguments, program.entry, ...programArguments], {
        env: program.env as NodeJS.ProcessEnv,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const output of [started.stdout!, started.stderr!])
        createInterface({ input: output }).on('line', program.onLine);
      return started;
    },
    onRestart: (end) => program.onRestart(restartMessage(end)),
  });
}
