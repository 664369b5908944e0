import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI_PROGRAM, compileCache } from './cli-program.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A user without a terminal, who has a separate home folder and runs commands to their end. */
export interface CliLab {
  /** Home, profiles and folders are in this folder. */
  folder: string;
  env: Record<string, string>;
  run(args: string[], more?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
  /** Returns the JSON value of a successful command. @throws with all output otherwise */
  json(args: string[], more?: { input?: string; env?: Record<string, string> }): Promise<any>;
  /** Starts a command that does not end by itself. */
  start(args: string[]): { lines: string[]; stop(): Promise<Ended> };
  remove(): void;
}

export function openCliLab(env: Record<string, string> = {}): CliLab {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-cli-'));
  const own = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    ...compileCache(),
    ...env,
  };
  const begin = (args: string[], more: Record<string, string> = {}) =>
    spawn(process.execPath, [...CLI_PROGRAM, ...args], { cwd: folder, env: { ...own, ...more } });
  const run: CliLab['run'] = async (args, { input = '', env: more = {} } = {}) => {
    const child = begin(args, more);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  };
  return {
    folder,
    env: own,
    run,
    json: async (args, more) => {
      const ended = await run(['--json', ...args], more);
      if (ended.code !== 0)
        throw new Error(`${args.join(' ')} ended with ${ended.code}:\n${ended.stdout}${ended.stderr}`);
      return JSON.parse(ended.stdout);
    },
    start: (args) => {
      const child = begin(args);
      const lines: string[] = [];
      const written = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].on('data', (chunk: Buffer) => {
          written[stream] += chunk.toString();
          lines.push(
            ...chunk
              .toString()
              .split('\n')
              .filter((line) => line !== ''),
          );
        });
      return {
        lines,
        stop: async () => {
          // The last output may arrive after the process has ended.
          const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
          child.kill('SIGINT');
          return { code: await ended, ...written };
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
