import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedPackage, type PackageName } from '@workflow/test-harness';

const ROOT = join(import.meta.dirname, '../..');
const NODES = join(import.meta.dirname, 'nodes');

/** A folder outside this repository in which its packages are installed with `npm install`. */
export interface PackedFolder {
  path: string;
  remove(): void;
}

/** Packs packages of this repository and installs only those in another folder. */
export async function installPacked(...names: PackageName[]): Promise<PackedFolder> {
  const archives = await Promise.all(names.map((name) => packedPackage(name)));
  const path = mkdtempSync(join(tmpdir(), 'workflow-packed-'));
  // Works offline, because the packages have no other dependencies.
  install(path, ['--offline', ...archives]);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Installs packages from their URLs, and nothing else. */
export function installFrom(...urls: string[]): PackedFolder {
  const path = mkdtempSync(join(tmpdir(), 'workflow-installed-'));
  install(path, urls);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function install(path: string, packages: readonly string[]): void {
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', ...packages], path);
}

/** Returns Node.js 20, 24 and the running one by name. The first two are installed at the first call. */
export function nodePrograms(): [name: string, program: string][] {
  run('npx', ['-y', 'pnpm@12', '--dir', NODES, 'install', '--frozen-lockfile']);
  const installed = ['node20', 'node24'].map((name): [string, string] => [
    name,
    join(NODES, 'node_modules', name, 'bin/node'),
  ]);
  return [...installed, ['node26', process.execPath]];
}

/** Runs a program and returns its output. @throws with all output if the program fails */
export function run(program: string, options: string[], folder = ROOT): string {
  try {
    return execFileSync(program, options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${options.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
