import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outputFolder, ROOT, type Bundle } from './bundles.ts';

/** What decides over a bundle beside its own sources: versions of the packages, and how bundles are made. */
const BESIDE_SOURCES = ['pnpm-lock.yaml', 'packages/service-bundles/src/**/*.ts'];
const RECORD = '.built-from.json';

interface BuiltFrom {
  /** Paths from the root of all sources in the bundle. */
  sources: string[];
  hash: string;
}

/** Whether a bundle is missing, or a file that it was made from has changed since. */
export function isStale(bundle: Bundle): boolean {
  const file = join(outputFolder(bundle), RECORD);
  if (![file, ...Object.values(bundle.startedAt ?? {})].every((each) => existsSync(each))) return true;
  const { sources, hash } = JSON.parse(readFileSync(file, 'utf8')) as BuiltFrom;
  return hashOf(sources, bundle) !== hash;
}

/**
 * Notes what a bundle was made from. Done last: a bundle whose writing broke off is made again.
 * @param files absolute paths of its sources
 * @param startedAt when bundling began: with a file that changed since, the bundle stays stale
 */
export function noteBuiltFrom(bundle: Bundle, files: readonly string[], startedAt: number): void {
  const sources = files.map((file) => relative(ROOT, file)).toSorted();
  const changed = files.some((file) => statSync(file).mtimeMs > startedAt);
  const record: BuiltFrom = { sources, hash: changed ? '' : hashOf(sources, bundle) };
  writeFileSync(join(outputFolder(bundle), RECORD), JSON.stringify(record));
}

/** By content, not by time: a checkout touches files that did not change. */
function hashOf(sources: readonly string[], { entries, startedAt }: Bundle): string {
  const hash = createHash('sha256').update(JSON.stringify([entries, startedAt]));
  for (const file of [...globSync(BESIDE_SOURCES, { cwd: ROOT }).toSorted(), ...sources]) {
    const path = join(ROOT, file);
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : 'missing');
  }
  return hash.digest('hex');
}
