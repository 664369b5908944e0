import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

const PACKAGES = join(import.meta.dirname, '../../..');

/** A package that programs outside this repository install. */
export type PackageName = 'client' | 'cli';

/**
 * Packs a package from the current sources. In a test run, the process that started the test files packs it once,
 * because two builds at the same time would write into the same folder.
 *
 * @returns the path of the archive, which exists as long as that process
 * @throws with the output of the program that packs
 */
export async function packedPackage(name: PackageName): Promise<string> {
  const { brokerUrl } = readTestEnvironment();
  return brokerUrl === null ? packOnce(name) : askBroker<string>(brokerUrl, `/packed/${name}`);
}

const packing = new Map<PackageName, Promise<string>>();

/** Packs a package in this process at the first call. */
export function packOnce(name: PackageName): Promise<string> {
  const archive = packing.get(name) ?? pack(name);
  packing.set(name, archive);
  return archive;
}

async function pack(name: PackageName): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-archive-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const options = ['-y', 'pnpm@12', '--dir', join(PACKAGES, name), 'pack', '--pack-destination', folder];
  const { stdout, stderr } = await promisify(execFile)('npx', options);
  const [archive] = readdirSync(folder);
  if (archive === undefined) throw new Error(`nothing was packed:\n${stdout}${stderr}`);
  return join(folder, archive);
}
