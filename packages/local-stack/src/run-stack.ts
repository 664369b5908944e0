import { once } from 'node:events';
import { ConfigError, type Env } from '@workflow/service-runtime';
import { StackError } from './stack-error.ts';
import { readStackOptions, USAGE } from './stack-options.ts';
import { startStack, type RunningPart } from './stack.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { watchLaunchers } from './watch-launchers.ts';

export interface StackRun {
  env: Env;
  args: string[];
  folder: string;
  output: { write(text: string): unknown; isTTY?: boolean };
}

/**
 * Starts the stack, waits for a signal, and stops it in order. A second signal stops it immediately.
 * @returns the exit code
 */
export async function runStack({ env, args, folder, output }: StackRun): Promise<number> {
  if (args.includes('--help')) {
    output.write(`${USAGE}\n`);
    return 0;
  }
  const terminal = createTerminal(output, output.isTTY === true && !env['NO_COLOR']);
  const parts: RunningPart[] = [];
  const asked = listenForSignals(terminal, () => {
    for (const part of parts.toReversed()) part.kill();
  });
  try {
    const options = readStackOptions(env, args, folder);
    await startStack({ options, env, terminal, running: (part) => parts.push(part), signal: asked });
    if (!asked.aborted) await once(asked, 'abort');
    return 0;
  } catch (error) {
    if (asked.aborted) return 0;
    report(error, terminal);
    return 1;
  } finally {
    await stopInOrder(parts, terminal);
  }
}

/**
 * Returns a signal that is aborted by the first SIGINT or SIGTERM, or when npx or pnpm have ended. A second Ctrl-C
 * kills everything that still runs.
 */
function listenForSignals(terminal: Terminal, kill: () => void): AbortSignal {
  const asked = new AbortController();
  const ask = (): void => {
    if (asked.signal.aborted) return;
    terminal.line('start', 'green', 'stopping');
    asked.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (asked.signal.aborted && name === 'SIGINT') {
        terminal.line('start', 'red', 'stopping immediately');
        kill();
        process.exit(1);
      }
      ask();
    });
  }
  watchLaunchers(ask);
  return asked.signal;
}

/** Stops the parts. Each depends on those started before it, so the last one is stopped first. */
async function stopInOrder(parts: RunningPart[], terminal: Terminal): Promise<void> {
  for (const part of parts.toReversed()) {
    try {
      await part.stop();
    } catch (error) {
      terminal.line('start', 'red', `could not stop cleanly: ${(error as Error).message}`);
    }
  }
}

function report(error: unknown, terminal: Terminal): void {
  if (error instanceof StackError) {
    terminal.line('start', 'red', error.message);
    terminal.line('start', 'red', error.advice);
  } else if (error instanceof ConfigError) {
    for (const problem of error.problems) terminal.line('start', 'red', problem);
  } else {
    terminal.line('start', 'red', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
