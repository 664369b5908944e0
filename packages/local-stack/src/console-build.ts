import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CONSOLE = join(import.meta.dirname, '../../console');
const SOURCES = ['src', 'public', 'scripts', 'index.html', 'package.json', 'vite.config.ts', '../component-catalog/src', '../workflow-model/src'];

/** Whether the built console is missing or older than what it is built from. */
export function isConsoleStale(folder: string = CONSOLE): boolean {
  const built = join(folder, 'dist', 'index.html');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return SOURCES.some((source) => newestChange(join(folder, source)) > builtAt);
}

function newestChange(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/**
 * Builds the console that ingress serves.
 * @throws with the builder's last lines
 */
export async function buildConsole(env: Record<string, string | undefined>): Promise<void> {
  const vite = join(dirname(createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: CONSOLE, env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [build.stdout, build.stderr]) output.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The console could not be built:\n${said.trim()}`);
}
