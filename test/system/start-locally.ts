import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environmentForServices, waitFor } from '@workflow/test-harness';

const ROOT = join(import.meta.dirname, '../..');
const STARTS_WITHIN_MS = 100_000;

/** `pnpm start` as a separate process. */
export interface LocalStart {
  pid: number;
  output(): string;
  /** The commands that it printed for users to paste. */
  commands(): string[];
  untilReady(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: boolean;
}

export function startLocally(args: string[], env: Record<string, string>): LocalStart {
  const child = spawn(process.execPath, ['packages/local-stack/src/main.ts', ...args], {
    cwd: ROOT,
    env: { ...environmentForServices(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(child, 'close');
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid!,
    output: () => text,
    commands: () => text.split('\n').filter((line) => line.startsWith('  curl ')),
    untilReady: async () => {
      await waitFor(() => text.includes('Ctrl-C stops everything') || ended(), {
        withinMs: STARTS_WITHIN_MS,
        what: 'the start',
      });
      if (ended()) throw new Error(`ended with ${child.exitCode}:\n${text}`);
    },
    stop: async (signal = 'SIGINT') => {
      if (!ended()) child.kill(signal);
      await closed;
      return child.exitCode;
    },
    get ended() {
      return ended();
    },
  };
}

/** Runs a command as if it were pasted into a shell. @returns its output */
export function runInShell(command: string, env: Record<string, string> = {}): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  if (status !== 0) throw new Error(`${command}\n${stderr}`);
  return stdout;
}

/** Runs a command that prints JSON. @returns the parsed output */
export function paste(command: string, env: Record<string, string> = {}): Record<string, unknown> {
  return JSON.parse(runInShell(command, env)) as Record<string, unknown>;
}
