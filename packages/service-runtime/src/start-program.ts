import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts a program, and resolves once it runs. Every process of this repository is started by it, because an `error`
 * event of a process without a listener would end the one that started it.
 *
 * Later errors – a signal or a message that could not be sent – are dropped: who sends one waits for its effect.
 * @throws Error where it cannot be started, with the program's name: not installed, not executable, no memory
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
    throw new Error(`${program} could not be started: ${why}`, { cause: error });
  }
  return child;
}
