import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { startProgram } from '@workflow/service-runtime';

export const CONSOLE = join(import.meta.dirname, '../../console');
const SOURCES = [
  'src',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'vite.config.ts',
  '../api-types/src',
  '../cli/package.json',
  '../cli/scripts',
  '../cli/src',
  '../client/package.json',
  '../client/scripts',
  '../client/src',
  '../client/tsconfig.build.json',
  '../component-kit/src',
  '../components/src',
  '../workflow-model/src',
  '../../pnpm-lock.yaml',
];
const DIST = join(CONSOLE, 'dist');
/**
 * A path in the console's folder. The build is moved when it is complete, because an ingress may read `dist` meanwhile.
 */
const NEXT_DIST = 'node_modules/.cache/next-dist';
const PAGE = join(DIST, 'index.html');
/** The name of the file with the hash of the sources that a build was made from. */
const BUILT_FROM = '.built-from';

/** Returns true when the console is not built, or was built from other sources. */
export function isConsoleStale(): boolean {
  const builtFrom = join(DIST, BUILT_FROM);
  return !existsSync(PAGE) || !existsSync(builtFrom) || readFileSync(builtFrom, 'utf8') !== hashOfSources();
}

/** Hashes contents instead of times, because a checkout changes the times of files that are the same. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(hash, join(CONSOLE, source));
  return hash.digest('hex');
}

function addToHash(hash: Hash, path: string): void {
  if (!existsSync(path)) return;
  hash.update(`${relative(CONSOLE, path)}\0`);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name));
  else hash.update(readFileSync(path));
}

/** Returns the file of Vite's command line. */
export function viteProgram(): string {
  const manifest = createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json');
  return join(dirname(manifest), 'bin', 'vite.js');
}

/**
 * Builds the console that ingress serves.
 * @throws with the builder's last lines
 */
export async function buildConsole(env: Record<string, string | undefined>): Promise<void> {
  const builtFrom = hashOfSources();
  const args = ['build', '--logLevel', 'warn', '--outDir', NEXT_DIST, '--emptyOutDir'];
  const build = await startProgram(process.execPath, [viteProgram(), ...args], {
    cwd: CONSOLE,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const remember = (chunk: Buffer): void => {
    output = `${output}${chunk.toString()}`.slice(-2_000);
  };
  for (const stream of [build.stdout!, build.stderr!]) stream.on('data', remember);
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Could not build the console:\n${output.trim()}`);
  const built = join(CONSOLE, NEXT_DIST);
  writeFileSync(join(built, BUILT_FROM), builtFrom);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(built, DIST);
}
