import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts a program, and resolves once it runs. It starts every process of this repository, because an `error` event of
 * a process without a listener would end the process that started it.
 *
 * Later errors, such as a signal or a message that could not be sent, are dropped: the sender waits for the effect.
 * @throws Error with the program's name when it cannot be started: not installed, not executable, no memory
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(program, args, options);
  child.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'it is not installed, or its folder is missing' : (error as Error).message;
    throw new Error(`Could not start ${program}: ${why}`, { cause: error });
  }
  return child;
}
